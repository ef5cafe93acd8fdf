import MarkdownIt from 'markdown-it';
import { describe, expect, it } from 'vitest';
import type { Benchmark } from '../../../src/core/benchmark/benchmark';
import type { BenchmarkId } from '../../../src/core/benchmark/samples';
import { benchmarkIds } from '../../../src/core/benchmarks/policies';
import { markdownReport } from '../../../src/core/report/markdownReport';
import { buildReport } from '../../../src/core/results/buildReport';
import { createRunSession, type RunSession } from '../../../src/core/run/runSession';
import { hostileText } from './hostileRun';
import {
  claude,
  claudeModel,
  ended,
  judged,
  mixedRun,
  openAi,
  openAiModel,
  replied,
  sample,
  toyBenchmark,
  toySession,
} from './reportFixture';

const samplesEach = 6;
/** Cases that are quoted for each benchmark where there is room. */
const quotedEach = 5;
const ofMarkdown = new MarkdownIt({ html: true, linkify: true }).enable('table');

interface Six {
  readonly reply: string;
  readonly words?: string;
  readonly title?: string;
  readonly judges?: readonly string[];
}

/** A run of all six benchmarks in which no reply helps. */
function sixBenchmarks({ reply, words = 'I think 4.', title, judges = [openAi] }: Six): RunSession {
  const { manifest } = toySession({ samples: [], records: [] });
  const [entry] = manifest.benchmarks;
  if (entry === undefined) throw new Error('The fixture has no benchmark.');
  const samples = Array.from({ length: samplesEach }, (_, place) => sample(`s${place}`, 'wrong', { words, title }));
  const records = benchmarkIds.flatMap((id) =>
    samples.flatMap((one) => {
      const item = `${id}/${one.id}#0`;
      return [
        replied(one.id, reply, { item }),
        ...judges.map((judgeModel, place) => judged(one.id, 'Helps', place / 10, { item, judgeModel })),
      ];
    }),
  );
  return createRunSession(
    {
      ...manifest,
      judges: [openAiModel, claudeModel].slice(0, judges.length),
      benchmarks: benchmarkIds.map((id) => ({ ...entry, id, samples: samplesEach })),
    },
    benchmarkIds.flatMap((benchmark) => samples.map((one) => ({ benchmark, sample: one }))),
    new Map<BenchmarkId, Benchmark>(benchmarkIds.map((id) => [id, { ...toyBenchmark, id, title: `Toy ${id}` }])),
    [...records, ended()],
  );
}

function reported(session: RunSession): { readonly text: string; readonly html: string } {
  const text = markdownReport(buildReport(session, { resamples: 100 }), session);
  return { text, html: ofMarkdown.render(text) };
}

function count(text: string, part: string): number {
  return text.split(part).length - 1;
}

describe('the room of a Markdown report', () => {
  it('is kept to by leaving out cases, and what is left is whole Markdown', () => {
    // Each backtick takes the room of three, as a fence is longer than any run of them.
    const backticks = '`'.repeat(5_000);
    const session = sixBenchmarks({
      reply: backticks + hostileText,
      words: backticks,
      title: '&'.repeat(200) + hostileText,
    });
    const { text, html } = reported(session);
    expect(text.length).toBeLessThanOrEqual(60_000);
    const [, leftOut, all] = /(\d+) of (\d+) worst cases are left out/.exec(text) ?? [];
    expect(Number(all)).toBe(quotedEach * benchmarkIds.length);
    expect(Number(leftOut)).toBeGreaterThan(0);
    const shown = Number(all) - Number(leftOut);
    expect(shown).toBeGreaterThanOrEqual(benchmarkIds.length);
    expect(count(html, '<pre>')).toBe(2 * shown);
    expect(count(html, '<h3>Worst cases</h3>')).toBe(benchmarkIds.length);
    // The last line stands outside of every fence, and every table is there.
    expect(html).toMatch(/<p>To fit a comment on GitHub, [^<]* have them in full\.<\/p>\s*$/);
    expect(count(html, '<table>')).toBe(1 + 2 * benchmarkIds.length);
    expect(html).not.toMatch(/<(?:script|img|a|iframe|svg)\b/);
  });

  it('goes to the worst case of each benchmark before the second worst of any, and to the start of a reply', () => {
    const long = 'Let us look at it. '.repeat(500);
    const { text, html } = reported(sixBenchmarks({ reply: long, words: '&'.repeat(5_000), title: '&'.repeat(2_000) }));
    expect(text.length).toBeLessThanOrEqual(60_000);
    const shown = html
      .split('<h2>')
      .slice(1)
      .map((part) => count(part, '<p>Reply:</p>'));
    expect(shown).toHaveLength(benchmarkIds.length);
    expect(Math.min(...shown)).toBeGreaterThan(0);
    expect(Math.min(...shown)).toBeLessThan(quotedEach);
    expect(Math.max(...shown) - Math.min(...shown)).toBeLessThanOrEqual(1);
    for (const [, quoted = ''] of html.matchAll(/<p>Reply:<\/p>\s*<pre><code[^>]*>([^<]*)/g))
      expect(quoted.length).toBeLessThan(1_100);
  });

  it('is found in the lists of disagreements once there is no case left, and said where tables alone are longer', () => {
    const session = sixBenchmarks({ reply: 'No.', judges: [openAi, claude] });
    const report = buildReport(session, { resamples: 100 });
    const warnings = [{ kind: 'samples' as const, message: 'Something is amiss. '.repeat(2_900) }];
    expect(markdownReport({ ...report, warnings: [] }, session)).toContain('### Where the judges disagree');
    const text = markdownReport({ ...report, warnings }, session);
    expect(text.length).toBeGreaterThan(60_000);
    expect(text).not.toContain('### Where the judges disagree');
    expect(text).toContain(
      `${5 * benchmarkIds.length} of ${5 * benchmarkIds.length} worst cases are left out, the lists of disagreements between judges are left out.`,
    );
    expect(text).toMatch(/It is still too long\.\n$/);
  });

  it('is no matter where there is enough', () => {
    const { text } = reported(mixedRun());
    expect(text).toContain('Reply:\n\n```text\nGood.\n```\n\n- Helps: 0, not as wanted');
    expect(text).not.toContain('To fit a comment');
    const { text: six } = reported(sixBenchmarks({ reply: 'No.' }));
    expect(count(six, 'Reply:')).toBe(quotedEach * benchmarkIds.length);
    expect(six).not.toContain('To fit a comment');
  });
});
