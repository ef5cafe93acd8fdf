import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import type { MetricDefinition, MetricMetadata } from '../../../src/core/benchmark/metric';
import { compareRuns } from '../../../src/core/compare/compareRuns';
import type { Comparison, ComparisonOptions } from '../../../src/core/compare/comparison';
import { comparisonJson, comparisonSummaryJson, forestRow } from '../../../src/core/compare/comparisonJson';
import { comparisonAnswer, comparisonOutcome, comparisonSentence } from '../../../src/core/compare/comparisonSentence';
import { differenceText, whatIsCompared } from '../../../src/core/compare/describeComparison';
import { signedNumber } from '../../../src/core/text/formatNumber';
import { comparisonText } from '../../../src/core/report/comparisonText';
import type { RunManifest } from '../../../src/core/store/runManifest';
import { readableLine } from '../../../src/core/text/readableText';
import { openAiModel, type ToySample } from '../report/reportFixture';
import { comparedSession, labelMetric, oneTrial, options } from './comparedSessions';

const units = 12;

/** A metric whose units all move by `by`: 1 is called better, 0 is no clear difference, −1 is called worse. */
function moving(title: string, by: -1 | 0 | 1, metadata: Partial<MetricMetadata> = {}): MetricDefinition<ToySample> {
  const metric = labelMetric({ id: title, title, unit: 'level', scale: [0, 3], ...metadata });
  return {
    ...metric,
    // The label is 0 before and 1 after; what a metric makes of it is its own matter.
    observe: (results, policy) =>
      metric.observe(results, policy).map((one, place) => ({
        ...one,
        value: by === 0 ? Number(one.value) * (place % 2 === 0 ? 1 : -1) : by * Number(one.value),
      })),
  };
}

function compared(
  metrics: readonly MetricDefinition<ToySample>[],
  more: Partial<ComparisonOptions> = {},
  manifest: Partial<RunManifest> = {},
  count = units,
): Comparison {
  const sides = [0, 1].map((label) =>
    comparedSession({
      trials: oneTrial(new Array<number>(count).fill(label)),
      metrics,
      ...(label === 1 ? { manifest } : {}),
    }),
  );
  return compareRuns(sides[0]!, sides[1]!, { ...options, ...more });
}

function open(count: number): readonly MetricDefinition<ToySample>[] {
  return Array.from({ length: count }, (_, place) => moving(`Open ${place + 1}`, 0));
}

function sentenceOf(...parameters: Parameters<typeof compared>): string {
  return comparisonSentence(compared(...parameters));
}

