import { correctionFiles, correctionLabels } from './correctionLabels';
import { criterionFiles, criterionLabels } from './criterionLabels';
import type { DataPart } from './dataPart';
import { errorFiles, errorLabels } from './errorLabels';
import type { JudgedLabels } from './judgedLabels';
import { leakFiles, leakLabels } from './leakLabels';
import { statisticsOf } from './offlineCard';
import { replyFiles, replyLabels } from './replyLabels';
import type { DimensionAgreement } from '../../src/core/trust/dimensionAgreement';

/** Files of the public data that the check needs, below `../shared/data`. */
export const checkedFiles: readonly string[] = [
  ...new Set([...replyFiles, ...leakFiles, ...correctionFiles, ...errorFiles, ...criterionFiles]),
];

/** What the offline judges say of all replies with public labels; `root` is the repository. */
export function judgedLabels(root: string): readonly JudgedLabels[] {
  return [...replyLabels(root), leakLabels(root), ...errorLabels(root), correctionLabels(root), criterionLabels(root)];
}

/** Each judge's statistics on one part. */
export function statisticsOfPart(
  labels: readonly JudgedLabels[],
  part: DataPart,
): readonly (readonly [JudgedLabels, DimensionAgreement])[] {
  return labels.map((one) => [one, statisticsOf(one, part)] as const);
}
