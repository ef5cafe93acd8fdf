import { wordDiff } from '../revisions/changedLines';
import type { FlipDetail, TurnDiff } from './comparisonViewModel';
import type { CaseDetail } from './reportModel';

/** Both transcripts of a flip with the word-level difference of each turn's replies. */
export function comparisonViewPair(before: CaseDetail | undefined, after: CaseDetail | undefined): FlipDetail {
  const earlier = repliesOf(before);
  const later = repliesOf(after);
  const turns = [...earlier].flatMap(([turn, text]): readonly TurnDiff[] => {
    const other = later.get(turn);
    return other === undefined ? [] : [{ turn, segments: wordDiff(text, other) }];
  });
  return { ...(before === undefined ? {} : { before }), ...(after === undefined ? {} : { after }), turns };
}

function repliesOf(detail: CaseDetail | undefined): ReadonlyMap<number, string> {
  const replies = detail?.turns.filter(({ role }) => role === 'reply') ?? [];
  return new Map(replies.map(({ turn, text }, place) => [turn ?? place + 1, text]));
}
