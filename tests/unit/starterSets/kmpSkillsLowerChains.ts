import { clock, type Computed, dec, firstWhole, mean, sum, wholeNumbers } from './kmpSkillsAnswers';

const hours = (hour: number, minute = 0): number => 60 * hour + minute;
const readsBothWays = (value: number): boolean => Array.from(String(value)).toReversed().join('') === String(value);
/** The next number after `value` that reads the same from both ends. */
const nextBothWays = (value: number): number => firstWhole((later) => later > value && readsBothWays(later));
const arrangements = (digits: string): readonly string[] =>
  digits.length < 2
    ? [digits]
    : Array.from(digits).flatMap((digit) => arrangements(digits.replace(digit, '')).map((rest) => digit + rest));
const threeDigits = arrangements('308')
  .map(Number)
  .filter((value) => value >= 100);
/** How often sheets of so many layers were doubled. */
const folds = (layers: number): number => firstWhole((count) => 2 ** count === layers);
const beans = { before: [18, 22, 15, 25], after: [18 + 4, 22 + 4, 15 + 8, 25 + 4] } as const;
const spread = (values: readonly number[]): number => Math.max(...values) - Math.min(...values);
/** Visits of 12 that have to be paid, when every fifth one is free. */
const paidVisits = wholeNumbers(1, 12).filter((visit) => visit % 5 !== 0).length;
const snowmen = ['straw', 'felt', 'fur'].flatMap((hat) =>
  ['wool', 'silk'].flatMap((scarf) => ['carrot', 'cone'].map((nose) => ({ hat, scarf, nose }))),
);
const visitors = (rounded: number, to: number): readonly number[] =>
  wholeNumbers(0, 9_999).filter((count) => Math.floor(count / to + 0.5) * to === rounded);
const pairsOf = (teams: number): number => wholeNumbers(1, teams).flatMap((a) => wholeNumbers(a + 1, teams)).length;
const boxes = (tiles: number, size: number): number => firstWhole((count) => count * size >= tiles);
/** The smallest number of presses of "double" and "add 3" that lead from one number to the other. */
const presses = (from: readonly number[], to: number): number =>
  from.includes(to)
    ? 0
    : 1 +
      presses(
        from.flatMap((value) => [2 * value, value + 3]),
        to,
      );
/** Ways to pay so many cents with such coins. */
const waysToPay = (cents: number, [coin, ...smaller]: readonly number[]): number =>
  coin === undefined
    ? Number(cents === 0)
    : sum(...wholeNumbers(0, Math.floor(cents / coin)).map((count) => waysToPay(cents - count * coin, smaller)));
/** The left page of an open book whose two pages add up to so much, and the sum some leaves later. */
const leftPage = (total: number): number => firstWhole((page) => page + page + 1 === total);
const sumAfter = (leaves: number): number => 2 * (leftPage(125) + 2 * leaves) + 1;

