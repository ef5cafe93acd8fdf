import type { Verdict } from '../../judging/verdict';
import { meanOf } from '../meanOf';
import type { RepeatResult, SampleResult } from '../sampleResult';
import { predictionOf } from './claimReader';
import { dimensionsOf } from './generationDimensions';
import type { EcSample, FqaSample, GenSample, KmpSkillsSample, SkillTask } from './samples';
import { detectionShares, type Detection, type DetectionShares, type GenerationVerdicts } from './skillScores';

type Result = SampleResult<KmpSkillsSample>;

/** The results of samples of one kind. */
export function resultsOf<T extends SkillTask>(
  results: readonly Result[],
  task: T,
): readonly SampleResult<Extract<KmpSkillsSample, { task: T }>>[] {
  return results.filter(({ sample }) => sample.task === task) as unknown as readonly SampleResult<
    Extract<KmpSkillsSample, { task: T }>
  >[];
}

/** Mean over the plays of a sample that have a value; undefined without any. */
export function meanOverPlays(
  repeats: readonly RepeatResult[],
  valueOf: (play: RepeatResult) => number | undefined,
): number | undefined {
  return meanOf(repeats.map((play) => (play.dialogue.status === 'complete' ? valueOf(play) : undefined)));
}

function usable({ verdicts }: RepeatResult, judge: string, turn: number, criterionId?: string): Verdict | undefined {
  return verdicts.find(
    (verdict) =>
      verdict.judge === judge &&
      verdict.turn === turn &&
      verdict.criterionId === criterionId &&
      verdict.status === 'ok',
  );
}

function truth(verdict: Verdict | undefined): boolean | undefined {
  return typeof verdict?.label === 'boolean' ? verdict.label : undefined;
}

/** Share of plays in which the question of this turn was answered rightly. */
export function solvedShare({ repeats }: SampleResult<FqaSample>, turn: number): number | undefined {
  return meanOverPlays(repeats, (play) => asNumber(truth(usable(play, 'solution', turn))));
}

/** Share of plays whose corrected solution is right. */
export function correctedShare({ repeats }: SampleResult<EcSample>): number | undefined {
  return meanOverPlays(repeats, (play) => asNumber(truth(usable(play, 'correction', 2))));
}

function asNumber(value: boolean | undefined): number | undefined {
  return value === undefined ? undefined : Number(value);
}

/** What a play's tutor claimed about the solution; undefined where the reader of the claim failed. */
function detectionOf({ firstErrorStep: label }: EcSample, play: RepeatResult): Detection | undefined {
  const claim = usable(play, 'claim', 1);
  if (claim === undefined) return undefined;
  return { label, pred: predictionOf(claim), reasonOk: truth(usable(play, 'reason', 1)) };
}

/**
 * A sample's detections averaged over its plays. With `withReason`, plays without a verdict on a reason that had to be judged are
 * left out, and so are all of a wrong solution whose true reason the data does not give.
 */
export function sharesOf(
  { sample, repeats }: SampleResult<EcSample>,
  withReason: boolean,
): DetectionShares | undefined {
  const erroneous = sample.firstErrorStep !== -1;
  if (withReason && erroneous && sample.errorReason === undefined) return undefined;
  const plays = repeats.flatMap((play): DetectionShares[] => {
    const detection = play.dialogue.status === 'complete' ? detectionOf(sample, play) : undefined;
    if (detection === undefined) return [];
    const owed = erroneous && detection.pred === detection.label && detection.reasonOk === undefined;
    return withReason && owed ? [] : [detectionShares(detection)];
  });
  if (plays.length === 0) return undefined;
  const mean = (part: 'verdict' | 'step' | 'reason'): number =>
    plays.reduce((sum, play) => sum + play[part], 0) / plays.length;
  return { erroneous, verdict: mean('verdict'), step: mean('step'), reason: mean('reason') };
}

/** The verdicts on the problem that one reply of a play makes, turn 1 or 2. */
export function generationVerdicts({ task }: GenSample, play: RepeatResult, turn: number): GenerationVerdicts {
  const judge = task === 'gen_followup' ? 'generation_followup' : 'generation_similar';
  return Object.fromEntries(
    dimensionsOf(task).map((dimension) => {
      const label = usable(play, judge, turn, dimension)?.label;
      return [dimension, label === 'pass' || label === 'fail' ? label : undefined];
    }),
  );
}
