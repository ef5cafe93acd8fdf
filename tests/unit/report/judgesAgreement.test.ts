import { describe, expect, it } from 'vitest';
import { buildReport } from '../../../src/core/results/buildReport';
import { loneCase } from '../../../src/core/results/caseDetail';
import { csvReport } from '../../../src/core/report/csvReport';
import { evaluateJson, jsonReport } from '../../../src/core/report/evaluateJson';
import { judgeDisagreements } from '../../../src/core/results/judgesAgreement';
import { markdownReport } from '../../../src/core/report/markdownReport';
import type { BenchmarkReport, RunReport } from '../../../src/core/results/reportModel';
import { terminalTable } from '../../../src/core/report/terminalTable';
import { checkThresholds } from '../../../src/cli/runChecks';
import { summarizeRun } from '../../../src/core/history/summarizeRun';
import type { RunSession } from '../../../src/core/run/runSession';
import type { RunRecord } from '../../../src/core/store/runRecord';
import {
  claude,
  claudeModel,
  ended,
  failedJudge,
  judged,
  openAi,
  openAiModel,
  replied,
  sample,
  toySession,
} from './reportFixture';
import { writtenReport } from './writtenReport';

const third = 'openai:gpt-5-nano';
const thirdModel = { provider: 'openai', model: 'gpt-5-nano', simulated: false };
const quick = { resamples: 200 };

/** What a judge model says of `Helps` and of `Level` on each sample; undefined for an answer that cannot be read. */
type Said = Readonly<Record<string, readonly (number | undefined)[]>>;

const ids = ['a', 'b', 'c', 'd'];

function recordsOf(said: Said, judge = 'Helps'): readonly RunRecord[] {
  return Object.entries(said).flatMap(([judgeModel, labels]) =>
    labels.map((label, place) => judged(ids[place] ?? '', judge, label, { judgeModel })),
  );
}

function sessionOf(said: Said, models = [openAiModel, claudeModel], more: readonly RunRecord[] = []): RunSession {
  const records = [...ids.map((id) => replied(id, 'Well.')), ...recordsOf(said), ...more, ended()];
  return toySession({ samples: ids.map((id) => sample(id)), records, manifest: { judges: models } });
}

function toy(report: RunReport): BenchmarkReport {
  const [found] = report.benchmarks;
  if (found === undefined) throw new Error('There is no benchmark.');
  return found;
}

const two = sessionOf({ [openAi]: [1, 0, 1, 1], [claude]: [1, 0, 0, undefined] });

describe('agreement between judges', () => {
  it('counts what both said something usable about', () => {
    const { agreement } = toy(buildReport(two, quick));
    expect(agreement).toMatchObject({ judges: [openAi, claude], cases: 1 });
    expect(agreement?.dimensions).toEqual([
      expect.objectContaining({ id: 'Helps', compared: 3, split: 1, pairable: 6, agreement: 2 / 3 }),
    ]);
    // Coincidences of three pairs 1-1, 0-0 and 1-0: observed 2/6, expected 18/30.
    expect(agreement?.dimensions[0]?.nominal.value).toBeCloseTo(1 - (5 * 1) / 9, 12);
    expect(agreement?.dimensions[0]?.ordinal).toBeUndefined();
  });

  it('says why there is no alpha, and is not there with one judge', () => {
    const alike = toy(buildReport(sessionOf({ [openAi]: [1, 1], [claude]: [1, 1] }), quick)).agreement?.dimensions[0];
    expect([alike?.agreement, alike?.nominal.value, alike?.nominal.reason]).toEqual([
      1,
      undefined,
      'all verdicts are identical, so agreement is undefined',
    ]);
    const apart = toy(buildReport(sessionOf({ [openAi]: [1], [claude]: [undefined] }), quick)).agreement?.dimensions[0];
    expect([apart?.agreement, apart?.nominal.reason]).toEqual([
      undefined,
      'no two judges gave a usable verdict on the same thing',
    ]);
    const alone = toy(buildReport(sessionOf({ [openAi]: [1, 0] }, [openAiModel]), quick));
    expect('agreement' in alone).toBe(false);
  });

  it('leaves out what code decided', () => {
    const computed = [openAi, claude].map((judgeModel) => judged('a', 'Level', 2, { judgeModel, version: 'computed' }));
    const { agreement } = toy(buildReport(sessionOf({ [openAi]: [1], [claude]: [0] }, undefined, computed), quick));
    expect(agreement?.dimensions.map(({ id }) => id)).toEqual(['Helps']);
  });

  it('marks the verdicts that are split, and only those', () => {
    const marks = toy(buildReport(two, quick)).cases.flatMap(({ id, chips }) =>
      chips.filter(({ split }) => split === true).map(({ judgeModel }) => [id, judgeModel]),
    );
    expect(marks).toEqual([
      ['guideeval/c#0', openAi],
      ['guideeval/c#0', claude],
    ]);
  });

  it('lists the disagreements', () => {
    expect(judgeDisagreements(two)).toEqual([
      {
        case: 'guideeval/c#0',
        judge: 'Helps',
        judgeTitle: 'Helps',
        labels: [
          { judge: openAi, label: '1' },
          { judge: claude, label: '0' },
        ],
      },
    ]);
  });
});

