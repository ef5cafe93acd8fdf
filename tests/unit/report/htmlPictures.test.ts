import { describe, expect, it } from 'vitest';
import type { BenchmarkPicture, BenchmarkReport, TurnMapPicture } from '../../../src/core/report/reportModel';
import { pictureFigure } from '../../../src/core/report/html/pictureFigure';
import { metricBarsBenchmark, preferences, preferencesBenchmark } from '../../webview/barReports';
import { turnMap, turnMapBenchmark } from '../../webview/turnMapReport';

const bare: BenchmarkReport = { ...preferencesBenchmark, blocks: [], pictures: [] };
const figure = (picture: BenchmarkPicture, report = bare, named = false): string =>
  pictureFigure(picture, report, named);

const hostile = '"><script>alert(1)</script>\u202E';

describe('turn maps', () => {
  const small: TurnMapPicture = {
    ...turnMap(1, 1),
    turns: 4,
    layers: [
      {
        id: 'J1',
        title: 'Gives in',
        rows: [
          { sampleId: 'a', repeat: 0, label: 'Train', cells: ['clean', 'failed', 'unscored', 'none'] },
          { sampleId: 'a', repeat: 1, label: 'Train', cells: ['clean', 'clean', 'failed', 'clean'] },
        ],
        byTurn: [
          { failed: 0, judged: 2 },
          { failed: 1, judged: 2 },
          { failed: 1, judged: 1 },
          { failed: 0, judged: 0 },
        ],
      },
    ],
  };

  it('draw every cell in the shape of its kind, on the column of its turn', () => {
    const html = figure(small);
    expect(html).toContain('aria-label="failed at 2; unscored at 3; no turn 4"');
    const [first = ''] = /<svg class="cells" role="img".*?<\/svg>/su.exec(html) ?? [];
    expect(first).toContain('<path class="cell-clean" d="M0.5 0.5h12v12h-12z"/>');
    expect(first).toContain('<path class="cell-failed" d="M20 0h13v13h-13z"/>');
    expect(first).toMatch(/<path class="cell-unscored" d="M40\.5 [^"]*"\/><path class="cell-bar"/);
  });

  it('name a sample once and number its plays', () => {
    const html = figure(small);
    expect(html.match(/<bdi>Train<\/bdi>/gu)).toHaveLength(1);
    expect(html.match(/<tr class="first">/gu)).toHaveLength(1);
    expect(html).toMatch(/<span class="muted">2<\/span><\/th>/u);
  });

  it('give the rates with their counts, and no rate without a verdict', () => {
    const html = figure(small);
    expect(html).toContain('turn 2: 1 of 2, turn 3: 1 of 1, turn 4: no verdict');
    expect(html).toMatch(/<rect class="rate" x="20" y="32\.0" width="13" height="18\.0">/u);
    expect(html).toMatch(/>50<\/text>.*>100<\/text>.*>–<\/text>/su);
  });

  it('stand below one another, one for each judge, with the marked turns on top', () => {
    const html = figure(turnMap(3, 2));
    expect(html.match(/<table class="turn-map">/gu)).toHaveLength(3);
    expect([...html.matchAll(/<text class="turn-mark"[^>]*>(\d+)</gu)].map(([, turn]) => turn)).toEqual([
      '7',
      '10',
      '7',
      '10',
      '7',
      '10',
    ]);
    expect(html).toContain('<strong class="turn-mark">7</strong> asks to be shown the next step');
  });

  it('say so while there is no verdict', () => {
    const layers = small.layers.map((layer) => ({ ...layer, rows: [], byTurn: [] }));
    expect(figure({ ...small, layers })).toContain('No verdict yet.');
    expect(figure({ ...small, layers })).not.toContain('<table');
  });
});

