import { isThorough } from '../../thorough';

/** Rounds in the usual tier and in the long one. */
export function roundsOf(usual: number, thorough: number): number {
  return isThorough ? thorough : usual;
}

/** An upper limit for a share that is truly `share`: two standard errors more, three where rounds are few. */
export function atMost(share: number, rounds: number): number {
  return share + (isThorough ? 2 : 3) * Math.sqrt((share * (1 - share)) / rounds);
}

/** The share of rounds in which it happens. The long tier writes it down. */
export function countOf(rounds: number, happens: (round: number) => boolean): number {
  let count = 0;
  for (let round = 0; round < rounds; round++) if (happens(round)) count += 1;
  if (isThorough) console.log(`${count} of ${rounds}: ${((100 * count) / rounds).toFixed(2)} in 100`);
  return count / rounds;
}