/** The chains of the lower grades that were written last, as in `chainAnswers`. */
export const lowerChainAnswers: Readonly<Record<string, readonly [Computed, Computed, Computed]>> = {
  'kmp-f-36': [dec(6 / 2), dec(6 - 2), dec(Math.floor((6 - 2 + 3) / 2))],
  'kmp-f-37': [dec(3), dec(3 + 4), dec(Math.floor((12 - 3 - 4) / 3))],
  'kmp-f-38': [dec(8 - 5), dec(5 - 2 + 4), dec(5 - 2 + 4 + 3 - 8)],
  'kmp-f-39': [dec(9 - 2), dec(9 - 2 + 4), dec(9 + (9 - 2) - (9 - 2 + 4))],
  // Monday is 1 and Friday 5: the nights from day to day, then the days with both ends.
  'kmp-f-40': [dec(wholeNumbers(1, 4).length), dec(wholeNumbers(1, 6).length), dec(10 - wholeNumbers(1, 7).length)],
  'kmp-f-41': [dec(5 + 2 * 3), dec(5 + 2 * 3 - 4), dec(firstWhole((jumps) => 19 - 4 * jumps === 5 + 2 * 3 - 4))],
  'kmp-f-42': [`${3 + 5} cents`, `${10 - 3 - 5} cents`, dec(Math.floor((10 - 3 - 5 + 7) / 3))],
  'kmp-f-43': [
    dec(2 * 10 + 7),
    dec(7 * 10 + 2),
    dec(firstWhole((value) => value > 72 && value >= 27 && (value - 27) % 10 === 0)),
  ],
  'kmp-f-44': [dec(sum(8, 5, 6)), dec(8 - 5), dec(5 + 2 - (8 - 2))],
  'kmp-f-45': [
    dec(sum(...wholeNumbers(1, 3))),
    dec(sum(...wholeNumbers(1, 4))),
    dec(
      20 -
        Math.max(
          ...wholeNumbers(1, 20)
            .map((tower) => sum(...wholeNumbers(1, tower)))
            .filter((all) => all <= 20),
        ),
    ),
  ],
  'kmp-f-46': [
    clock(hours(16) + 90),
    clock(hours(16) + 90 + 30),
    `${hours(18, 30) - (hours(16) + 90 + 30) - 10 - 15} min`,
  ],
  'kmp-f-47': [
    dec(12 - 5),
    dec(5 + 2 - (12 - 5 - 2)),
    dec(firstWhole((moved) => 5 + 2 - moved === 12 - 5 - 2 + moved)),
  ],
  'kmp-f-48': [dec(4 * 5), dec(2 * 5 + 2 * (5 - 3)), dec(firstWhole((more) => (2 * 5 + 2 * (5 - 3) + more) % 4 === 0))],
  'kmp-f-49': [clock(hours(7, 45) - 10), `${hours(7, 55) - (hours(7, 45) - 10)} min`, clock(hours(7, 55) + 5 + 10)],
  'kmp-f-50': [dec(Math.max(...threeDigits)), dec(Math.min(...threeDigits)), dec(spread(threeDigits))],
  'kmp-f-51': [`$${dec(6 * 0.25)}`, `$${dec(6 * 0.25 - 0.8)}`, `$${dec((6 * 0.25 - 0.8 - 0.2) / 2 + 0.2)}`],
  'kmp-f-52': [`${120 + 35} cm`, `${95 + 2 * 35} cm`, `${120 + 35 + (400 - 120 - 95 - 3 * 35) / 2} cm`],
  'kmp-f-53': [
    dec(firstWhole((value) => value + 15 === 42)),
    dec(2 * 42 - 2 * 15 - 8),
    dec((100 - (2 * 42 - 2 * 15 - 8)) / (42 - 15)),
  ],
  'kmp-f-54': [dec(2 ** 2), dec(2 * 2 ** 3), dec(folds(24 / 3))],
  'kmp-f-55': [dec(7 * 2), dec((7 - 4.5) * 2), dec(30 - (7 - 3) * 2)],
  'kmp-f-56': [
    dec(3 * 6 + 2 * 8),
    dec((3 + 1) * 6 + (2 - 1) * 8),
    dec(firstWhole((spiders) => spiders * 8 + (4 - spiders) * 6 === 4 * 6 + 8 - 4)),
  ],
  'kmp-f-57': [dec(96 / 8), dec(96 / 6), dec(70 - (96 - 5 * 6))],
  'kmp-f-58': [dec(24 / 4), dec((24 - 24 / 4) / 3), `${3 * 2}/${4 * 3}`],
  'kmp-f-59': [
    clock(hours(6, 30) + 2 * 40),
    clock(hours(6, 30) + 2 * 40 + 25),
    `${firstWhole((wait) => (hours(9) + wait - hours(6, 30)) % 40 === 0)} min`,
  ],
  // The notch adds its two sides; its bottom takes the place of the edge that is gone.
  'kmp-f-60': [`${2 * (9 + 5)} cm`, `${7 + 2 + 2 + 3 + 9 + 5} cm`, `${7 + 2 + 2 + 3 + 9 + 5 + 2 + 2} cm`],
  'kmp-f-61': [
    `${nextBothWays(2_992) - 2_992} km`,
    `${nextBothWays(nextBothWays(2_992)) - nextBothWays(2_992)} km`,
    dec(wholeNumbers(2_992, 4_000).filter(readsBothWays).length),
  ],
  'kmp-f-62': [`$${2 * 5 + 3 * 3}`, `$${2 * 5 + 3 * 3 - 16}`, `$${12 * (2 * 5 + 3 * 3) - paidVisits * 16}`],
  'kmp-f-63': [`${(17 - 2) / 5} kg`, `${2 + (3 * (17 - 2)) / 5} kg`, dec((14 - 2 - (3 * (17 - 2)) / 5) / 0.5)],
  'kmp-f-64': [
    dec(snowmen.filter(({ nose }) => nose === 'cone').length),
    dec(snowmen.length),
    dec(snowmen.filter(({ hat, scarf }) => hat !== 'straw' || scarf !== 'wool').length),
  ],
  'kmp-f-65': [
    dec(7 + 2 * 9 + 3 * 4),
    dec(101 - 7 - 2 * 9 - 3 * 4),
    dec(firstWhole((value) => 101 - 7 - 2 * 9 - 3 * 4 - 2 * 15 - 20 - 2 * value === 0)),
  ],
  'kmp-f-66': [`${spread(beans.before)} cm`, `${spread(beans.after)} cm`, `${120 - sum(...beans.after)} cm`],
  'kmp-f-67': [
    dec(212 - 138),
    dec(212 - (138 + 37 - 15)),
    dec(138 + 37 - 15 + firstWhole((steps) => 138 + 37 - 15 + steps === 212 - 3 * steps)),
  ],
  'kmp-f-68': [dec(boxes(170, 48)), dec(boxes(170, 48) * 48 - 170), dec(boxes(183, 31) * 31 - 170 - 13)],
  'kmp-f-69': [`${3 + 4}/10`, `${(20 * (10 - 3 - 4)) / 10} km`, `${((6 * 3) / 2) * 15} min`],
  'kmp-f-71': [
    `${dec(spread([3.45, 3.7, 3.38]))} m`,
    `${dec(sum(3.45, 3.7, 3.38))} m`,
    `${dec(14.4 - sum(3.45, 3.7, 3.38) - 3.7)} m`,
  ],
  'kmp-f-72': [
    clock(hours(9, 35) + hours(4, 50)),
    clock(hours(9, 35) + hours(4, 50) + hours(2)),
    clock(hours(18, 10) + hours(4, 50) + 20 - hours(2)),
  ],
  'kmp-f-73': [
    dec(visitors(4_750, 10)[0]!),
    dec(visitors(4_750, 10).at(-1)!),
    dec(visitors(4_750, 10).at(-1)! + visitors(3_200, 100).at(-1)!),
  ],
  'kmp-f-74': [
    dec(pairsOf(8)),
    dec((pairsOf(8) - 5) * 3 + 5 * 2),
    dec(firstWhole((draws) => (pairsOf(8) - draws) * 3 + draws * 2 === 76)),
  ],
  'kmp-f-75': [
    dec((360 * 240) / (30 * 30)),
    `$${boxes((360 * 240) / (30 * 30), 10) * 18}`,
    `$${boxes((360 * 240) / (30 * 30), 10) * 18 - boxes((360 * 240) / (40 * 40), 6) * 17}`,
  ],
  'kmp-f-76': [dec((14 * 5) / 2), dec(((14 * 5) / 2) * (4 / 5)), `${4 * 6}/${5 * 7}`],
  'kmp-f-77': [dec(5 * 2 + 3), dec((5 + 3) * 2), dec(presses([5], 35))],
  'kmp-f-78': [dec(waysToPay(30, [10, 5])), dec(waysToPay(50, [10, 5])), dec(waysToPay(50, [25, 10, 5]))],
  'kmp-f-80': [dec(leftPage(125) + 1), dec(sumAfter(5)), dec(firstWhole((leaves) => sumAfter(leaves) === 201))],
  'kmp-f-79': [
    dec(mean(14, 23, 17, 10)),
    dec(firstWhole((birds) => mean(14, 23, 17, 10, birds) === 15)),
    `${(5 * 15) / 10} h`,
  ],
};