const three = [openAiModel, claudeModel, thirdModel];
const voted = sessionOf(
  { [openAi]: [1, 0, 1, 1], [claude]: [1, 1, 0, undefined], [third]: [0, 0, 0.5, undefined] },
  three,
);

describe('the majority of several judges', () => {
  const report = buildReport(voted, { ...quick, majority: true });
  const name = 'majority of 3';
  const verdicts = (): ReadonlyMap<string, unknown> =>
    new Map(
      voted.items.map((item) => {
        const vote = loneCase(voted, item, true).verdicts.find(({ judgeModel }) => judgeModel === name);
        return [item.sample.id, [vote?.label, vote?.problem ?? vote?.reasoning]] as const;
      }),
    );

  it('says what more than half of them say, and is unscored otherwise', () => {
    expect([...verdicts()]).toEqual([
      ['a', ['1', `2 of 3 judges say so: ${openAi}, ${claude}.`]],
      ['b', ['0', `2 of 3 judges say so: ${openAi}, ${third}.`]],
      ['c', ['–', 'The judges are split: no label has more than half of them.']],
      ['d', ['–', 'Too few of the judges gave a usable verdict for any label to have more than half of them.']],
    ]);
    expect(toy(report).majority).toEqual({ verdicts: 4, split: 1, tooFew: 1 });
  });

  it('has metrics of its own that count those verdicts, and changes no other', () => {
    const plain = buildReport(voted, quick);
    const [metric] = toy(report)
      .blocks.filter(({ judge }) => judge === name)
      .flatMap(({ metrics }) => metrics.filter(({ id }) => id === 'Helps-right'));
    expect([metric?.value, metric?.n, metric?.excluded]).toEqual([0.5, 2, 2]);
    expect(toy(report).blocks.filter(({ judge }) => judge !== name)).toEqual(toy(plain).blocks);
    expect(toy(plain).blocks.some(({ judge }) => judge === name)).toBe(false);
    expect([toy(report).verdicts, toy(report).judgeFailed]).toEqual([toy(plain).verdicts, toy(plain).judgeFailed]);
    expect(toy(report).cases).toEqual(toy(plain).cases);
  });

  it('of two is what both say', () => {
    const { majority } = toy(buildReport(two, { ...quick, majority: true }));
    expect(majority).toEqual({ verdicts: 4, split: 1, tooFew: 1 });
  });

  it('is not asked about what most judges were not asked about', () => {
    const more = [judged('a', 'Level', 2, { judgeModel: third })];
    const session = sessionOf({ [openAi]: [1], [claude]: [1], [third]: [1] }, three, more);
    expect(toy(buildReport(session, { ...quick, majority: true })).majority?.verdicts).toBe(1);
  });

  it('counts a judge whose call failed as one that says nothing', () => {
    const lost = [failedJudge('a', 'Helps', 'Away.', third)];
    const session = sessionOf({ [openAi]: [1], [claude]: [0] }, three, lost);
    expect(toy(buildReport(session, { ...quick, majority: true })).majority).toEqual({
      verdicts: 1,
      split: 1,
      tooFew: 0,
    });
  });

  it('is nothing with a single judge, and no part of summaries and thresholds', () => {
    const alone = buildReport(sessionOf({ [openAi]: [1, 0] }, [openAiModel]), { ...quick, majority: true });
    expect([alone.run.majority, toy(alone).majority]).toEqual([undefined, undefined]);
    const summary = summarizeRun(report, voted, '0.1.0');
    expect(summary.benchmarks[0]?.blocks.map(({ judge }) => judge)).not.toContain(name);
    const below = checkThresholds([{ text: 'Helps-right=9', path: ['Helps-right'], value: 9 }], report);
    expect(below).toHaveLength(3);
    expect(below.join()).not.toContain(name);
  });

  it('is named in every form of the report', async () => {
    const json = evaluateJson(report, undefined);
    expect([json.majority, json.benchmarks[0]?.majority?.split]).toEqual([name, 1]);
    expect(json.benchmarks[0]?.metrics.filter(({ judge }) => judge === name).map(({ id }) => id)).toContain(
      'Helps-right',
    );
    expect(terminalTable(report, { width: 110, color: false })).toContain(`judged by ${name}`);
    expect(markdownReport(report, voted)).toContain(`judged by ${name}`);
    expect((await writtenReport(report, voted)).markup).toContain(`judged by ${name}</caption>`);
    expect(csvReport(report, voted)).toContain(name);
    const whole = JSON.parse(jsonReport(report, voted)) as { readonly disagreements: readonly unknown[] };
    expect(whole.disagreements).toHaveLength(3);
  });
});

