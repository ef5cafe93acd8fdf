import { type Computed, dec, firstWhole, mean, median, sum, wholeNumbers } from './kmpSkillsAnswers';

const largestFactor = (a: number, b: number): number => (b === 0 ? a : largestFactor(b, a % b));
/** The first number above 0 that all of these divide. */
const smallestMultiple = (...values: readonly number[]): number =>
  firstWhole((value) => value > 0 && values.every((each) => value % each === 0));
/** How far a ball of 81 cm rises after so many bounces. */
const rise = (bounces: number): number => (81 * 2 ** bounces) / 3 ** bounces;
/** The least that so many pens or more cost in cents, bought singly, in packs and in boxes. */
const leastCents = (pens: number, more: number): number =>
  Math.min(
    ...wholeNumbers(0, 4).flatMap((boxes) =>
      wholeNumbers(0, 10).flatMap((packs) =>
        wholeNumbers(0, 30)
          .filter((single) => {
            const all = 10 * boxes + 3 * packs + single;
            return all >= pens && all <= pens + more;
          })
          .map((single) => 880 * boxes + 300 * packs + 120 * single),
      ),
    ),
  );
const digitSum = (value: number): number => sum(...Array.from(String(value), Number));
const withDigitSum3 = (from: number, to: number): readonly number[] =>
  wholeNumbers(from, to).filter((value) => digitSum(value) === 3);
const bracketed = [(36 / 4 + 2) * 3, 36 / (4 + 2 * 3), (36 / (4 + 2)) * 3, 36 / 4 + 2 * 3];
const diagonals = (corners: number): number =>
  wholeNumbers(0, corners - 1).flatMap((a) =>
    wholeNumbers(a + 1, corners - 1).filter((b) => b - a > 1 && b - a < corners - 1),
  ).length;
const dice = wholeNumbers(1, 6).flatMap((a) => wholeNumbers(1, 6).map((b) => [a, b] as const));
const withSix = dice.filter((thrown) => thrown.includes(6));
const factors = [-3, -1, 2, 4, 5];
const productsOfTwo = factors.flatMap((a, index) => factors.slice(index + 1).map((b) => a * b));
const productsOfThree = factors.flatMap((a, first) =>
  factors.slice(first + 1).flatMap((b, next) => factors.slice(first + next + 2).map((c) => a * b * c)),
);
const taxOf = (income: number): number =>
  0.15 * Math.max(Math.min(income, 30_000) - 10_000, 0) + 0.25 * Math.max(income - 30_000, 0);
const adults = firstWhole((count) => 9 * count + 5 * (150 - count) === 1_086);
const turnedRound = (value: number): number => (value % 10) * 10 + Math.floor(value / 10);
const grownBy27 = wholeNumbers(10, 99).filter((value) => turnedRound(value) - value === 27);
/** Steps of three hours. */
const bacteria = (steps: number): number => 500 * 2 ** steps;
/** Girls are 1 to 4, boys 5 and 6. */
const hatPairs = wholeNumbers(1, 6).flatMap((a) => wholeNumbers(a + 1, 6).map((b) => [a, b] as const));
const hatTriples = hatPairs.flatMap(([a, b]) => wholeNumbers(b + 1, 6).map((c) => [a, b, c] as const));
const boysIn = (names: readonly number[]): number => names.filter((name) => name > 4).length;
const carAfter = (years: number): number => 20_000 * 0.8 * 0.9 ** (years - 1);
/** Numbers of stamps for 5 and for 8 cents that make so much. */
const stampsFor = (cents: number): readonly number[] =>
  wholeNumbers(0, Math.floor(cents / 8))
    .filter((eights) => (cents - 8 * eights) % 5 === 0)
    .map((eights) => eights + (cents - 8 * eights) / 5);

