import type { JudgedGold } from '../../src/core/statistics/judgeLine';
import type { Random } from '../../src/core/statistics/random';

/** People's labels and a judge's answers to them, as chances. */
export interface Population {
  /** How often people give each label. */
  readonly human: readonly number[];
  /** How often the judge says each label where people say that of the row. */
  readonly judge: readonly (readonly number[])[];
  /** What each label counts. */
  readonly scores: readonly number[];
}

/** The mean score of people's labels. */
export function truthOf({ human, scores }: Population): number {
  return human.reduce((sum, chance, label) => sum + chance * (scores[label] ?? 0), 0);
}

/** Labelled replies in dialogues of `size`. Half of the labels and half of the answers of a dialogue are drawn once for all of it. */
export function drawGold(population: Population, n: number, size: number, random: Random): JudgedGold {
  const { scores } = population;
  const width = scores.length;
  const total = new Array<number>(width * width).fill(0);
  const products = total.map(() => new Array<number>(width * width).fill(0));
  let clusters = 0;
  for (let left = n; left > 0; left -= size) {
    clusters += 1;
    const shared = size === 1 ? undefined : { human: random.next(), judge: random.next() };
    const cells: number[] = [];
    for (let reply = 0; reply < Math.min(size, left); reply++) cells.push(drawCell(population, random, shared));
    for (const a of cells) {
      total[a] = (total[a] ?? 0) + 1;
      const row = products[a] ?? [];
      for (const b of cells) row[b] = (row[b] ?? 0) + 1;
    }
  }
  const counts = scores.map((_, row) => total.slice(row * width, (row + 1) * width));
  return { scores, counts, clusters, products };
}

/** How often the judge says each label in a run of independent replies. */
export function drawRun(population: Population, n: number, random: Random): readonly number[] {
  const counts = population.scores.map(() => 0);
  for (let reply = 0; reply < n; reply++) {
    const judge = drawCell(population, random, undefined) % counts.length;
    counts[judge] = (counts[judge] ?? 0) + 1;
  }
  return counts;
}

/** One reply as the place of its two labels in the table, row by row. */
function drawCell(
  { human, judge }: Population,
  random: Random,
  shared: { readonly human: number; readonly judge: number } | undefined,
): number {
  const first = shared !== undefined && random.next() < 0.5 ? shared.human : random.next();
  const label = labelAt(human, first);
  const second = shared !== undefined && random.next() < 0.5 ? shared.judge : random.next();
  return label * human.length + labelAt(judge[label] ?? [], second);
}

function labelAt(chances: readonly number[], roll: number): number {
  let left = roll;
  for (let label = 0; label < chances.length - 1; label++) {
    left -= chances[label] ?? 0;
    if (left < 0) return label;
  }
  return chances.length - 1;
}
