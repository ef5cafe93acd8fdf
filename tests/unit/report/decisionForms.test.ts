import { describe, expect, it } from 'vitest';
import type { Aims } from '../../../src/core/benchmark/aims';
import { compareRuns } from '../../../src/core/compare/compareRuns';
import { comparisonJson } from '../../../src/core/compare/comparisonJson';
import { decisionOf } from '../../../src/core/compare/decision';
import { methodText } from '../../../src/core/compare/describeComparison';
import { decisionWords } from '../../../src/core/compare/decisionWords';
import { comparisonSentence, type LabelledComparison } from '../../../src/core/compare/comparisonSentence';
import { comparisonText } from '../../../src/core/report/comparisonText';
import { comparisonView, comparisonViewChanges } from '../../../src/core/report/comparisonView';
import { comparisonViewTitles } from '../../../src/core/report/comparisonViewFlips';
import { jsonReport } from '../../../src/core/report/evaluateJson';
import { htmlReport } from '../../../src/core/report/htmlReport';
import { junitReport } from '../../../src/core/report/junitReport';
import { markdownReport } from '../../../src/core/report/markdownReport';
import { buildReport } from '../../../src/core/results/buildReport';
import type { RunSession } from '../../../src/core/run/runSession';
import { comparedSession, labelMetric, type Trials, options } from '../compare/comparedSessions';

const ids = Array.from({ length: 24 }, (_, index) => `s${String(index)}`);

function session(labels: (index: number) => Trials[number], manifest = {}): RunSession {
  const trials = Object.fromEntries(ids.map((id, index) => [id, [labels(index)]]));
  // `Falls` counts the same labels as bad, so that it moves against `Rises`.
  const metrics = [
    labelMetric({ id: 'Rises', title: 'Rises' }),
    labelMetric({ id: 'Falls', title: 'Falls', direction: 'down' }),
    labelMetric({ id: 'Aside', title: 'Aside' }),
  ];
  return comparedSession({ trials, metrics, manifest: { tutor: real, ...manifest } });
}

const real = { provider: 'openai', model: 'gpt-5.4-mini', simulated: false } as const;
const before = session(() => 0);
const aims = (targets: readonly string[], guards: readonly string[] = []) => ({
  targets: targets.map((name) => `${before.items[0]!.benchmark.id}/${name}`),
  guards: guards.map((name) => `${before.items[0]!.benchmark.id}/${name}`),
});
const edited = { prompt: { ...before.manifest.prompt, revision: 'sha256:bb' } };
const up = (made: Aims) => session(() => 1, { ...edited, aims: made });
const some = session((index) => (index < 3 ? 1 : 0), { ...edited, aims: aims(['Rises']) });

/** The later run with the aims that it was made with, and those that are named for the comparison. */
const cases = {
  Adopt: { after: up(aims(['Rises'])), named: undefined },
  Reject: { after: up(aims(['Falls'])), named: undefined },
  'Trade-off': { after: up(aims(['Rises'], ['Falls'])), named: undefined },
  'Not settled': { after: some, named: undefined },
  'Chosen afterwards': { after: up(aims(['Falls'])), named: aims(['Rises']) },
} as const;

/** Every text that a person or a machine reads. */
async function formsOf(compared: LabelledComparison, after: RunSession): Promise<Readonly<Record<string, string>>> {
  const { comparison } = compared;
  const report = buildReport(after, { resamples: 100 });
  const view = comparisonView(comparison, { titles: comparisonViewTitles(before, after) });
  return {
    panel: `${view.decision?.title ?? ''} | ${view.sentence}`,
    'lens and status bar': comparisonViewChanges(comparison).decision?.line ?? '',
    overview: comparisonViewChanges(comparison).sentence ?? '',
    terminal: comparisonText(comparison, { width: 120, color: false }),
    Markdown: markdownReport(report, after, compared).replaceAll('\\', ''),
    HTML: await htmlReport(report, after, { script: '', style: '' }, { compared }),
    JUnit: junitReport(report, compared),
    JSON: comparisonJson(comparison),
    'JSON report': jsonReport(report, after, compared),
  };
}

