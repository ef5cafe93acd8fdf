/** A number as text, without the dust of binary arithmetic: 38.4 − 36.75 gives 1.65. */
export const dec = (value: number): string => String(Number(value.toFixed(9)));
export const sum = (...values: readonly number[]): number => values.reduce((total, value) => total + value, 0);
export const mean = (...values: readonly number[]): number => sum(...values) / values.length;
export const median = (...values: readonly number[]): number => {
  const sorted = values.toSorted((a, b) => a - b);
  return (sorted[Math.floor((sorted.length - 1) / 2)]! + sorted[Math.floor(sorted.length / 2)]!) / 2;
};
/** Time of day `minutes` after midnight. */
export const clock = (minutes: number): string => {
  const hour = Math.floor(minutes / 60);
  return `${((hour + 11) % 12) + 1}:${String(minutes % 60).padStart(2, '0')} ${hour < 12 ? 'a' : 'p'}.m.`;
};
/** Whole numbers from 0 up, the first for which the condition holds. */
export const firstWhole = (condition: (value: number) => boolean): number => {
  let value = 0;
  while (!condition(value)) value += 1;
  return value;
};

export const wholeNumbers = (from: number, to: number): readonly number[] =>
  Array.from({ length: to - from + 1 }, (_, index) => from + index);
const multiplesIn = (from: number, to: number, step: number): number =>
  wholeNumbers(from, to).filter((value) => value % step === 0).length;
const sevensIn = (digits: string): number => digits.split('7').length - 1;
/** The weekdays, Sunday is 0, from 26 February 2024 to so many days later, both included. */
const daysOf2024 = (later: number): readonly number[] =>
  wholeNumbers(26, 26 + later).map((day) => new Date(Date.UTC(2024, 1, day)).getUTCDay());
/**
 * The day on which a snail is out of 12 m, with 3 m up a day and 2 m down in some nights, never below a ledge it has
 * reached.
 */
const daysOfSnail = (slides: (day: number) => boolean, ledge: number): number => {
  let [day, height] = [1, 3];
  while (height < 12) {
    if (slides(day)) height = height >= ledge ? Math.max(height - 2, ledge) : height - 2;
    [day, height] = [day + 1, height + 3];
  }
  return day;
};
const taxiCents = (metres: number): number => 320 + 35 * Math.ceil(Math.max(metres - 2000, 0) / 250);
/** Small cubes of a block of 5 by 4 by 3 that have so many faces outside, the bottom left out. */
const cubesWithPaint = (faces: number): number =>
  wholeNumbers(0, 59).filter((cube) => {
    const [x, y, z] = [cube % 5, Math.floor(cube / 5) % 4, Math.floor(cube / 20)];
    return [x === 0, x === 4, y === 0, y === 3, z === 2].filter(Boolean).length === faces;
  }).length;
/** Four different whole numbers from 1 to 19 in order that add up to 40. */
const fourBelow20 = wholeNumbers(1, 19).flatMap((a) =>
  wholeNumbers(a + 1, 20).flatMap((b) =>
    wholeNumbers(b + 1, 20)
      .map((c) => [a, b, c, 40 - a - b - c] as const)
      .filter(([, , c, d]) => d > c && d < 20),
  ),
);

/** What an answer has to equal: a quantity, a time of day, or the value of an expression for a value of its unknown. */
export type Computed = string | { readonly unknown: string; readonly at: (value: number) => number };

/**
 * By sample id: the three answers of a chain, computed from the numbers of the questions by other ways than the
 * solutions take where there is one.
 */
