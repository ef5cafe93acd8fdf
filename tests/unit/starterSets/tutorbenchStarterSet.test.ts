import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import {
  bloomIds,
  checkTutorBenchSamples,
  dimensionIds,
  modalityIds,
  skillIds,
  subjectIds,
  tutorBenchSampleSchema,
  useCaseIds,
} from '../../../src/core/benchmarks/tutorbench/samples';
import { answers, facts } from './tutorbenchFacts';
import { hardSamples } from './tutorbenchHardSamples';

const imageSchema = z.strictObject({
  path: z.string().regex(/^images\/[a-zA-Z]+\.png$/),
  mediaType: z.literal('image/png'),
  alt: z.string().min(80),
});
// Stricter than the product's schema: no field missing, misspelt or empty.
const sampleSchema = z.strictObject({
  system: z.literal('tutorbench'),
  id: z.string().regex(/^tb-\d{3}$/),
  title: z.string().regex(/^\S+( \S+){1,5}$/),
  useCase: z.enum(useCaseIds),
  modality: z.enum(modalityIds),
  subject: z.enum(subjectIds),
  bloom: z.enum(bloomIds),
  turns: z.array(
    z.strictObject({
      role: z.enum(['user', 'assistant']),
      content: z.string().regex(/^\S[\s\S]*\S$/),
      images: z.array(imageSchema).length(1).optional(),
    }),
  ),
  criteria: z
    .array(
      z.strictObject({
        id: z.string().regex(/^c\d+$/),
        text: z.string().regex(/^[A-Z].*\.$/),
        weight: z.literal([5, 1, -5]),
        dimensions: z.array(z.enum(dimensionIds)).min(1),
        skill: z.enum(skillIds).nullable(),
        explicit: z.boolean(),
        objective: z.boolean(),
      }),
    )
    .min(8)
    .max(14),
});
type StarterSample = z.infer<typeof sampleSchema>;

const folder = new URL('../../../starter-sets/', import.meta.url);
const lines = readFileSync(new URL('tutorbench.jsonl', folder), 'utf8').trimEnd().split('\n');
const samples: readonly StarterSample[] = lines.map((line) => sampleSchema.parse(JSON.parse(line)));

function imagesOf(sample: StarterSample): readonly z.infer<typeof imageSchema>[] {
  return sample.turns.flatMap((turn) => turn.images ?? []);
}

/** All that the tutor under test is given of a sample, the descriptions of its images included. */
function seenByTutor(sample: StarterSample): string {
  return [...sample.turns.map((turn) => turn.content), ...imagesOf(sample).map(({ alt }) => alt)].join('\n');
}

function rubricOf(sample: StarterSample): string {
  return sample.criteria.map((criterion) => criterion.text).join('\n');
}

function sampleOf(id: string): StarterSample {
  const found = samples.find((sample) => sample.id === id);
  if (found === undefined) throw new Error(`There is no sample ${id}.`);
  return found;
}

/** In lower case, with the characters that people write in two ways made one. */
function plain(text: string): string {
  return text.replace(/[−–]/g, '-').replace(/\s+/g, ' ').toLowerCase();
}

