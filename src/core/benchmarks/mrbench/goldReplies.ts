import type { GoldLabel, GoldReply } from '../goldReply';
import { dimensionIds } from './labels';
import type { MrSample } from './samples';

/** The replies of a dialogue that carry labels; the first annotator's, as the released labels are. */
export function mrGoldReplies({ references }: MrSample): readonly GoldReply[] {
  return Object.entries(references).flatMap(([tutor, { response, labels }]) => {
    const given = dimensionIds.flatMap((judge): GoldLabel[] => {
      const label = labels[judge];
      return label === undefined ? [] : [{ judge, unit: 'reply', label }];
    });
    return given.length === 0 ? [] : [{ tutor, replies: [response], labels: given }];
  });
}