export const chainAnswers: Readonly<Record<string, readonly [Computed, Computed, Computed]>> = {
  'kmp-f-01': [dec(4 + 2), dec(4 + 2 - 3), dec((4 + 2 - 3) * (1 + 2))],
  'kmp-f-02': [dec(3 * 10 + 6), dec(3 * 10 + 6 + 7), dec(3 * 10 + 6 + 7 - 2 * 10)],
  'kmp-f-04': [`${3 * 10 + 4} cents`, `$${dec(0.3 + 0.04 + 2 * 0.25)}`, `$${dec(1.5 - 0.3 - 0.04 - 2 * 0.25)}`],
  'kmp-f-05': [`${34 + 28} cm`, `${100 - 34 - 28} cm`, `${100 + 2 * 6} cm`],
  'kmp-f-06': [`${45 + 35} min`, clock(9 * 60 + 50 + 45 + 35), `${45 + 2 * 35 + 25} min`],
  'kmp-f-08': [`${3 + 2}/8`, dec(16 - (16 * (3 + 2)) / 8), `${(16 - 10) * 45} min`],
  'kmp-f-09': [`${7 + 4 + 7 + 4} m`, `${7 * 4} m²`, `${2 * 7 * 1 + 2 * 4 * 1 + 4 * 1 * 1} m²`],
  'kmp-f-11': [`${dec(38.4 - 36.75)} s`, `${dec(150 - 38.4 - 36.75)} s`, `${dec((150 - 38.4 - 36.75 - 0.55) / 2)} s`],
  'kmp-f-12': [`${50 * 30 * 40} cm³`, `${(50 * 30 * 40 * 3) / 4} cm³`, `${dec(40 * 0.75 + 2 - 6000 / (50 * 30))} cm`],
  'kmp-f-13': [
    `${3 * 3 + 4 * 4}/12 cups`,
    `${dec(1.5 * (4 / 3))} cups`,
    // In sixths of a cup, as thirds and halves meet.
    dec(Math.floor((6 * 5 - 6 * 2) / (8 / 2))),
  ],
  'kmp-f-14': [`${(8 * 3) / 2} L`, `${(35 * 2) / (2 + 3)} L`, `${14 + 4}:${35 - 14}`],
  'kmp-f-15': [`$${80 * 0.25}`, `$${dec(80 * 0.75 * 0.9)}`, `${dec(100 * (1 - 0.75 * 0.9))} %`],
  'kmp-f-17': [
    { unknown: 'h', at: (hours) => 6 + 4 * hours },
    `$${6 + 4 * 2.5}`,
    `${firstWhole((hours) => 6 + 4 * hours - 2 === 24)} h`,
  ],
  'kmp-f-18': [`${6 - 11} °C`, `${6 - 11 + 5 / 2} °C`, `${mean(6, 6 - 11, 6 - 11 + 5 / 2)} °C`],
  'kmp-f-19': [`${dec(18 / (75 / 60))} km/h`, `${(18 * 150) / 75} km`, `${dec(((60 - 36) / (18 * 0.8)) * 75)} min`],
  'kmp-f-20': [
    `3/${5 + 3 + 2}`,
    `${5 * 4}/${10 * 9}`,
    // Unordered pairs of one colour over all pairs.
    `${10 + 3 + 1}/${(10 * 9) / 2}`,
  ],
  'kmp-f-21': [
    `$${dec(400 * 0.03)}`,
    `$${dec(400 * 1.03 ** 2)}`,
    `$${dec(Number((400 * 1.03 ** 3).toFixed(2)) - 400 - 3 * 12)}`,
  ],
  'kmp-f-22': [
    { unknown: 't', at: (hours) => 24 - 1.5 * hours },
    `${firstWhole((hours) => 24 - 1.5 * hours === 15)} h`,
    `${24 - 1.5 * firstWhole((hours) => 24 - 1.5 * hours === 32 - 2.5 * hours)} cm`,
  ],
  'kmp-f-23': [
    `${dec(Math.sqrt(6.5 ** 2 - 2.5 ** 2))} m`,
    `${dec(Math.sqrt(6.5 ** 2 - (2.5 + 1.4) ** 2))} m`,
    `${dec(2.5 + 1.4 - Math.sqrt(6.5 ** 2 - 6.3 ** 2))} m`,
  ],
  'kmp-f-25': [
    dec(multiplesIn(0, 24, 3)),
    dec(multiplesIn(0, 24, 3) - multiplesIn(0, 23, 3)),
    // Two in all gaps and one on each post, without the two of the gate.
    dec(multiplesIn(0, 23, 3) * (2 + 1) - 2),
  ],
  'kmp-f-26': [
    dec(new Date(Date.UTC(2024, 1, 26 + 14)).getUTCDate()),
    dec(8 * daysOf2024(14).length),
    dec(8 * daysOf2024(14).filter((weekday) => weekday !== 0).length),
  ],
  'kmp-f-27': [
    dec(sevensIn(wholeNumbers(1, 100).join(''))),
    dec(wholeNumbers(1, 100).filter((door) => sevensIn(String(door)) > 0).length),
    dec(
      sevensIn(
        wholeNumbers(1, 100)
          .map((door) => 2 * door)
          .join(''),
      ),
    ),
  ],
  'kmp-f-28': [
    `${3 * 3}/${5 * 4}`,
    `${3 * 3 + 5}/20`,
    // In tenths of a tank, of which three are empty; 12 1/3 is 37 thirds.
    `${(14 / 2 + 1) * 37}/${10 * 3} L`,
  ],
  'kmp-f-29': [
    `$${dec(Math.ceil((4990 * 85) / 1000) / 10)}`,
    `$${dec((3 * Math.ceil((4990 * 85) / 1000) - Math.ceil((3 * 4990 * 85) / 1000)) / 10)}`,
    `$${dec((Math.floor((Math.ceil((3 * 4990 * 85) / 1000) * 10 * 2) / 100) - 3) / 100)}`,
  ],
  'kmp-f-30': [
    dec(daysOfSnail(() => true, 0)),
    dec(daysOfSnail(() => true, 5)),
    dec(daysOfSnail((day) => day % 2 === 0, 5)),
  ],
  'kmp-f-31': [
    `$${dec(taxiCents(5000) / 100)}`,
    `$${dec(taxiCents(5100) / 100)}`,
    `${dec((firstWhole((metres) => taxiCents(metres) > 1000) - 1) / 1000)} km`,
  ],
  'kmp-f-32': [
    `${4 * 3}/${9 * 8}`,
    `${2 * 2}/${9 * 9}`,
    // Over 9 · 8 · 9, the product of all denominators.
    `${4 * 3 * 9 + 3 * 4 * 9 + 2 * 4 * 8}/${9 * 8 * 9}`,
  ],
  'kmp-f-33': [dec(cubesWithPaint(0)), dec(cubesWithPaint(1)), dec(cubesWithPaint(2))],
  'kmp-f-34': [
    dec(5 * 12 - 4 * 10),
    dec(Math.max(...fourBelow20.map(([, , , fourth]) => fourth))),
    dec(Math.max(...fourBelow20.map(([, , third]) => third))),
  ],
  'kmp-f-35': [dec(4 + 3 - 1), dec(4 + 3 - 1 + 2 - 4), dec(5 - 1 - (4 + 3 - 1 + 2 - 5))],
};