describe.each(Object.entries(cases))('the decision %s', (title, { after, named }) => {
  const comparison = compareRuns(before, after, { ...options, aims: named });
  const compared: LabelledComparison = { comparison };

  it('has the same words in every form', async () => {
    expect(decisionWords(comparison)?.title).toBe(title);
    const sentence = comparisonSentence(comparison);
    expect(sentence).toMatch(new RegExp(`^${title}: `, 'u'));
    const forms = Object.entries(await formsOf(compared, after));
    for (const [form, lines] of forms) {
      const text = lines.replace(/\s+/gu, ' ');
      expect(text, form).toContain(title);
      const others = Object.keys(cases).filter((other) => other !== title);
      for (const other of others) expect(text, form).not.toContain(`${other}:`);
      if (form !== 'lens and status bar') expect(text, form).toContain(sentence);
    }
  });

  it('says in the same words how it was found', async () => {
    const { terminal = '', Markdown = '' } = await formsOf(compared, after);
    const { method } = comparisonView(comparison, { titles: comparisonViewTitles(before, after) });
    for (const text of [terminal, Markdown, method])
      expect(text.replace(/\s+/gu, ' ')).toContain(methodText(comparison));
  });

  it('is never beside an outcome word of a metric that decides nothing, and guards show their margin', async () => {
    const guards = comparison.aims.guards.length > 0;
    const { terminal = '', Markdown = '', HTML = '', JUnit = '', ...json } = await formsOf(compared, after);
    const outcome = /\b(?:better|worse|unclear|no clear difference|no worse|equivalent|not tested)\b/u;
    const aside = (text: string, break_: string | RegExp): readonly string[] =>
      text.split(break_).filter((part) => part.includes('Aside') && !part.includes('Compared'));
    for (const [text, break_] of [
      [terminal, '\n'],
      [Markdown, '\n'],
      [HTML, '</tr>'],
      [JUnit, /(?<=>)/u],
    ] as const) {
      const rows = aside(text, break_).filter((row) => /[+−]?\d\.\d+ to /u.test(row));
      expect(rows.length).toBeGreaterThan(0);
      for (const row of rows) expect(row).not.toMatch(outcome);
      expect(text.includes('margin 0.10')).toBe(guards);
    }
    const { comparison: summary } = JSON.parse(json['JSON report'] ?? '') as {
      comparison: { metrics: readonly { id: string; word: string; difference: number }[] };
    };
    expect(summary.metrics.find(({ id }) => id === 'Aside')).toMatchObject({ word: 'exploratory' });
    const view = comparisonView(comparison, { titles: comparisonViewTitles(before, after) });
    const groups = view.benchmarks.flatMap((benchmark) => benchmark.groups);
    const roles = groups.map(({ role }) => role);
    expect(roles).toEqual(['target', ...(guards ? ['guard'] : []), 'exploratory']);
    const row = groups.at(-1)?.rows.find(({ id }) => id === 'Aside');
    expect(row?.outcomeText).toBe('');
    expect(row?.difference).toMatch(/ to /u);
  });
});

