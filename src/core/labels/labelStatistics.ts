import { labelDecision } from '../benchmark/benchmark';
import { isCountedLabel } from '../benchmark/labelGuide';
import { agreed, type JudgedLabel, kappaOf } from '../trust/dimensionAgreement';
import { slotKey } from '../run/askJudge';
import type { RunSession } from '../run/runSession';
import type { LabelStatistic, LabelMode } from './labellingView';
import { judgeModelsOf } from '../results/runHeader';
import type { Label } from '../statistics/agreement';
import { t } from '../text/countWords';
import type { LabelledTrial } from './labelPositions';
import { decisionOf, type LabelSet } from './labelSet';

function judgedSlots(
  session: RunSession,
  trials: readonly LabelledTrial[],
  labels: LabelSet,
  judgeModel: string,
  dimension: string,
) {
  return trials.flatMap(({ item, fingerprint, slots }) => {
    const said = session.state.items.get(item.key)?.verdictsOf(judgeModel) ?? [];
    const verdicts = new Map(said.map((verdict) => [slotKey(verdict), verdict]));
    return slots.flatMap((slot) => {
      const verdict = verdicts.get(slot.key);
      if (slot.judge !== dimension || verdict === undefined) return [];
      const { status, label } = verdict;
      const judge = status === 'ok' && label !== undefined ? labelDecision(item.benchmark, slot, label) : undefined;
      const cluster = item.benchmark.unitOf(item.sample);
      const beside = (human: Label): JudgedLabel => {
        return { cluster, human: labelDecision(item.benchmark, slot, human), judge };
      };
      const own = labels.find(fingerprint, slot.key)?.label;
      return [{ decision: decisionOf(fingerprint, slot.key), guide: slot.guide, own, beside }];
    });
  });
}

/** Agreement and kappa with each judge model on a dimension. As in a calibration, a failure is a miss. */
export function labelStatistics(
  session: RunSession,
  trials: readonly LabelledTrial[],
  labels: LabelSet,
  { dimension, mode }: { readonly dimension: string; readonly mode: LabelMode },
): readonly LabelStatistic[] {
  const models = judgeModelsOf(session.manifest);
  return models.map((judgeModel, index): LabelStatistic => {
    const judged = judgedSlots(session, trials, labels, judgeModel, dimension);
    const name = models.length > 1 ? t`judge ${index + 1}` : t`the judge`;
    if (mode === 'blind') return blindStatistic(judged, labels, name);
    const rated = judged.flatMap(({ own, guide, beside }) =>
      own !== undefined && isCountedLabel(guide, own) ? [beside(own)] : [],
    );
    return statisticOf(judgeModel, rated);
  });
}

/** Uses blind labels only: labels given with a verdict in sight say nothing about agreement. */
function blindStatistic(judged: ReturnType<typeof judgedSlots>, labels: LabelSet, judge: string): LabelStatistic {
  const guides = new Map(judged.map(({ decision, guide }) => [decision, guide]));
  const { now, atStep } = labelsAtStep(labels.blindEntries, (decision, label) => {
    const guide = guides.get(decision);
    return guide !== undefined && isCountedLabel(guide, label);
  });
  if (atStep === undefined) return { kind: 'hidden', judge, n: now, needed: fewestBlind };
  const rated = judged.flatMap(({ decision, beside }) => {
    const label = atStep.get(decision);
    return label === undefined ? [] : [beside(label)];
  });
  return statisticOf(judge, rated);
}

function statisticOf(judge: string, rated: readonly JudgedLabel[]): LabelStatistic {
  const failed = rated.filter((one) => one.judge === undefined).length;
  const agreement = rated.length === 0 ? undefined : agreed(rated) / rated.length;
  return { kind: 'shown', judge, n: rated.length, failed, agreement, kappa: kappaOf(rated) };
}

/** Fewest blind labels for a statistic: below, kappa's 95% interval is wider than 0.8. */
const fewestBlind = 20;
/** New labels needed before blind statistics are updated. */
const blindStep = 10;

/**
 * Blind labels as they stood at the last step; `undefined` before the first. Each step adds at least ten new decisions,
 * so that no two figures differ by a single verdict, even after undoing and relabelling. `counts` says which labels are
 * compared with a verdict.
 */
function labelsAtStep(
  entries: LabelSet['blindEntries'],
  counts: (decision: string, label: Label) => boolean,
): { readonly now: number; readonly atStep: ReadonlyMap<string, Label> | undefined } {
  const now = new Map<string, Label>();
  const known = new Set<string>();
  let fresh = 0;
  let atStep: ReadonlyMap<string, Label> | undefined;
  for (const { decision, label } of entries) {
    const before = now.has(decision);
    if (label !== undefined && counts(decision, label)) now.set(decision, label);
    else now.delete(decision);
    if (!known.has(decision)) fresh += Number(now.has(decision)) - Number(before);
    if (fresh < blindStep || now.size < fewestBlind) continue;
    atStep = new Map(now);
    for (const one of now.keys()) known.add(one);
    fresh = 0;
  }
  return { now: now.size, atStep };
}
