import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import * as z from 'zod';
import { repository, useCommandLine } from './commandLine';
import { expectRefusal } from './expectRefusal';
import { ruleTutorServer } from '../../loopback/ruleTutorServer';
import { evaluated, type Evaluated } from './printedJson';

const cli = useCommandLine();
// How runs are compared and checked is tried out on what needs no server.
const allow = '--allow-simulated';
let cwd = '';
let original: Evaluated;
let rule: Evaluated;

beforeAll(async () => {
  cwd = await cli().workspace();
  const text = await readFile(path.join(repository, 'test-fixtures/workspace/rule.tutor.md'), 'utf8');
  await writeFile(path.join(cwd, 'rule.md'), text);
  original = await evaluate('tutor.md');
  rule = await evaluate('rule.md', '--benchmark', 'guideeval');
});

async function evaluate(file: string, ...options: readonly string[]): Promise<Evaluated> {
  return evaluated((await cli().run(['evaluate', file, '--json', ...options], { cwd })).out);
}

const comparisonSchema = z.object({
  schemaVersion: z.literal(1),
  before: z.object({ id: z.string() }),
  after: z.object({ id: z.string() }),
  comparable: z.boolean(),
  summary: z.string(),
  decision: z.unknown(),
  aims: z.unknown(),
  namedAfter: z.string().optional(),
  judgeDoubts: z.object({ sentence: z.string() }).optional(),
  benchmarks: z.array(
    z.object({
      id: z.string(),
      metrics: z.array(
        z.object({
          id: z.string(),
          block: z.string().nullable(),
          outcome: z.string(),
          pairs: z.int(),
          difference: z.number().nullable(),
        }),
      ),
      flips: z.object({ counts: z.record(z.string(), z.int()) }),
    }),
  ),
});

async function compared(...args: readonly string[]) {
  const { out, code } = await cli().run(['compare', ...args, allow, '--json'], { cwd });
  return { code, comparison: comparisonSchema.parse(JSON.parse(out)) };
}

