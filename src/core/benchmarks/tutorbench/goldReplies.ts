import type { GoldLabel, GoldReply } from '../goldReply';
import { judgeId } from './judgeForm';
import { majorityOf } from './judgeQuality';
import type { TutorBenchSample } from './samples';

/** The replies that people rated by the sample's criteria; a criterion on which they are split has no label. */
export function tutorBenchGoldReplies({ criteria, humanRatings }: TutorBenchSample): readonly GoldReply[] {
  const known = new Set(criteria.map(({ id }) => id));
  const byReply = new Map<string, Map<string, boolean[]>>();
  for (const { reply, criterionId, ratings } of humanRatings) {
    if (!known.has(criterionId)) continue;
    const rated = byReply.get(reply) ?? new Map<string, boolean[]>();
    byReply.set(reply, rated.set(criterionId, [...(rated.get(criterionId) ?? []), ...ratings]));
  }
  return [...byReply].flatMap(([reply, rated]) => {
    const labels = [...rated].flatMap(([criterionId, ratings]): GoldLabel[] => {
      const label = majorityOf(ratings);
      return label === undefined ? [] : [{ judge: judgeId, unit: 'criterion', criterionId, label }];
    });
    return labels.length === 0 ? [] : [{ tutor: '', replies: [reply], labels }];
  });
}
