import { addedCounts, countsByCluster, kappaOf, labelsInUse } from '../calibration/confusionTable';
import type { RatedLabel } from '../calibration/ratedLabel';
import { slotKey } from '../engine/askJudge';
import type { RunSession } from '../engine/runSession';
import type { LabelFigure, LabelMode } from '../report/labellingView';
import { judgeModelsOf } from '../report/runHeader';
import type { LabelBook } from './labelBook';
import type { LabelledPlay } from './labelPlaces';

/** Blind labels of a dimension before a figure is shown. */
export const fewestBlind = 10;
/** Blind figures are made anew after so many labels: one that moved with every label would tell the verdict on that reply. */
export const blindStep = 5;

/** Labels of a dimension together with the verdicts of one judge model, as they were given. */
export function ratedByHand(
  session: RunSession,
  plays: Iterable<LabelledPlay>,
  book: LabelBook,
  {
    judgeModel,
    dimension,
    mode,
  }: { readonly judgeModel: string; readonly dimension: string; readonly mode: LabelMode },
): readonly RatedLabel[] {
  const rated: { readonly order: number; readonly one: RatedLabel }[] = [];
  for (const { item, fingerprint, replies, slots } of plays) {
    const own = book.ofReply(fingerprint);
    if (own === undefined) continue;
    const said = session.state.items.get(item.key)?.verdictsOf(judgeModel) ?? [];
    const verdicts = new Map(said.map((verdict) => [slotKey(verdict), verdict]));
    for (const { key, judge, turn, criterionId } of slots) {
      const label = own.get(key);
      const verdict = verdicts.get(key);
      if (judge !== dimension || label?.label === undefined || verdict === undefined) continue;
      // What was labelled with a verdict in sight says nothing about agreement, and must not mix with what was not.
      if (mode === 'blind' && label.mode !== 'blind') continue;
      const one = {
        dimension,
        cluster: item.benchmark.unitOf(item.sample),
        sampleId: item.sample.id,
        tutor: '',
        ...(turn === undefined ? {} : { turn }),
        ...(criterionId === undefined ? {} : { criterionId }),
        human: label.label,
        judge: verdict.status === 'ok' ? verdict.label : undefined,
        reply: replies[(turn ?? replies.length) - 1] ?? '',
      };
      rated.push({ order: label.order, one });
    }
  }
  return rated.sort((left, right) => left.order - right.order).map(({ one }) => one);
}

/** Agreement and kappa on a dimension with each judge model of the run, as a calibration counts them: a failure is a miss. */
export function labelFigures(
  session: RunSession,
  plays: Iterable<LabelledPlay>,
  book: LabelBook,
  { dimension, mode }: { readonly dimension: string; readonly mode: LabelMode },
): readonly LabelFigure[] {
  const models = judgeModelsOf(session.manifest);
  return models.map((judgeModel, place): LabelFigure => {
    const all = ratedByHand(session, plays, book, { judgeModel, dimension, mode });
    const hiddenName = models.length > 1 ? `judge ${place + 1}` : 'the judge';
    const judge = mode === 'blind' ? hiddenName : judgeModel;
    if (mode === 'blind' && all.length < fewestBlind) {
      return { kind: 'hidden', judge, n: all.length, needed: fewestBlind };
    }
    const rated = mode === 'blind' ? all.slice(0, all.length - (all.length % blindStep)) : all;
    const failed = rated.filter((one) => one.judge === undefined).length;
    return { kind: 'shown', judge, n: rated.length, failed, ...agreementOf(rated) };
  });
}

function agreementOf(rated: readonly RatedLabel[]): {
  readonly agreement: number | undefined;
  readonly kappa: number | undefined;
} {
  if (rated.length === 0) return { agreement: undefined, kappa: undefined };
  const labels = labelsInUse(rated, []);
  const counts = addedCounts(countsByCluster(rated, labels), labels.length + 1);
  const same = rated.filter(({ human, judge }) => human === judge).length;
  return { agreement: same / rated.length, kappa: kappaOf(counts) };
}