/** The chains of the upper grades that were written last, as in `chainAnswers`. */
export const upperChainAnswers: Readonly<Record<string, readonly [Computed, Computed, Computed]>> = {
  'kmp-f-70': [`${(4 * 360) / 12}°`, `${(25 * 360) / 60}°`, `${(25 * 360) / 60 - ((4 + 25 / 60) * 360) / 12}°`],
  'kmp-f-81': [
    `${dec(50 - 3 * 7.85)} m`,
    dec(Math.floor((5_000 - 3 * 785) / 230)),
    `${((5_000 - 3 * 785) % 230) / 5} cm`,
  ],
  'kmp-f-82': [`${15 - 5 - 6}/15`, `${(40 * 15) / (15 - 5 - 6)} m²`, `${dec(((150 / 3) * 3) / 4)} m²`],
  'kmp-f-83': [
    dec((12 * 8 * 6) / 2 ** 3),
    `${2 * (12 * 8 + 12 * 6 + 8 * 6)} cm²`,
    // One box of 12 by 8 by 12.
    `${2 * (12 * 8 + 12 * 12 + 8 * 12)} cm²`,
  ],
  'kmp-f-84': [
    `${smallestMultiple(12, 18)} s`,
    dec(wholeNumbers(1, 600).filter((second) => second % 12 === 0 && second % 18 === 0).length),
    `${smallestMultiple(12, 18, 20)} s`,
  ],
  'kmp-f-85': [dec(8 + 4 * 5), dec((8 + 4) * 5), dec((8 + 9) * 5 - (8 + 9 * 5))],
  'kmp-f-86': [`${10 / 4} km`, `${1_000 / 40} m`, `${((10 / 4) * 100_000) / 50_000} cm`],
  'kmp-f-87': [`${(6 * 60 + 20) / 4} s`, `${((6 * 60 + 20) / 4) * 10} s`, `${4 * 95 + 6 * (95 - 5)} s`],
  'kmp-f-88': [
    dec(35 + 28 + 9 - 60),
    dec(60 - 28 - 9),
    // All but those with both or neither.
    dec(60 - (35 + 28 + 9 - 60) / 2 - (9 - (35 + 28 + 9 - 60) / 2)),
  ],
  'kmp-f-89': [
    dec(diagonals(6)),
    dec(diagonals(7) - diagonals(6)),
    dec(firstWhole((n) => n > 3 && diagonals(n) === 35)),
  ],
  'kmp-f-90': [`${dec(rise(1))} cm`, `${dec(rise(3))} cm`, `${dec(sum(81, 2 * rise(1), 2 * rise(2), 2 * rise(3)))} cm`],
  'kmp-f-91': [
    `$${dec((120 - 880 / 10) / 100)}`,
    `$${dec(leastCents(14, 0) / 100)}`,
    `$${dec(leastCents(29, 10) / 100)}`,
  ],
  'kmp-f-92': [
    `${dice.filter(([a, b]) => a + b === 5).length}/${dice.length}`,
    `${withSix.length}/${dice.length}`,
    `${withSix.filter(([a, b]) => a + b >= 10).length}/${withSix.length}`,
  ],
  'kmp-f-93': [
    dec(withDigitSum3(100, 999).length),
    dec(withDigitSum3(100, 999).at(-1)! - withDigitSum3(100, 999)[0]!),
    dec(withDigitSum3(1_000, 9_999).length),
  ],
  'kmp-f-94': [dec(640 * 0.75), dec(640 * 0.75 * 0.55), `${dec(100 * 0.75 * 0.55)} %`],
  'kmp-f-95': [
    `${(210 * 2) / (1 + 2 + 4)} kg`,
    `${dec(7 * Math.min(45 / 1, 100 / 2, 150 / 4))} kg`,
    `${dec(45 + 100 + 150 - 7 * Math.min(45 / 1, 100 / 2, 150 / 4))} kg`,
  ],
  'kmp-f-96': [dec(sum(-3, 2, -1, 0)), dec(5 * -1 - sum(-3, 2, -1, 0)), dec(sum(4, -6, -2, 1, 0) - 5 * -1)],
  'kmp-f-97': [dec((5.25 * 8) / 3), `${4 * (2 * 9 + 4)}/24 m`, `${21 * 6 - 4 * (2 * 9 + 4)}/24 m`],
  'kmp-f-98': [`${(90 * 60) / 2} cm²`, `${dec((0.9 * 0.6) / 2)} m²`, `$${dec((((0.9 * 0.6) / 2) * 14 * 4) / 3)}`],
  'kmp-f-99': [
    { unknown: 'n', at: (squares) => 4 + 3 * (squares - 1) },
    dec(4 + 3 * 19),
    dec(firstWhole((squares) => 2 * (4 + 3 * (squares - 1)) > 100) - 1),
  ],
  'kmp-f-100': [
    dec(median(7, 9, 4, 10, 9, 6)),
    dec(median(7, 9, 4, 10, 9, 6, 3, 10)),
    dec(median(7, 9, 4, 10, 9, 6, 3, 10) - mean(7, 9, 4, 10, 9, 6, 3, 10)),
  ],
  'kmp-f-101': [
    `$${dec((3.3 / 375) * 100)}`,
    `$${dec((3.3 / 375 - 4.8 / 600) * 100)}`,
    `$${(4.8 / 0.6 - 3.3 / (0.375 * 1.2)).toFixed(2)}`,
  ],
  'kmp-f-102': [dec(36 / 4 + 2 * 3), dec((36 / (4 + 2)) * 3), dec(Math.max(...bracketed) - Math.min(...bracketed))],
  'kmp-f-103': [`${80 - 6 * 5} %`, `${(80 - 6 * 5 - 15) / 5} h`, `${dec(80 * 0.95 ** 2)} %`],
  'kmp-f-104': [dec((4 + 2) * (5 - 1)), dec(((4 + 2) * (5 - 1)) / 2), dec(firstWhole((x) => x + 2 === 2 * (4 - x)))],
  'kmp-f-105': [
    `${largestFactor(84, 60)} cm`,
    dec((84 * 60) / largestFactor(84, 60) ** 2),
    // Half of what the squares have as edges, without the outer edge of the cloth.
    `${dec((35 * 4 * 12 - 2 * (84 + 60)) / 2)} cm`,
  ],
  'kmp-f-106': [`${dec(10 * 0.14)} kg`, `${dec((10 * 0.14) / 0.7)} kg`, `${dec((10 * 0.14) / 0.56)} kg`],
  'kmp-f-107': [
    dec(52 / (1 + 3)),
    dec(firstWhole((years) => 39 + years === 2 * (13 + years))),
    dec(65 + firstWhole((years) => 13 + years === 39)),
  ],
  'kmp-f-108': [dec(42 / 14), `${dec(((42 / 14) * 2.1 * 80 * 60) / 1_000)} km/h`, dec((80 * 21) / 14)],
  'kmp-f-109': [
    dec(Math.max(...productsOfTwo)),
    dec(Math.min(...productsOfTwo)),
    dec(Math.max(...productsOfThree) - Math.min(...productsOfThree)),
  ],
  'kmp-f-110': [`${dec(2 * 85 + (2 * 22 * 35) / 7)} m`, `${2 * 22}/7 m`, `${(400 - 390) * 7}/${2 * 22} m`],
  'kmp-f-111': [
    { unknown: 'n', at: (first) => first + (first + 2) + (first + 4) },
    dec(firstWhole((first) => first + (first + 2) + (first + 4) === 132)),
    dec(44 ** 2 - 42 * 46),
  ],
  'kmp-f-112': [dec((20 * 72 + 30 * 77) / 50), dec((20 * 72 - 5 * 84) / 15), dec((30 * 77 + 5 * 84) / 35)],
  'kmp-f-113': [
    `${dec(60 / (1 / 6 + 1 / 4))} min`,
    `${dec(1 / (1 / 6 + 1 / 4 - 1 / 12))} h`,
    // The drain takes a twelfth less away than if it had been open all the time.
    `${dec(60 * ((1 - 1 / 12) / (1 / 6 + 1 / 4 - 1 / 12)))} min`,
  ],
  'kmp-f-114': [
    `$${dec(taxOf(28_000))}`,
    `$${dec(taxOf(42_000))}`,
    `$${firstWhole((thousands) => taxOf(1_000 * thousands) >= 4_500) * 1_000}`,
  ],
  'kmp-f-115': [dec(3 ** 4), dec(Number(3n ** 22n % 10n)), dec(Number((3n ** 22n + 2n ** 22n) % 10n))],
  'kmp-f-116': [
    dec(adults),
    `${dec((100 * (150 - adults)) / 150)} %`,
    `$${(adults + 20) * 8 + (150 - adults) * 5 - 1_086}`,
  ],
  'kmp-f-117': [
    `${dec(100 * (1 - 0.4) * (1 - 0.3))} %`,
    `${dec(100 * (0.4 + 0.3 - 2 * 0.4 * 0.3))} %`,
    dec(50 * (0.4 + 0.3 - 0.4 * 0.3)),
  ],
  'kmp-f-118': [
    { unknown: 'm', at: (months) => 42 + 15 * months },
    dec(firstWhole((months) => 42 + 15 * months === 22 * months)),
    `$${42 + 15 * 12 - 22 * (12 - 2)}`,
  ],
  'kmp-f-119': [
    `${Math.hypot(12, 9)} cm`,
    `${dec(Math.hypot(12, 9, 8))} cm`,
    // Unfolding adds twice the product of two edges; the least is that of the two shorter ones.
    `${12 ** 2 + 9 ** 2 + 8 ** 2 + 2 * Math.min(12 * 9, 12 * 8, 9 * 8)} cm²`,
  ],
  'kmp-f-120': [dec(grownBy27.find((value) => digitSum(value) === 11)!), dec(grownBy27.length), dec(sum(...grownBy27))],
  'kmp-f-121': [
    dec(bacteria(12 / 3)),
    `${3 * firstWhole((steps) => bacteria(steps) > 100_000)} h`,
    `${3 * firstWhole((steps) => bacteria(steps) > 8_000 + 2_000 * steps)} h`,
  ],
  'kmp-f-122': [
    `${dec((18 * 1.5) / 2)} m`,
    `${dec((18 / 2) * 2.5)} m`,
    // The edge of the shadow sinks from 13.5 m to 0 over 22.5 m.
    `${dec(22.5 * (1 - 1.8 / 13.5))} m`,
  ],
  'kmp-f-123': [
    dec((9 * 14 - 27 + 72) / 9),
    dec((9 * 14 - 27) / 8),
    dec(firstWhole((value) => (9 * 14 - 27 + value) / 9 === 13)),
  ],
  'kmp-f-124': [
    `${150_000_000 / 300_000} s`,
    `${(1.5 * 150_000_000) / 300_000} s`,
    `${2 * (2 * ((1.5 * 150_000_000) / 300_000) + 40)} s`,
  ],
  'kmp-f-125': [
    `${hatPairs.filter((names) => boysIn(names) === 0).length}/${hatPairs.length}`,
    `${hatPairs.filter((names) => boysIn(names) === 1).length}/${hatPairs.length}`,
    `${hatTriples.filter((names) => boysIn(names) > 0).length}/${hatTriples.length}`,
  ],
  'kmp-f-126': [
    { unknown: 'x', at: (side) => (side + 3) * (side - 3) },
    `${firstWhole((side) => side > 3 && (side + 3) * (side - 3) === 391)} cm`,
    `${firstWhole((side) => side > 0 && 100 * 9 === 4 * side ** 2)} cm`,
  ],
  'kmp-f-127': [
    `$${dec(carAfter(3))}`,
    `${dec(100 - carAfter(3) / 200)} %`,
    dec(firstWhole((years) => years > 0 && carAfter(years) < 10_000)),
  ],
  'kmp-f-128': [
    `${dec(3.14 * 5 ** 2 * 12)} cm³`,
    `${dec((3.14 * 5 ** 2 * 12 * 2) / 3)} cm³`,
    `${dec((12 * 2) / 3)} cm`,
  ],
  'kmp-f-129': [
    `${300 / (70 + 80)} h`,
    `${(300 * 70) / (70 + 80)} km`,
    `${dec(60 * ((300 + 80 / 2) / (70 + 80)))} min`,
  ],
  'kmp-f-130': [
    dec(stampsFor(100).length),
    dec(Math.min(...stampsFor(100))),
    `${Math.max(...wholeNumbers(1, 200).filter((cents) => stampsFor(cents).length === 0))} cents`,
  ],
};