/** The true answers of the problems that students solved. */
export const solutionAnswers: Readonly<Record<string, string>> = {
  'kmp-e-01': dec(5 + 3 - 2),
  'kmp-e-02': dec(6 + 7),
  'kmp-e-03': dec(8 + 5),
  'kmp-e-05': `$${dec(5 - 3 * 1.35)}`,
  'kmp-e-07': dec(Math.floor((7 * 12 - 65) / 4)),
  'kmp-e-08': dec(52 - 27),
  'kmp-e-09': dec(63 - 38),
  'kmp-e-11': `${60 + 45 + 20} min`,
  'kmp-e-12': dec((18 / 3) * 2 + 5),
  'kmp-e-13': `$${dec(0.6 * 0.4 * 5)}`,
  'kmp-e-14': `${(24 + 1) * 60 + 20 - (22 * 60 + 35)} min`,
  'kmp-e-16': 5 * 3 > 2 * 8 ? '5/8' : '2/3',
  'kmp-e-17': dec(20 - 2 * (3 + 4)),
  'kmp-e-18': '16/64',
  'kmp-e-20': `${median(142, 150, 139, 147)} cm`,
  'kmp-e-21': dec((48 * 3) / 4 - 48 / 6),
  'kmp-e-22': `$${dec(250 * 1.2 * 0.8)}`,
  'kmp-e-23': `${-12 + 7.5 - 3} m`,
  'kmp-e-25': dec(median(2, 0, 5, 1, 1, 4, 1)),
  'kmp-e-27': dec(firstWhole((k) => 4 * (k - 3) === 2 * k + 10)),
  'kmp-e-29': `${dec((15 * 60 * 6) / 1000)} L`,
  'kmp-e-30': dec((-1 - 7) / (6 - 2)),
  'kmp-e-31': `${dec((60 + 60) / (60 / 40 + 60 / 60))} km/h`,
  'kmp-e-32': `${[3, 4, 5, 6].reduce((pairs, die) => pairs + (die + 6 - 9 + 1), 0)}/36`,
  'kmp-e-33': `${(6 - 1) * 4 + (6 - 2) * 2} min`,
  'kmp-e-34': `${6 ** 3} cm³`,
  'kmp-e-35': dec(60 + 10 - 60 / 1.2),
  'kmp-e-36': dec(5 ** 2 - 5),
  'kmp-e-37': dec(wholeNumbers(25, 75).filter((value) => value % 5 === 0 && value % 10 !== 0).length),
  'kmp-e-38': `${dec((100 * 200 * 0.1) / 160)} %`,
  'kmp-e-39': dec(3 * 12 + 2 * 6 - 8),
  'kmp-e-40': dec(632 - 378),
  'kmp-e-41': `${3 + 4}/${5 + 7}`,
  'kmp-e-42': `${dec((40 * 0.5 + 60 * 0.5) / (0.5 + 0.5))} km/h`,
  'kmp-e-43': `${300 - 2 * 0.1 * 300} L`,
  'kmp-e-44': `${12 * 3} m`,
  'kmp-e-45': `${mean(98, 103, 95, 108)} kg`,
  'kmp-e-46': `${8 * 3}/${15 * 2}`,
};

/** The answers of the problems that new ones are made from. */
export const seedAnswers: Readonly<Record<string, string>> = {
  'kmp-g-01': dec(7 - 4),
  'kmp-g-02': dec(18 - 11),
  'kmp-g-03': dec(12 * 8),
  'kmp-g-04': dec(26 + 17),
  'kmp-g-05': clock(15 * 60 + 40 + 50),
  'kmp-g-06': dec(14 * 22),
  'kmp-g-07': `$${dec(3 * 2.75 + 4.2)}`,
  'kmp-g-08': `${3 * 2 * 0.5} m³`,
  'kmp-g-09': `${(24 * 2) / 3} m`,
  'kmp-g-10': `$${dec(60 * 1.05)}`,
  'kmp-g-11': dec(-3 + 9 - 4),
  'kmp-g-12': dec(mean(12, 9, 15, 8)),
  'kmp-g-13': `${(250 * 3) / 5} g`,
  'kmp-g-14': `${Math.hypot(80, 60)} m`,
  'kmp-g-15': `$${dec(1.5 + 18 * 0.25)}`,
};
