import type { TermHead } from './embeddedModel';
import { softmax } from './softmax';
import type { TermValues } from './termValues';

/** Chances of the three labels by the reply's terms. */
export function termChances({ weights, scales, intercepts }: TermHead, { places, values }: TermValues): Float64Array {
  const scores = Float64Array.from(intercepts);
  for (const [kind, own] of weights.entries()) {
    let sum = 0;
    for (let at = 0; at < places.length; at++) sum += (own[places[at] ?? -1] ?? 0) * (values[at] ?? 0);
    scores[kind] = (scores[kind] ?? 0) + (scales[kind] ?? 0) * sum;
  }
  return softmax(scores);
}
