import { numbersIn, sharedWords } from '../../judging/replyText';

/** Share of the true reason's words that a claimed reason must have. */
const enough = 0.35;

/** The simulated judge of a reason: words and numbers that the claimed reason shares with the true one. */
export function simulateReasonJudge(claimed: string, trueReason: string): string {
  const shared = sharedWords(trueReason, claimed);
  const figures = new Set(numbersIn(claimed));
  const named = numbersIn(trueReason).filter((figure) => figures.has(figure)).length;
  const reasonCorrect = shared >= enough || (named >= 2 && shared >= enough / 2);
  const percent = Math.round(100 * shared);
  return JSON.stringify({
    reasoning: `The claimed reason has ${percent} % of the words of the true one and ${named} of its figures.`,
    reasonCorrect,
  });
}