describe('aims that are named after the run', () => {
  const after = up(aims(['Falls', 'Aside'], ['Rises']));
  const compared = (named: Aims) => compareRuns(before, after, { ...options, aims: named });
  const words = 'Targets or guards were named after the run: read the result as exploratory.';

  it.each([
    ['another target', aims(['Rises'])],
    ['fewer targets', aims(['Falls'])],
    ['another guard', aims([], ['Falls'])],
    ['both', aims(['Rises'], ['Aside'])],
  ])('are said to be so in every form, and nothing is decided: %s', async (_, named) => {
    const comparison = compared(named);
    expect(decisionWords(comparison)).toMatchObject({ kind: 'chosenAfterwards', line: 'Chosen afterwards' });
    const view = comparisonView(comparison, { titles: comparisonViewTitles(before, after) });
    const forms = { ...(await formsOf({ comparison }, after)), panel: view.notices.join(' ') };
    // These two have the decision alone, which says so in its title.
    const rest = Object.entries(forms).filter(([form]) => form !== 'lens and status bar' && form !== 'overview');
    expect(rest).toHaveLength(7);
    for (const [form, text] of rest) expect(text.replace(/\s+/gu, ' '), form).toContain(words);
  });

  it('are no others where they are those of the run, in any order, or where none are named', async () => {
    for (const named of [aims(['Aside', 'Falls'], ['Rises']), aims([], []), aims([], ['Rises'])]) {
      const comparison = compared(named);
      expect(decisionWords(comparison)?.kind).toBe('tradeOff');
      for (const [form, text] of Object.entries(await formsOf({ comparison }, after)))
        expect(text, form).not.toContain(words);
    }
  });

  it('are others than the headlines that count where a run was made without', () => {
    const plain = session(() => 1, { ...edited, aims: undefined });
    const [headline] = compareRuns(before, plain, options).aims.targets;
    const namedAfter = (name: string) =>
      compareRuns(before, plain, { ...options, aims: { targets: [name], guards: [] } }).namedAfter;
    expect(namedAfter(headline!)).toBeUndefined();
    expect(namedAfter(aims(['Falls']).targets[0]!)).toBe(words);
  });
});

it('says in every form that the baseline was chosen for its score', async () => {
  const warning = 'This baseline was chosen among 5 runs: run it again before you compare.';
  const { after } = cases.Adopt;
  const comparison = compareRuns(before, after, { ...options, chosen: { chosenBy: [], warning } });
  const view = comparisonView(comparison, { titles: comparisonViewTitles(before, after) });
  const forms = { ...(await formsOf({ comparison }, after)), panel: view.notices.join(' ') };
  for (const [form, text] of Object.entries(forms))
    if (form !== 'lens and status bar' && form !== 'overview')
      expect(text.replace(/\s+/gu, ' '), form).toContain(warning);
});

it('needs as many more samples for the decision as the row of its open target says', () => {
  // Two samples a unit, so that units and samples are not the same number.
  const { after } = cases['Not settled'];
  const plain = compareRuns(before, after, options);
  const benchmarks = plain.benchmarks.map((one) => ({ ...one, samples: { ...one.samples, both: 48 } }));
  const comparison = { ...plain, benchmarks };
  const view = comparisonView(comparison, { titles: comparisonViewTitles(before, after) });
  const [row] = view.benchmarks[0]?.groups[0]?.rows ?? [];
  expect(row?.moreSamples).toBe(2 * (benchmarks[0]!.metrics[0]!.needed! - 24));
  expect(decisionOf(comparison)?.more?.samples).toBe(row?.moreSamples);
});

describe('a run that stopped before its plan was over', () => {
  const looks = [6, 12, 24];
  const order = ids.map((id) => `${before.items[0]!.benchmark.id}/${id}`);
  const parts = (planned: number) => ({
    ...edited,
    aims: aims(['Rises']),
    sequence: { planned, order, looks },
  });
  const words = /Decided after 24 of 48 units: this size is probably too large\./u;

  it('says that its size is probably too large, and not where the plan is over or nothing is settled', async () => {
    const early = session(() => 1, parts(48));
    const forms = await formsOf({ comparison: compareRuns(before, early, options) }, early);
    for (const form of ['terminal', 'Markdown', 'HTML', 'JSON', 'JSON report'])
      expect(forms[form], form).toMatch(words);
    expect(
      comparisonView(compareRuns(before, early, options), { titles: comparisonViewTitles(before, early) }).stoppedEarly,
    ).toMatch(words);
    // What is chosen afterwards is not settled at all.
    const chosen = compareRuns(before, early, { ...options, aims: aims(['Falls']) });
    for (const text of Object.values(await formsOf({ comparison: chosen }, early)))
      expect(text).not.toContain('Decided after');
    const whole = session(() => 1, parts(24));
    const open = session(() => 0, parts(48));
    for (const after of [whole, open])
      for (const text of Object.values(await formsOf({ comparison: compareRuns(before, after, options) }, after)))
        expect(text).not.toContain('Decided after');
  });
});