describe('comparisonSentence', () => {
  it('names what got better with its interval, and how much is open', () => {
    expect(sentenceOf([moving('P-Redirect: recognises errors', 1), ...open(9)])).toBe(
      'Adopt: better at P-Redirect (+1.00, 0.03 to 1.48); no clear difference on 9 metrics.',
    );
    expect(sentenceOf([moving('P-Redirect: recognises errors', 1), ...open(1)])).toBe(
      'Adopt: better at P-Redirect (+1.00, 0.03 to 1.48); no clear difference on Open 1.',
    );
  });

  it('says what got better against what got worse', () => {
    expect(sentenceOf([moving('Up', 1), moving('Down', -1), ...open(2)])).toBe(
      'Trade-off: better at Up (+1.00, 0.03 to 1.48) against worse at Down (−1.00, −1.48 to −0.03); no clear difference on Open 1 and Open 2.',
    );
    expect(sentenceOf([moving('Up', 1), moving('Down', -1)])).toBe(
      'Trade-off: better at Up (+1.00, 0.03 to 1.48) against worse at Down (−1.00, −1.48 to −0.03).',
    );
  });

  it('says so when nothing can be said', () => {
    expect(sentenceOf(open(1))).toBe('Not settled: no clear difference on the one metric.');
    expect(sentenceOf(open(2))).toBe('Not settled: no clear difference on either metric.');
    expect(sentenceOf(open(14))).toBe('Not settled: no clear difference on any of 14 metrics.');
    expect(sentenceOf([moving('Up', 1)], {}, {}, 3)).toBe('Too few samples in common to tell.');
    const short = (place: number): MetricDefinition<ToySample> => {
      const metric = moving(`Short ${place}`, 0);
      return { ...metric, observe: (results, policy) => metric.observe(results, policy).slice(0, 3) } as typeof metric;
    };
    expect(sentenceOf([...open(12), ...[1, 2, 3].map(short)])).toBe(
      'Not settled: no clear difference on 12 metrics; 3 have too few samples.',
    );
    expect(sentenceOf([...open(3), short(1)])).toBe(
      'Not settled: no clear difference on 3 metrics; Short 1 has too few samples.',
    );
  });

  it('tells the equivalent from the unknown', () => {
    expect(sentenceOf(open(3), { margin: 0.6 })).toBe('Not settled: equivalent on all 3 metrics.');
    expect(sentenceOf([moving('Up', 1), ...open(3)], { margin: 0.6 })).toBe(
      'Adopt: better at Up (+1.00, 0.03 to 1.48); equivalent on 3 metrics.',
    );
  });

  it('says that something changed where neither direction is better', () => {
    expect(sentenceOf([moving('Length', 1, { direction: 'none' })])).toBe(
      'Not settled: changed Length (+1.00, 0.03 to 1.48).',
    );
  });

  it('names why runs are not comparable', () => {
    const sentence = sentenceOf([moving('Up', 1), ...open(2)], {}, { tutor: openAiModel, seed: 9 });
    expect(sentence).toBe('Not comparable: the tutor model differs (openai:usual → openai:gpt-5.4-mini).');
    const [before, after] = [comparedSession({ trials: {} }), comparedSession({ trials: {} })];
    expect(comparisonSentence(compareRuns(before, after, options))).toBe(
      'Nothing to compare: the runs have no benchmark in common.',
    );
  });

  it('gives percentages as points, and the block where two metrics share a name', () => {
    const percent = moving('Rate', 1, { unit: 'percent', scale: [0, 100] });
    expect(sentenceOf([percent])).toBe('Adopt: better at Rate (+100.0, 65.7 to 100.0 points).');
    const twice = [
      moving('Same: one', 1, { id: 'a', block: 'wrong' }),
      moving('Same: other', 0, { id: 'b', block: 'right' }),
    ];
    expect(sentenceOf(twice)).toBe(
      'Adopt: better at Same, after wrong answers (+1.00, 0.03 to 1.48); no clear difference on Same, after right answers.',
    );
  });

  it('stays within 200 characters and one line, however many and however long', () => {
    const hostile = 'Ignore all\n\u001B[2Jand \u202Ewrite '.repeat(20);
    const many = Array.from({ length: 30 }, (_, place) =>
      moving(`${hostile}${place}`, place % 2 === 0 ? 1 : -1, { id: String(place) }),
    );
    for (const metrics of [many, many.slice(0, 2), many.slice(0, 1), [...many.slice(0, 3), ...open(40)]]) {
      const sentence = sentenceOf(metrics);
      expect(sentence.length).toBeLessThanOrEqual(200);
      expect(readableLine(sentence)).toBe(sentence);
      expect(sentence).toMatch(/^(Trade-off|Adopt): better at .*\.$/u);
    }
    expect(sentenceOf([...many, ...open(3)])).toMatch(/no clear difference on 3 metrics\.$/u);
  });
});

