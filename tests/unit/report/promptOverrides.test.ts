import { describe, expect, it } from 'vitest';
import { type PromptOverride, withPromptOverrides, textHash } from '../../../src/core/benchmark/judging/promptOverride';
import type { TrustCard } from '../../../src/core/benchmark/trustCard';
import { planRejudge } from '../../../src/core/history/planRejudge';
import { withJudgeTrust } from '../../../src/core/report/runTrust';
import { buildReport } from '../../../src/core/results/buildReport';
import type { MetricTrust } from '../../../src/core/results/trustModel';
import type { RunSession } from '../../../src/core/run/runSession';
import { cardsOfCalibration, type JudgeCalibration } from '../../../src/core/trust/calibrationResult';
import { dimensionAgreement } from '../../../src/core/trust/dimensionAgreement';
import { ratedLabels } from '../trust/ratedLabels';
import { trustCard } from '../trust/trustCards';
import {
  ended,
  judged,
  offlineModel,
  openAi,
  openAiModel,
  replied,
  sample,
  toyBenchmark,
  toySession,
} from './reportFixture';

const override: PromptOverride = {
  judges: ['Helps'],
  file: 'judges/guideeval/Helps.md',
  replaces: textHash('Judge.'),
  text: 'Judge strictly.',
};
const builtInVersion = 'Helps@12345678';
const version = withPromptOverrides(toyBenchmark, [override]).judges[0]?.version ?? '';

function sessionWith(overrides: readonly PromptOverride[], used: string): RunSession {
  const plain = toySession({ samples: [sample('a')], records: [] }).manifest;
  const [entry] = plain.benchmarks;
  if (entry === undefined) throw new Error('There is no benchmark.');
  const judgeVersions = { ...entry.judgeVersions, Helps: used };
  return toySession({
    samples: [sample('a')],
    records: [replied('a', 'Well.'), judged('a', 'Helps', 1, { version: used }), ended()],
    manifest: {
      benchmarks: [{ ...entry, judgeVersions, ...(overrides.length === 0 ? {} : { promptOverrides: [...overrides] }) }],
    },
  });
}

const own = sessionWith([override], version);
const builtIn = sessionWith([], builtInVersion);

function trustIn(session: RunSession, cards: readonly TrustCard[]): MetricTrust | undefined {
  const report = withJudgeTrust(buildReport(session, { resamples: 50 }), session, cards);
  const metrics = report.benchmarks[0]?.blocks.flatMap((block) => block.metrics) ?? [];
  return metrics.find(({ id }) => id === 'Helps-right')?.judgeTrust?.[0];
}

function card(judgeVersion: string, change: Partial<TrustCard> = {}): TrustCard {
  return trustCard({ judge: openAi, benchmark: 'guideeval', dimension: 'Helps', judgeVersion, ...change });
}

describe('a run with a custom judge prompt', () => {
  it('names the judge’s file, and says it before the numbers', () => {
    const report = buildReport(own, { resamples: 50 });
    expect(
      report.benchmarks[0]?.judges.map(({ id, version: used, promptOverride }) => [id, used, promptOverride]),
    ).toEqual([
      ['Helps', version, override.file],
      ['Level', 'Level@12345678', undefined],
    ]);
    const [warning] = report.warnings.filter(({ kind }) => kind === 'override');
    expect(warning?.message).toContain('Custom judge prompt for Toy: Helps (judges/guideeval/Helps.md)');
    expect(warning?.message).toContain('calibrate the judge with it');
    expect(buildReport(builtIn, { resamples: 50 }).warnings.map(({ kind }) => kind)).not.toContain('override');
  });

  it('asks with it when it goes on', () => {
    const [item] = own.items;
    if (item === undefined) throw new Error('There is no item.');
    const dialogue = own.state.item(item.key).dialogue(own.planOf(item));
    const [task] = item.benchmark.judgements(item.sample, dialogue, [], own.policy);
    expect(task).toMatchObject({ judge: 'Helps', version, prompt: { fixed: override.text } });
  });

  it('is unchecked until it was checked itself, whatever is known of the built-in text', () => {
    expect(trustIn(own, [card(builtInVersion)])?.status).toBe('unchecked');
    const both = [card(builtInVersion), card(version, { promptOverride: true })];
    expect(trustIn(own, both)).toMatchObject({ status: 'checked', older: false });
  });

  it('says nothing of the built-in text once it is gone', () => {
    expect(trustIn(builtIn, [card(version, { promptOverride: true })])?.status).toBe('unchecked');
    expect(trustIn(builtIn, [card('Helps@00000000')])).toMatchObject({ status: 'checked', older: true });
  });

  it('is judged again in its wording, in another one, or in the built-in one', () => {
    const { manifest } = own;
    const stored = {
      manifest,
      samples: own.items.map(({ sample: one }) => ({ benchmark: 'guideeval' as const, sample: one })),
      records: [replied('a', 'Well.')],
      problems: [],
    };
    const request = { runId: 'again', createdAt: manifest.createdAt, toolVersion: '0.1.0' };
    const benchmarks = new Map([['guideeval' as const, toyBenchmark]]);
    const again = (overrides?: readonly PromptOverride[]): readonly unknown[] => {
      const named = overrides === undefined ? undefined : new Map([['guideeval' as const, overrides]]);
      const [entry] = planRejudge(stored, [openAiModel], { ...request, overrides: named }, benchmarks).manifest
        .benchmarks;
      return [entry?.judgeVersions.Helps, entry?.promptOverrides?.map(({ text }) => text)];
    };
    expect(again()).toEqual([version, [override.text]]);
    expect(again([])).toEqual([builtInVersion, undefined]);
    expect(again([{ ...override, text: 'Kindly.' }])[1]).toEqual(['Kindly.']);
  });
});

describe('the card of a custom prompt', () => {
  const rated = ratedLabels(
    [
      ['Yes', 'Yes'],
      ['No', 'Yes'],
    ],
    'Helps',
  );

  function ownOf(models: readonly (readonly [model: string, used: string])[]): readonly (true | undefined)[] {
    const gold = { name: 'g', format: 'own', by: 'people' as const, goldHash: `sha256:${'a'.repeat(64)}` };
    const judges = models.map(([model, used]): JudgeCalibration => ({
      judge: model,
      model,
      simulated: model === 'offline',
      dimensions: [dimensionAgreement('Helps', rated, { scale: [], seed: '1', resamples: 50 })],
      rated,
      pending: 0,
      versions: new Map([['Helps', new Set([used])]]),
    }));
    return cardsOfCalibration({ ...own.manifest, calibration: gold }, judges).map(
      ({ promptOverride }) => promptOverride,
    );
  }

  it('says so; that of an offline judge beside it does not', () => {
    expect(ownOf([[openAi, version]])).toEqual([true]);
    expect(offlineModel.simulated).toBe(true);
    expect(ownOf([['offline', builtInVersion]])).toEqual([undefined]);
  });
});
