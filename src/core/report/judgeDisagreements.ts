import type { RunSession } from '../engine/runSession';
import { readPlay } from './play';
import { reportedJudgesOf } from './runHeader';
import { isSplit, saidOfSlots } from './saidOfSlots';
import { judgeCatalog, labelText } from './verdictChip';

/** Something that judge models of a run decided differently. Labels as people read them; ids are foreign text. */
export interface JudgeDisagreement {
  /** `benchmark/sample#repeat`. */
  readonly case: string;
  /** The judge of the benchmark. */
  readonly judge: string;
  readonly judgeTitle: string;
  readonly turn?: number;
  readonly criterionId?: string;
  /** By judge model, in the run's order. */
  readonly labels: readonly { readonly judge: string; readonly label: string }[];
}

/** Everything on which the judge models of a run do not say the same, case by case; empty where there is one judge model. */
export function judgeDisagreements(session: RunSession): readonly JudgeDisagreement[] {
  const judgeModels = reportedJudgesOf(session);
  if (judgeModels.length < 2) return [];
  return session.items.flatMap((item) => {
    const { titles } = judgeCatalog(item.benchmark);
    return [...saidOfSlots(readPlay(session, item), judgeModels).values()].filter(isSplit).map(({ slot, said }) => ({
      case: item.key,
      judge: slot.judge,
      judgeTitle: titles.get(slot.judge) ?? slot.judge,
      ...(slot.turn === undefined ? {} : { turn: slot.turn }),
      ...(slot.criterionId === undefined ? {} : { criterionId: slot.criterionId }),
      labels: said.map(({ judgeModel, verdict }) => ({
        judge: judgeModel,
        label: labelText(verdict, item.benchmark.labelTitles),
      })),
    }));
  });
}