describe('TutorBench starter set as a whole', () => {
  it('is read by the schema of the product, with no problem found', () => {
    const read = lines.map((line) => tutorBenchSampleSchema.parse(JSON.parse(line)));
    expect(read.length).toBeGreaterThanOrEqual(60);
    expect(checkTutorBenchSamples(read)).toEqual([]);
  });

  it('has unique ids, titles and criteria', () => {
    const texts = samples.flatMap((sample) => sample.criteria.map(({ text, weight }) => ({ text, weight })));
    expect(new Set(samples.map(({ id }) => id)).size).toBe(samples.length);
    expect(new Set(samples.map(({ title }) => title)).size).toBe(samples.length);
    expect(new Set(texts.map(({ text }) => text)).size).toBe(texts.length);
  });

  it('spreads over subjects, use cases and modalities', () => {
    const count = (has: (sample: StarterSample) => boolean): number => samples.filter(has).length;
    expect(subjectIds.map((subject) => count((sample) => sample.subject === subject))).toEqual([
      10, 11, 10, 10, 10, 11,
    ]);
    expect(useCaseIds.map((useCase) => count((sample) => sample.useCase === useCase))).toEqual([20, 23, 19]);
    expect(modalityIds.map((modality) => count((sample) => sample.modality === modality))).toEqual([44, 18]);
    for (const useCase of useCaseIds) {
      expect(count((sample) => sample.useCase === useCase && sample.modality === 'multimodal')).toBeGreaterThanOrEqual(
        3,
      );
    }
  });

  it('punishes in 3 to 5 % of its criteria, as the public rubrics do', () => {
    const weights = samples.flatMap((sample) => sample.criteria.map(({ weight }) => weight));
    const share = weights.filter((weight) => weight === -5).length / weights.length;
    expect(share >= 0.03 && share <= 0.05, `${share}`).toBe(true);
  });

  it('asks a judge for nothing that a reply does not show', () => {
    const unseen =
      /\b\d+ (?:words|sentences)\b|\b(?:two|three|four) sentences\b|examiner|\bkey\b.*\bexpects?\b|photo(?:graph)?\b/i;
    const { rubric, seen } = { rubric: samples.map(rubricOf), seen: samples.flatMap(imagesOf).map(({ alt }) => alt) };
    expect(rubric.filter((text) => unseen.test(text))).toEqual([]);
    expect(seen.filter((alt) => !alt.startsWith('Drawing of ') || /photo/i.test(alt))).toEqual([]);
  });

  it('mixes subjects and use cases, so that the place in the file tells nothing', () => {
    const repeats = (of: (sample: StarterSample) => string, length: number): readonly string[] =>
      samples
        .map((_, index) => samples.slice(index, index + length).map(of))
        .filter((run) => run.length === length && new Set(run).size === 1)
        .map((run) => run[0]!);
    expect(repeats(({ subject }) => subject, 2)).toEqual([]);
    expect(repeats(({ useCase }) => useCase, 3)).toEqual([]);
  });

  it('is hard in at least a third of its samples, each for a reason that its use case can have', () => {
    const hard = new Set(hardSamples.flatMap(({ numbers }) => numbers));
    expect(hard.size).toBeGreaterThanOrEqual(samples.length / 3);
    for (const { kind, useCases, numbers } of hardSamples) {
      const own = numbers.map((number) => sampleOf(`tb-${String(number).padStart(3, '0')}`).useCase);
      expect(
        own.filter((useCase) => !useCases.includes(useCase)),
        kind,
      ).toEqual([]);
    }
  });

  it('uses every Bloom level, dimension and skill, and both values of every tag', () => {
    const criteria = samples.flatMap((sample) => sample.criteria);
    expect(new Set(samples.map(({ bloom }) => bloom))).toEqual(new Set(bloomIds));
    expect(new Set(criteria.flatMap(({ dimensions }) => dimensions))).toEqual(new Set(dimensionIds));
    expect(new Set(criteria.flatMap(({ skill }) => skill ?? []))).toEqual(new Set(skillIds));
    for (const tag of ['explicit', 'objective'] as const) {
      expect(new Set(criteria.map((criterion) => criterion[tag])).size).toBe(2);
    }
  });

  it('ships just the images that are used, and the drawing of each', () => {
    const used = samples
      .flatMap((sample) => imagesOf(sample).map(({ path }) => path.slice('images/'.length, -4)))
      .sort();
    const drawings = [...new Set(used)];
    expect(readdirSync(new URL('images/', folder)).sort()).toEqual(drawings.map((name) => `${name}.png`));
    expect(readdirSync(new URL('drawings/', folder)).sort()).toEqual(drawings.map((name) => `${name}.svg`));
  });

  it.each(facts)('%s: %d stands in the %s as %s', (id, value, place, written) => {
    const text = place === 'turns' ? seenByTutor(sampleOf(id)) : rubricOf(sampleOf(id));
    const number = (/−?\d[\d,]*(?:\.\d+)?/.exec(written)?.[0] ?? '').replace(',', '').replace('−', '-');
    expect(value.toFixed(number.split('.')[1]?.length ?? 0)).toBe(number);
    // Not as a part of a longer number.
    expect(text).toMatch(new RegExp(`(?<![\\d.,])${written.replace(/[.+]/g, '\\$&')}(?!\\d|[.,]\\d)`));
  });

  it.each(answers)('%s: keeps "%s" to the rubric', (id, answer) => {
    expect(plain(rubricOf(sampleOf(id)))).toContain(plain(answer));
    expect(plain(seenByTutor(sampleOf(id)))).not.toContain(plain(answer));
  });
});

describe('the search tree of tb-030', () => {
  it('has one misplaced number, which belongs where the rubric says', () => {
    const parents = new Map<number, number>();
    const [root, ...others] = [45, 20, 60, 10, 30, 50, 25];
    for (const value of others) {
      let node: number | undefined = root;
      while (node !== undefined) {
        const above: number = node;
        node = [...parents].find(([child, parent]) => parent === above && child < above === value < above)?.[0];
        if (node === undefined) parents.set(value, above);
      }
    }
    const drawn = new Map([...parents, [25, 10]]);
    expect(seenByTutor(sampleOf('tb-030'))).toContain('Right child of 10: 25');
    expect([...parents].filter(([child, parent]) => drawn.get(child) !== parent)).toEqual([[25, 30]]);
    expect(rubricOf(sampleOf('tb-030'))).toContain('where 25 belongs, under 30');
  });
});