describe('preferences', () => {
  it('draw wins, ties and losses in proportion, from left to right', () => {
    const html = figure(preferences);
    const bar = /aria-label="Correct: better 4, equal 30, worse 6".*?<\/svg>/su.exec(html)?.[0] ?? '';
    expect(
      [...bar.matchAll(/class="preference-(\w+)" x="([\d.]+)%" width="([\d.]+)%"/gu)].map((match) => match.slice(1)),
    ).toEqual([
      ['win', '0.00', '10.00'],
      ['tie', '10.00', '75.00'],
      ['lose', '85.00', '15.00'],
    ]);
  });

  it('say what was left out and that a tie is no win', () => {
    const html = figure(preferences);
    expect(html).toContain('n 39, 1 unscored');
    expect(html).toContain('n 0, 4 unscored');
    expect(html).toContain('A tie is no win.');
    expect(figure({ ...preferences, groups: [] })).toContain('No verdict yet.');
  });
});

describe('metric bars', () => {
  const [picture] = metricBarsBenchmark.pictures;
  if (picture?.kind !== 'metricBars') throw new Error('The made-up benchmark has other pictures.');

  it('take the numbers of the blocks in the order of the picture', () => {
    const html = figure(picture, metricBarsBenchmark);
    const titles = [...html.matchAll(/<p class="bars-group">([^<]+)</gu)].map(([, title]) => title);
    expect(titles).toEqual(['Tutoring skills', 'Evaluation dimensions']);
    expect(html).toContain('aria-label="Identifies the core difficulty: 38.0%, 95% interval 28.0% to 48.0%, n 40"');
    expect(html).toMatch(/Uses examples or analogies<\/span><span><span class="muted">no usable verdict/u);
    expect(html).toContain('<strong>n/a</strong>');
  });

  it('go out from zero where a metric can be negative', () => {
    const bar = /aria-label="Tone before clipping.*?<\/svg>/su.exec(figure(picture, metricBarsBenchmark))?.[0] ?? '';
    // -12.5 on a scale from -100 to 100.
    expect(bar).toContain('<rect class="fill" x="43.75%" width="6.25%"');
    expect(bar).toContain('<line class="axis-line" x1="50.00%"');
  });

  it('are those of the judge that the picture names', () => {
    const html = figure({ ...picture, judge: 'another-judge' }, metricBarsBenchmark);
    expect(html).toContain('No verdict yet.');
  });
});

describe('every picture', () => {
  it('names the first judge where there are several', () => {
    for (const report of [turnMapBenchmark(), preferencesBenchmark, metricBarsBenchmark]) {
      const [picture] = report.pictures;
      expect(figure(picture!, report, true)).toContain('First judge: made-up-judge.');
      expect(figure(picture!, report, false)).not.toContain('First judge');
    }
  });

  it('escapes all texts', () => {
    const map = turnMap(2, 1);
    const rows = preferences.groups.flatMap((group) => group.rows);
    const block = metricBarsBenchmark.blocks[2]!;
    const head = { title: hostile, explain: hostile, judge: hostile };
    const hostileMap: TurnMapPicture = {
      ...map,
      ...head,
      marks: [{ turn: 1, label: hostile }],
      layers: map.layers.map((layer) => ({
        ...layer,
        id: hostile,
        title: hostile,
        rows: layer.rows.map((row) => ({ ...row, label: hostile })),
      })),
    };
    const all = [
      figure(hostileMap, bare, true),
      figure(
        {
          ...preferences,
          ...head,
          groups: [{ label: hostile, rows: rows.map((row) => ({ ...row, label: hostile })) }],
        },
        bare,
        true,
      ),
      figure(
        { kind: 'metricBars', ...head, blocks: [block.id] },
        {
          ...bare,
          blocks: [
            {
              ...block,
              title: hostile,
              judge: hostile,
              metrics: block.metrics.map((one) => ({ ...one, title: hostile })),
            },
          ],
        },
        true,
      ),
    ].join('');
    expect(all).not.toContain('<script');
    expect(all).not.toContain('\u202E');
    expect(all.match(/&lt;script&gt;/gu)?.length).toBeGreaterThan(20);
    expect(all).not.toMatch(/ (?:style|on\w+)=/u);
  });
});
