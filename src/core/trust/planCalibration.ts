import type { Benchmark } from '../benchmark/benchmark';
import type { GoldSample } from '../benchmark/goldReply';
import type { PromptOverride } from '../benchmark/judging/promptOverride';
import type { ProtocolPolicy } from '../benchmark/protocolPolicy';
import { defaultPolicy } from '../benchmarks/policies';
import type { Sample } from '../benchmark/samples';
import { readPromptFile } from '../prompt/promptFile';
import type { SamplesWithImages } from '../run/loadSamples';
import { type NewRunFacts, planRun } from '../run/planRun';
import type { RunChoices } from '../run/runChoices';
import type { NewRun } from '../store/runStore';
import { goldHashOf } from '../store/storedSamples';
import type { GoldSource } from './readGold';

/** No tutor is asked. With this placement the prompt may be empty. */
const placement = 'benchmark';

interface CalibrationRequest extends NewRunFacts, Pick<RunChoices, 'judges' | 'seed' | 'limit'> {
  /** Controls what judges see; use the policy of the runs to be checked. */
  readonly policy?: ProtocolPolicy | undefined;
  readonly tutor?: string | undefined;
  readonly overrides?: readonly PromptOverride[] | undefined;
}

export interface PlannedCalibration extends NewRun {
  /** What cannot be judged: labelled replies whose number of turns does not match their sample. */
  readonly notes: readonly string[];
}

/** Plans a run that judges labelled replies, each as a trial of its sample; no tutor is asked. `loaded` has images. */
export function planCalibration(
  benchmark: Benchmark,
  source: GoldSource,
  loaded: SamplesWithImages,
  request: CalibrationRequest,
): PlannedCalibration {
  const { seed, limit, tutor, policy = defaultPolicy } = request;
  const has = new Set(loaded.samples.map(({ id }) => id));
  const title = `Calibration: ${source.name}`;
  const prompt = readPromptFile(title, '');
  const turnsOf = (sample: Sample): number =>
    benchmark.plan(sample, { template: prompt.template, placement }, policy, { repeat: 0, seed }).studentTurns.length;
  const known = source.samples.filter(({ sample }) => has.has(sample.id));
  const gold = known.flatMap((one): GoldSample[] => {
    const turns = turnsOf(one.sample);
    const whole = one.gold.filter(({ replies }) => replies.length === turns);
    return whole.length === 0 ? [] : [{ sample: one.sample, gold: whole }];
  });
  const used = new Set(gold.map(({ sample }) => sample.id));
  const planned = planRun(
    {
      ...request,
      prompt,
      promptName: title,
      tutor: { provider: 'given', model: source.name, simulated: false },
      student: undefined,
      placement,
      policy,
      repeats: gold.reduce((most, one) => Math.max(most, one.gold.length), 1),
      // The source is limited already.
      limit: undefined,
      benchmarks: [
        {
          benchmark,
          overrides: request.overrides,
          loaded: { ...loaded, samples: loaded.samples.filter(({ id }) => used.has(id)) },
          source: { kind: 'file', name: source.name, format: source.format },
        },
      ],
    },
    new Map([[benchmark.id, benchmark]]),
  );
  const leftOut = countOf(known) - countOf(gold);
  const judged = gold.map(({ sample }) => sample);
  const dealt = benchmark.deal?.(judged) ?? judged;
  return {
    images: planned.images,
    manifest: {
      ...planned.manifest,
      limit,
      calibration: { name: source.name, format: source.format, by: 'people', goldHash: goldHashOf(gold), tutor },
    },
    samples: gold.map((one, index) => ({ ...one, benchmark: benchmark.id, sample: dealt[index] ?? one.sample })),
    notes:
      leftOut === 0
        ? []
        : [`Labelled replies left out because their number of turns differs from their sample’s: ${leftOut}.`],
  };
}

function countOf(gold: readonly GoldSample[]): number {
  return gold.reduce((sum, one) => sum + one.gold.length, 0);
}
