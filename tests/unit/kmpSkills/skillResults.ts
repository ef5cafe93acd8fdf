import type { MetricValue } from '../../../src/core/benchmark/metric';
import { metricValue } from '../../../src/core/benchmark/metricValue';
import { kmpSkills } from '../../../src/core/benchmarks/kmpSkills/definition';
import type { EcSample, KmpSkillsSample } from '../../../src/core/benchmarks/kmpSkills/samples';
import type { ProtocolPolicy } from '../../../src/core/benchmark/protocolPolicy';
import { defaultPolicy } from '../../../src/core/benchmarks/policies';
import type { RepeatResult, SampleResult } from '../../../src/core/benchmark/sampleResult';
import type { Verdict } from '../../../src/core/benchmark/judging/verdict';
import { parseTemplate } from '../../../src/core/prompt/promptTemplate';

export type Result = SampleResult<KmpSkillsSample>;

/** A complete trial with these verdicts. */
export function trial(sample: KmpSkillsSample, verdicts: readonly Verdict[], repeat = 0): RepeatResult {
  const prompt = { template: parseTemplate(''), placement: 'own' } as const;
  const plan = kmpSkills.plan(sample, prompt, defaultPolicy, { repeat, seed: 1 });
  return { repeat, dialogue: { plan, replies: [], status: 'complete' }, verdicts };
}

/** A verdict; without a label an unscored one. */
export function verdict(judge: string, turn: number, label: Verdict['label'], criterionId?: string): Verdict {
  const slot = { judge, unit: 'message', turn, ...(criterionId === undefined ? {} : { criterionId }) } as const;
  return label === undefined ? { ...slot, status: 'unscored' } : { ...slot, status: 'ok', label };
}

/** Every metric of the benchmark over these results, by `block/id`. */
export function metricValues(
  results: readonly Result[],
  policy: ProtocolPolicy = {},
): ReadonlyMap<string, MetricValue> {
  const options = { seed: 1, resamples: 200, policy: { ...defaultPolicy, ...policy } } as const;
  return new Map(
    kmpSkills.metrics.map((metric) => [`${metric.block ?? ''}/${metric.id}`, metricValue(metric, results, options)]),
  );
}

/** One assessed solution: claim, whether the reason was right, whether the correction was. */
export function assessed(
  sample: EcSample,
  id: string,
  ...trials: readonly [claim: Verdict['label'], reason?: boolean, corrected?: boolean][]
): Result {
  const of = { ...sample, id };
  return {
    sample: of,
    repeats: trials.map(([claim, reason, corrected], repeat) =>
      trial(
        of,
        [
          verdict('claim', 1, claim),
          ...(reason === undefined ? [] : [verdict('reason', 1, reason)]),
          verdict('correction', 2, corrected),
        ],
        repeat,
      ),
    ),
  };
}