describe('the search of tb-049', () => {
  /** As the student wrote it; `last` is what the loop has to be mended to. */
  const find = (items: readonly number[], x: number, last: boolean): number => {
    let [low, high] = [0, items.length - 1];
    while (low < high || (last && low === high)) {
      const middle = Math.floor((low + high) / 2);
      if (items[middle] === x) return middle;
      if (items[middle]! < x) low = middle + 1;
      else high = middle - 1;
    }
    return -1;
  };
  const items = [2, 5, 8, 11];

  it('passes the three tests of the student and fails at both ends', () => {
    expect([5, 8, 7].map((x) => find(items, x, false))).toEqual([1, 2, -1]);
    expect([2, 11].map((x) => find(items, x, false))).toEqual([-1, -1]);
    expect(items.map((x) => find(items, x, true))).toEqual([0, 1, 2, 3]);
  });
});

describe('the coins of tb-032', () => {
  const coins = [4, 3, 1];
  const fewest = (amount: number): number =>
    amount === 0 ? 0 : 1 + Math.min(...coins.filter((coin) => coin <= amount).map((coin) => fewest(amount - coin)));
  const greedy = (amount: number): number =>
    amount === 0 ? 0 : 1 + greedy(amount - coins.find((coin) => coin <= amount)!);

  it('cannot be saved in the amounts that the student checked, but in the one that the rubric keeps back', () => {
    expect([5, 7, 8, 9].filter((amount) => greedy(amount) !== fewest(amount))).toEqual([]);
    expect([greedy(6), fewest(6)]).toEqual([3, 2]);
    expect(rubricOf(sampleOf('tb-032'))).toContain('such as 6');
  });
});

describe.each(samples.map((sample) => [sample.id, sample] as const))('TutorBench starter sample %s', (_id, sample) => {
  const { criteria, turns, useCase, modality } = sample;

  it('has the turns of its use case and the images of its modality', () => {
    const alone = useCase === 'active_learning' || (useCase === 'assessment_feedback' && modality === 'multimodal');
    expect(turns.map(({ role }) => role)).toEqual(alone ? ['user'] : ['user', 'assistant', 'user']);
    expect(turns.map(({ images }) => images?.length ?? 0)).toEqual(
      turns.map((_, i) => +(modality === 'multimodal' && i === 0)),
    );
  });

  it('numbers its criteria, rewards and punishes, and asks for what a picture shows only where there is one', () => {
    const weights = criteria.map(({ weight }) => weight);
    const visual = criteria.filter(({ dimensions }) => dimensions.some((dimension) => dimension.startsWith('visual_')));
    expect(criteria.map(({ id }) => id)).toEqual(criteria.map((_, index) => `c${index + 1}`));
    expect(weights).toEqual(expect.arrayContaining([5, 1]));
    if (modality === 'text') expect(visual).toEqual([]);
    else expect(visual.length).toBeGreaterThanOrEqual(2);
  });

  it('words a criterion of weight -5 as the behaviour itself', () => {
    const negated = /must not|does not|avoid|without|should not/i;
    expect(criteria.filter(({ weight, text }) => weight === -5 && negated.test(text))).toEqual([]);
  });

  it('gives no criterion away in what the tutor sees', () => {
    const seen = plain(seenByTutor(sample));
    expect(criteria.filter(({ text }) => seen.includes(plain(text).replace(/\.$/, '')))).toEqual([]);
  });

  it('rates what a hint gives away, and what the student has right or wrong', () => {
    const punished = criteria.filter(({ weight, explicit }) => weight === -5 && explicit);
    const skills = new Set(criteria.map(({ skill }) => skill));
    if (useCase === 'active_learning') expect(punished.length).toBe(1);
    if (useCase === 'adaptive_explanation') expect(criteria.every(({ weight }) => weight > 0)).toBe(true);
    if (useCase === 'assessment_feedback') expect(skills.has('identifying_incorrect_steps')).toBe(true);
    expect(skills.has('identifying_correct_steps') || skills.has('identifying_core_difficulty')).toBe(true);
  });

  it.each(imagesOf(sample))('has a small PNG at $path, and its alt text quotes all handwriting', ({ path, alt }) => {
    const png = readFileSync(new URL(path, folder));
    const name = path.slice('images/'.length, -4);
    const drawing = readFileSync(new URL(`drawings/${name}.svg`, folder), 'utf8');
    const written = [...drawing.matchAll(/<text class="hand"[^>]*>([^<]*)<\/text>/g)].map((match) => match[1] ?? '');
    const quoted = written.map((text) => plain(text.replaceAll('^{2}', '²').replaceAll('&lt;', '<').trim()));
    expect(png.subarray(0, 8).toString('latin1')).toBe('\x89PNG\r\n\x1a\n');
    expect(png.readUInt32BE(16)).toBeGreaterThanOrEqual(600);
    expect(png.length).toBeLessThan(90 * 1024);
    expect(written.length).toBeGreaterThanOrEqual(1);
    expect(quoted.filter((text) => !plain(alt).includes(text))).toEqual([]);
  });
});