/** The headlines, which are the targets where nobody names others. The rules address them all. */
const better = ['accErr/ESA', 'accErr/OSA', 'compConf/ESA'];
const summaries = {
  better:
    'better at OSA (+0.55, 0.43 to 0.64), ESA, after right and wrong answers (+0.77, 0.52 to 1.04) and 1 more. (simulated)',
  worse:
    'worse at OSA (−0.55, −0.64 to −0.43), ESA, after right and wrong answers (−0.77, −1.04 to −0.52) and 1 more. (simulated)',
};
describe('compare', () => {
  it('calls what the rules address better, and nothing worse', async () => {
    const { code, comparison } = await compared(original.runId, rule.runId);
    const words = new Map(
      comparison.benchmarks.flatMap(({ metrics }) =>
        metrics.map(({ id, block, outcome }) => [`${block}/${id}`, outcome]),
      ),
    );
    const withOutcome = (wanted: string): readonly string[] =>
      [...words].flatMap(([place, word]) => (word === wanted ? place : []));
    expect(withOutcome('better')).toEqual(better);
    // Nobody asked about the others, so they are shown without an outcome.
    expect(withOutcome('exploratory')).toHaveLength(13);
    expect(words.size).toBe(16);
    expect(comparison.summary).toBe(`Adopt: ${summaries.better}`);
    const line: unknown = expect.stringMatching(/^Adopt: better at /);
    expect(comparison.decision).toEqual({ kind: 'adopt', title: 'Adopt', line, stoppedEarly: null });
    expect(comparison.judgeDoubts?.sentence).toBe('The judge is unchecked for all 16 judged metrics.');
    expect(code).toBe(0);
  });

  it('takes the targets and guards that are named, and says that they were chosen afterwards', async () => {
    const aims = ['--target', 'guideeval/P-Redirect', '--guard', 'guideeval/P-Affirm', '--guard-margin', '0.05'];
    const { code, comparison } = await compared(original.runId, rule.runId, ...aims);
    expect(comparison.aims).toEqual({
      targets: ['guideeval/accErr/P-Redirect'],
      guards: ['guideeval/accErr/P-Affirm'],
    });
    expect(comparison.summary).toBe(
      'Chosen afterwards: better at P-Redirect (+0.68, 0.59 to 0.75); no worse on P-Affirm. (simulated)',
    );
    const namedAfter = 'Targets or guards were named after the run: read the result as exploratory.';
    expect(comparison).toMatchObject({ namedAfter, decision: { kind: 'chosenAfterwards' } });
    expect(code).toBe(0);
    const { out } = await cli().run(['compare', original.runId, rule.runId, allow, ...aims], { cwd });
    expect(out.replaceAll(/\s+/g, ' ')).toContain(namedAfter);
    // A check still fails by what is named for it alone.
    const falls = ['compare', rule.runId, original.runId, allow, '--target', 'guideeval/P-Redirect'];
    expect((await cli().run(falls, { cwd })).code).toBe(1);
    expectRefusal(
      await cli().run(['compare', original.runId, rule.runId, '--target', 'guideeval/none'], { cwd }),
      /GuideEval has no metric “none”\. It has: P-Affirm/,
    );
  });

  it('calls nothing between a prompt and itself, though chance moves it', async () => {
    const one = await evaluate('tutor.md', '--seed', '5');
    const other = await evaluate('tutor.md', '--seed', '6');
    const { code, comparison } = await compared(one.runId, other.runId);
    expect(comparison.comparable).toBe(true);
    const metrics = comparison.benchmarks.flatMap((benchmark) => benchmark.metrics);
    expect(metrics.some(({ difference }) => difference !== null && difference !== 0)).toBe(true);
    expect(new Set(metrics.map(({ outcome }) => outcome))).toEqual(new Set(['noEvidence', 'exploratory']));
    expect(code).toBe(0);
  });

  it('exits with 1 when the second run is worse at something, and says what', async () => {
    const { code, out } = await cli().run(['compare', rule.runId, original.runId, allow], { cwd });
    expect(out.replaceAll(/\s+/g, ' ')).toContain(`: Reject: ${summaries.worse}`);
    expect(code).toBe(1);
  });

  it('refuses a judge that a run lacks, and a run that is not there', async () => {
    expectRefusal(
      await cli().run(['compare', original.runId, rule.runId, '--judge', 'openai:gpt-9'], { cwd }),
      /was not judged by openai:gpt-9\. It has: offline/,
    );
    expectRefusal(await cli().run(['compare', 'nope', rule.runId], { cwd }), /no run “nope”/);
  });

  it('refuses runs that share nothing, a run beside itself, and one that never began, in one line', async () => {
    const other = await evaluate('tutor.md', '--benchmark', 'mrbench', '--limit', '2');
    expectRefusal(
      await cli().run(['compare', original.runId, other.runId], { cwd }),
      /Nothing to compare: the runs have no benchmark in common\./,
    );
    expectRefusal(
      await cli().run(['compare', rule.runId, rule.runId], { cwd }),
      /same on both sides.*--judge-before and --judge-after/,
    );
    const begun = await evaluate('tutor.md');
    await writeFile(path.join(begun.runDir, 'journal.jsonl'), '');
    const { code, err, out } = await cli().run(['compare', original.runId, begun.runId], { cwd });
    expect([code, out]).toEqual([2, '']);
    expect(err).toMatch(
      /is unfinished \(empty journal\): 0 of 480 cases have a reply\. Finish it with: tutor-prompt-lab resume/,
    );
  });

  it('warns of a run that was cut off, with how far it came', async () => {
    const cut = await evaluate('tutor.md');
    const journal = path.join(cut.runDir, 'journal.jsonl');
    const lines = (await readFile(journal, 'utf8')).trimEnd().split('\n');
    await writeFile(journal, `${lines.slice(0, -1).join('\n')}\n`);
    const { code, err } = await cli().run(['compare', original.runId, cut.runId, allow], { cwd });
    expect(err).toMatch(
      /warning: Run .* is unfinished \(under way or cut off\): 480 of 480 cases have a reply\. Finish it with/,
    );
    expect(code).toBe(0);
  });

  it('exits with 1 on runs that cannot be compared, and shows them still', async () => {
    const placed = await evaluate('rule.md', '--placement', 'benchmark', '--benchmark', 'guideeval');
    const { code, out, err } = await cli().run(['compare', original.runId, placed.runId], { cwd });
    expect(out).toMatch(/not comparable: the prompt’s placement \(own → benchmark\)/);
    expect(err).toContain('failed: No metric could be tested.');
    expect(code).toBe(1);
    const meant = await cli().run(['compare', original.runId, placed.runId, '--across', 'placement', allow], { cwd });
    expect(meant.out).toMatch(/Compared: the prompt, and the prompt’s placement \(/);
    expect(meant.err).toBe('');
  });

  it('takes for meant what alone differs between runs of one prompt, as the panel does', async () => {
    const placed = await evaluate('tutor.md', '--placement', 'benchmark');
    const { out } = await cli().run(['compare', original.runId, placed.runId], { cwd });
    expect(out).toMatch(/Compared: the prompt’s placement \(.*\); the prompt is the\s+same\./);
    expect(out).not.toContain('not comparable');
  });

  it('has the margin and the smallest difference of the settings', async () => {
    const again = await evaluate('tutor.md');
    const alike = await compared(original.runId, again.runId, '--margin', '0.5');
    expect(alike.comparison.summary).toMatch(/^Not settled: equivalent on all/);
    const large = await compared(original.runId, rule.runId, '--smallest', '0.99');
    expect(large.comparison.summary).toMatch(/^Not settled: no clear difference/);
    expectRefusal(
      await cli().run(['compare', original.runId, rule.runId, '--margin', '5'], { cwd }),
      /--margin <share>.*Give a share from 0 to 1/,
    );
    expectRefusal(
      await cli().run(['compare', original.runId, rule.runId, '--across', 'weather'], { cwd }),
      /Allowed choices are tutor, /,
    );
  });
});

describe('compare with a tutor over HTTP', () => {
  // Each benchmark sends its own temperature, so what one run alone has made all of it look different.
  it('goes by the benchmarks that both runs have, and calls what the rules address better', async () => {
    const server = await ruleTutorServer();
    const tutor = ['--tutor', 'openai:rules', '--tutor-base-url', server.url, '--limit', '20'];
    const before = await evaluate('tutor.md', ...tutor);
    const aims = ['--target', 'guideeval/P-Redirect', '--target', 'mrbench/actionability'];
    const after = await evaluate('rule.md', ...tutor, ...aims);
    await server.close();
    expect(after.benchmarks.map(({ id }) => id)).toEqual(['guideeval', 'mrbench']);
    const { code, out } = await cli().run(['compare', before.runId, after.runId], { cwd });
    expect(out).toMatch(/^Against .*: Adopt: better at P-Redirect \(\+1\.00, /m);
    expect(out.replace(/\s+/g, ' ')).toMatch(/\. \(simulated judge\)/);
    expect(code).toBe(0);
  });
});

describe('evaluate --baseline', () => {
  it('says how the run compares and exits with 1 when it is worse', async () => {
    const { code, err } = await cli().run(
      ['evaluate', 'tutor.md', '--benchmark', 'guideeval', '--baseline', rule.runId, allow],
      {
        cwd,
      },
    );
    expect(/^Against rule\.md [0-9a-f]{7}, \d+ \w+ \d{4}: Reject: (.*)$/m.exec(err)?.[1]).toBe(summaries.worse);
    expect(
      [...err.matchAll(/^failed: guideeval\/(\S+) is worse than in \S+\. \(simulated\)$/gm)].map(([, id]) => id),
    ).toEqual(better);
    expect(code).toBe(1);
  });

  it('fails when no metric could be tested, instead of passing on nothing', async () => {
    const args = [
      'evaluate',
      'tutor.md',
      '--benchmark',
      'mrbench',
      '--limit',
      '2',
      '--json',
      '--baseline',
      rule.runId,
      allow,
    ];
    const { code, out, err } = await cli().run(args, { cwd });
    expect(err).toMatch(
      /^failed: No metric could be tested against .*\. Nothing to compare: the runs have no benchmark in common\.$/m,
    );
    expect(evaluated(out).comparison).toMatchObject({ tested: 0, metrics: [] });
    expect(code).toBe(1);
  });

  it('has the words in the JSON', async () => {
    const { out, code } = await cli().run(['evaluate', 'rule.md', '--json', '--baseline', original.runId, allow], {
      cwd,
    });
    const { comparison } = evaluated(out);
    expect(comparison?.baseline.runId).toBe(original.runId);
    // A test above played the earlier text with another seed: that play counts as well, so the intervals are narrower.
    expect(comparison?.furtherRuns).toHaveLength(1);
    expect(/^Against tutor\.md [0-9a-f]{7}, .*?: Adopt: (.*)$/.exec(comparison?.answer ?? '')?.[1]).toBe(
      'better at OSA (+0.58, 0.49 to 0.67), ESA, after right and wrong answers (+0.78, 0.53 to 1.03) and 1 more. (simulated)',
    );
    expect(comparison?.metrics.find(({ block, id }) => `${block}/${id}` === 'accErr/OSA')?.outcome).toBe('better');
    expect(code).toBe(0);
  });
});

// Its bug: the option that names the new run's judge was taken for one that chooses between verdicts, and refused.
describe('evaluate --judge --baseline', () => {
  it('compares by the judge that both runs have', async () => {
    const args = ['evaluate', 'rule.md', '--judge', 'offline', '--json', '--baseline', original.runId, allow];
    const { out, code } = await cli().run(args, { cwd });
    expect(evaluated(out).comparison?.tested).toBeGreaterThan(0);
    expect(code).toBe(0);
  });
});

describe('report --baseline', () => {
  const report = (format: string) =>
    cli().run(['report', rule.runId, '--baseline', original.runId, '--format', format, allow], { cwd });

  it('begins with the comparison', async () => {
    expect((await report('markdown')).out).toMatch(/## Compared with tutor\\\.md [0-9a-f]{7}\n\n\*\*Against /);
    expect((await report('junit')).out).toMatch(/<testsuite name="Compared with tutor\.md [0-9a-f]{7} \(simulated\)"/);
    expect(JSON.parse((await report('json')).out)).toMatchObject({ comparison: { comparable: true } });
  });

  it('is green in JUnit where nothing got worse, though not every verdict is as wanted', async () => {
    const failures = async (...args: readonly string[]): Promise<number> => {
      const { out } = await cli().run(['report', ...args, '--format', 'junit', allow], { cwd });
      return Number(/<testsuites [^>]*failures="(\d+)"/.exec(out)?.[1]);
    };
    expect(await failures(rule.runId)).toBeGreaterThan(0);
    expect(await failures(rule.runId, '--baseline', original.runId)).toBe(0);
    expect(await failures(original.runId, '--baseline', rule.runId)).toBeGreaterThan(0);
  });

  it('is refused for forms that hold none', async () => {
    expectRefusal(
      await report('csv'),
      /--baseline cannot be combined with --format csv\. Use one of: html, markdown, junit, json/,
    );
  });
});

describe('judge', () => {
  it('makes a run of the same replies without a tutor call, with equal statistics by the same judge', async () => {
    const { out, code } = await cli().run(['judge', original.runId, '--json'], { cwd });
    const again = evaluated(out);
    expect(again.calls).toMatchObject({ tutor: 0, judge: original.calls.judge });
    expect(again.runId).not.toBe(original.runId);
    expect(again.benchmarks).toEqual(original.benchmarks);
    expect(code).toBe(0);
  });
});