describe('agreement in the forms of the report', () => {
  const report = buildReport(two, quick);

  it('is a table in the terminal that fits its width', () => {
    const lines = terminalTable(report, { width: 80, color: false }).split('\n');
    const at = lines.indexOf('Agreement between the 2 judges');
    expect(lines.slice(at + 1, at + 3).map((line) => line.replace(/ {2,}/g, '  '))).toEqual([
      'judge  alike  alpha  95% interval  split  n',
      expect.stringMatching(/^Helps {2}67% {2}0\.44 {2}(?:–|−?\d\.\d\d to \d\.\d\d) {2}1 {2}6$/),
    ]);
    expect(lines.filter((line) => line.length > 80)).toEqual([]);
  });

  it('is in the JSON with null where there is nothing', () => {
    const { agreement } = evaluateJson(report, undefined).benchmarks[0] ?? {};
    expect(agreement).toMatchObject({ judges: [openAi, claude], cases: 1 });
    expect(agreement?.dimensions[0]).toMatchObject({ id: 'Helps', compared: 3, alphaOrdinal: null });
  });

  it('is in Markdown with the list of disagreements, and in HTML', async () => {
    const text = markdownReport(report, two);
    expect(text).toContain('**Agreement between the 2 judges**');
    expect(text).toContain('### Where the judges disagree');
    expect(text).toMatch(/- guideeval\/c\\#.*Helps: openai.* 1; anthropic.* 0/);
    const { data } = await writtenReport(report, two);
    expect(data.report.benchmarks[0]?.agreement?.judges).toEqual([openAi, claude]);
  });
});

describe('the cost of each judge', () => {
  it('stands with its calls and tokens, and adds up to that of the run', () => {
    const usage = { input: 1_000_000, output: 100_000, cachedInput: 0 };
    const records = [
      replied('a', 'Well.', { usage }),
      judged('a', 'Helps', 1, { usage }),
      judged('a', 'Helps', 1, { judgeModel: claude, usage, calls: 2, cached: 1 }),
      ended(),
    ];
    const session = toySession({ samples: [sample('a')], records, manifest: { judges: [openAiModel, claudeModel] } });
    const { totals } = buildReport(session, quick).run;
    const [first, second] = totals.judges ?? [];
    expect([first?.judge, first?.calls, first?.input, first?.output]).toEqual([openAi, 1, 1_000_000, 100_000]);
    expect([second?.judge, second?.calls, second?.cached]).toEqual([claude, 2, 1]);
    // The tutor is the first judge's model: what it said as a tutor is no cost of the judge.
    expect((first?.usd ?? 0) * 2 + (second?.usd ?? 0)).toBeCloseTo(totals.cost.usd ?? 0, 9);
    const lines = terminalTable(buildReport(session, quick), { width: 110, color: false });
    expect(lines.replace(/\s+/g, ' ')).toContain(
      `Cost by judge: ${claude}: 2 calls, 1 more from the cache, 1,000,000 tokens in, 100,000 out, $`,
    );
  });

  it('is not there with one judge, and unknown without a price', () => {
    expect(buildReport(sessionOf({ [openAi]: [1] }, [openAiModel]), quick).run.totals.judges).toBeUndefined();
    const odd = { provider: 'openai', model: 'no-such-model', simulated: false };
    const session = sessionOf(
      { [openAi]: [1] },
      [openAiModel, odd],
      [
        judged('a', 'Helps', 1, {
          judgeModel: 'openai:no-such-model',
          usage: { input: 1, output: 1, cachedInput: 0 },
        }),
      ],
    );
    expect(buildReport(session, quick).run.totals.judges?.[1]?.usd).toBeUndefined();
  });
});