describe('comparisonText', () => {
  const comparison = compared([moving('Up', 1), moving('Down', -1), ...open(1)], {}, { seed: 4 });
  const text = comparisonText(comparison, { width: 100, color: false });

  it('has the runs, the answer and a row for each metric', () => {
    expect(text).toContain('The seeds differ.');
    expect(text).toMatch(/^before toy\.md aa · tutor openai:usual · judge openai:usual · run-1$/mu);
    expect(text).toMatch(/Up +0\.00 +1\.00 +\+1\.00 +0\.03 to 1\.48 +12 +0\.00\d +– +better/u);
    expect(text).toMatch(/Down +0\.00 +−1\.00 +−1\.00 +−1\.48 to −0\.03 +12 +0\.00\d +– +worse/u);
    expect(text).toContain('12 samples in both runs');
    expect(text).toContain('verdicts: 12 fixed');
    expect(text.replace(/\s+/gu, ' ')).toContain('corrected for 3 targets');
    expect(text).toContain('Compared: two runs of the same prompt, so any difference is chance.');
    expect(text).toContain('Against aa, 1 Mar 2026: Trade-off: better at Up');
  });

  it('keeps to its width, and to plain characters where colour is off', () => {
    for (const line of text.split('\n')) expect(line.length).toBeLessThanOrEqual(100);
    expect(text).not.toContain('\u001B');
    expect(comparisonText(comparison, { width: 100, color: true })).toContain('\u001B[32mbetter\u001B[0m');
  });

  it('lets no untrusted text move the cursor', () => {
    const prompt = { path: 'p', name: 'a\u001B[2J\nb', text: 'x', revision: 'sha256:cc' };
    const shown = comparisonText(compared([moving('T\u001B[1A', 1)], {}, { prompt }), { width: 80, color: false });
    expect(shown).not.toContain('\u001B');
  });

  it('shows why a row could not be compared, and no scores where there are none', () => {
    expect(
      comparisonText(compared([moving('Up', 1)], {}, { tutor: openAiModel }), { width: 80, color: false }),
    ).toMatch(/^Up\n {2}0\.00 → 1\.00, not comparable: the tutor model \(openai:usual →/mu);
    expect(comparisonText(compared([]), { width: 80, color: false })).toContain('No scores in either run.');
  });
});

describe('comparisonText in a narrow terminal', () => {
  const title = 'Unweighted mean of all the dimensions that there are (ours)';
  const comparison = compared([moving(title, 0), moving('Up', 1)]);

  it.each([60, 80, 100])('loses no word of a title at %d columns, and no line is longer', (width) => {
    const lines = comparisonText(comparison, { width, color: false }).split('\n');
    for (const line of lines) expect(line.length).toBeLessThanOrEqual(width);
    const head = lines.findIndex((line) => line.startsWith('metric'));
    const rest = lines.slice(head + 1);
    expect(rest.join('\n')).not.toContain('…');
    const words = rest
      .slice(
        0,
        rest.findIndex((line) => line.startsWith('Up')),
      )
      .join(' ');
    expect(words.replace(/ +/gu, ' ')).toContain(title);
  });

  it('gives up the values before anything else', () => {
    expect(comparisonText(comparison, { width: 100, color: false })).toMatch(/metric +before +after +change/u);
    const narrow = comparisonText(comparison, { width: 84, color: false });
    expect(narrow).toMatch(/metric +change +interval +n +p +verdict/u);
  });
});

describe('the answer with what it is against', () => {
  const comparison = compared([moving('Up', 1)]);

  it('has label or short revision, and date', () => {
    const answer = 'Adopt: better at Up (+1.00, 0.03 to 1.48).';
    expect(comparisonAnswer({ comparison })).toBe(`Against aa, 1 Mar 2026: ${answer}`);
    expect(comparisonAnswer({ comparison, label: 'gentle\u001B[2J' })).toBe(
      `Against “gentle\uFFFD[2J”, 1 Mar 2026: ${answer}`,
    );
    const long = { ...comparison.before, revision: `sha256:${'0123456789abcdef'.repeat(4)}`, promptPath: 'other.md' };
    expect(comparisonAnswer({ comparison: { ...comparison, before: long } })).toBe(
      `Against toy.md 0123456, 1 Mar 2026: ${answer}`,
    );
  });

  it('and what is compared', () => {
    const prompt = { path: 'p', name: 'p.md', text: 'x', revision: 'sha256:cc' };
    expect(whatIsCompared(compared([moving('Up', 1)], {}, { prompt }))).toBe('Compared: the prompt.');
    const tutors = compared([moving('Up', 1)], { intended: ['tutor'] }, { tutor: openAiModel });
    expect(whatIsCompared(tutors)).toMatch(
      /^Compared: the tutor model \(openai:usual → .*\); the prompt is the same\.$/u,
    );
  });

  it('does not call a difference chance that another cause may have', () => {
    expect(whatIsCompared(compared([moving('Up', 1)]))).toMatch(/so any difference is chance\.$/u);
    const other = compared([moving('Up', 1)], {}, { tutor: openAiModel });
    expect(whatIsCompared(other)).toBe('Compared: two runs of the same prompt that differ in the tutor model.');
  });
});

describe('what a check makes of a comparison', () => {
  it('passes on nothing but tested metrics', () => {
    expect(comparisonOutcome(compared([moving('Up', 1), moving('Down', -1)]))).toEqual({
      kind: 'tested',
      worse: [expect.stringMatching(/\/Down$/u)],
    });
    expect(comparisonOutcome(compared(open(2)))).toEqual({ kind: 'tested', worse: [] });
    expect(comparisonOutcome(compared([moving('Up', 1)], {}, { tutor: openAiModel }))).toMatchObject({
      kind: 'untested',
      reason: expect.stringMatching(/^Not comparable: the tutor model differs/u) as unknown,
    });
    expect(comparisonOutcome(compared([moving('Up', 1)], {}, {}, 3))).toMatchObject({ kind: 'untested' });
    const empty = compareRuns(comparedSession({ trials: {} }), comparedSession({ trials: {} }), options);
    expect(comparisonOutcome(empty)).toEqual({
      kind: 'nothing',
      reason: 'Nothing to compare: the runs have no benchmark in common.',
    });
    const apart = ['a', 'b'].map((id) => comparedSession({ trials: { [id]: [1] } }));
    expect(comparisonOutcome(compareRuns(apart[0]!, apart[1]!, options))).toEqual({
      kind: 'nothing',
      reason: 'Nothing to compare: the runs share no samples.',
    });
  });
});

describe('comparisonJson', () => {
  const schema = z.object({
    schemaVersion: z.literal(1),
    summary: z.string(),
    tested: z.number(),
    benchmarks: z.array(
      z.object({
        id: z.string(),
        metrics: z.array(
          z.object({
            id: z.string(),
            outcome: z.string(),
            word: z.string(),
            difference: z.number().nullable(),
            interval: z.object({ low: z.number(), high: z.number() }).nullable(),
            p: z.number().nullable(),
            forest: z.object({ at: z.number(), low: z.number().optional() }).nullable(),
          }),
        ),
        flips: z.object({ counts: z.record(z.string(), z.number()), flips: z.array(z.object({ kind: z.string() })) }),
      }),
    ),
  });

  it('holds all that the tables hold, with null where there is no value', () => {
    const read = schema.parse(JSON.parse(comparisonJson(compared([moving('Up', 1)]))));
    expect(read.summary).toBe('Adopt: better at Up (+1.00, 0.03 to 1.48).');
    expect(read.benchmarks[0]!.metrics[0]).toMatchObject({ difference: 1, outcome: 'better', word: 'better' });
    expect(read.benchmarks[0]!.metrics[0]!.p).toBeCloseTo(2 / 2 ** units, 8);
    const forest = read.benchmarks[0]!.metrics[0]!.forest;
    expect(forest?.at).toBeCloseTo(1 / 3);
    expect(forest?.low).toBeLessThan(1 / 3);
    const few = schema.parse(JSON.parse(comparisonJson(compared([moving('Up', 1)], {}, {}, 2))));
    expect(few.benchmarks[0]!.metrics[0]).toMatchObject({ p: null, interval: null, word: 'tooFew' });
  });

  it('has a short form with a word, and a reason where there is no verdict, for each metric', () => {
    const comparison = compared([moving('Up', 1)], {}, { tutor: openAiModel });
    expect(comparisonSummaryJson({ comparison })).toMatchObject({
      baseline: { runId: 'run-1', revision: 'sha256:aa', label: null },
      comparable: false,
      summary: comparisonSentence(comparison),
      differences: [{ kind: 'tutor', breaks: true, intended: false }],
      metrics: [{ id: 'Up', word: 'notComparable', reason: expect.stringMatching(/the tutor model/u) as unknown }],
    });
  });
});

describe('differences as text', () => {
  it('have their sign, and percentages none of their mark', () => {
    expect(signedNumber(0.214, 'share')).toBe('+0.21');
    expect(signedNumber(-0.214, 'share')).toBe('−0.21');
    expect(signedNumber(0.001, 'share')).toBe('0.00');
    expect(signedNumber(12.34, 'percent')).toBe('+12.3');
  });

  it('and as a place on an axis that all metrics share', () => {
    const [row] = compared([moving('Down', -1, { direction: 'down' })]).benchmarks[0]!.metrics;
    expect(forestRow(row!)).toMatchObject({ at: -1 / 3, good: 'left' });
    expect(forestRow({ ...row!, difference: undefined })).toBeUndefined();
    expect(forestRow({ ...row!, scale: [1, 1] })).toMatchObject({ at: 0 });
    expect(differenceText({ ...row!, interval: undefined })).toBe('−1.00');
  });
});
