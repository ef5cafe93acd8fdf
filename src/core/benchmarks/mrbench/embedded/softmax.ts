/** Turns scores into chances in place, and returns them. */
export function softmax(scores: Float64Array): Float64Array {
  let most = Number.NEGATIVE_INFINITY;
  for (const score of scores) most = Math.max(most, score);
  let sum = 0;
  for (let kind = 0; kind < scores.length; kind++) {
    const power = Math.exp((scores[kind] ?? 0) - most);
    scores[kind] = power;
    sum += power;
  }
  for (let kind = 0; kind < scores.length; kind++) scores[kind] = (scores[kind] ?? 0) / sum;
  return scores;
}
