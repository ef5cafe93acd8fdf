import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { checkTutorBenchSamples } from '../../../src/core/benchmarks/tutorbench/checkSamples';
import {
  bloomIds,
  dimensionIds,
  modalityIds,
  skillIds,
  subjectIds,
  useCaseIds,
} from '../../../src/core/benchmarks/tutorbench/labels';
import { tutorBenchSampleSchema } from '../../../src/core/benchmarks/tutorbench/samples';

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
    .min(5)
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

const sum = (...values: readonly number[]): number => values.reduce((total, value) => total + value, 0);
const slope = { normal: 5 * 9.8 * Math.cos(Math.PI / 6), down: 5 * 9.8 * Math.sin(Math.PI / 6) };
const ammonia = { fromNitrogen: (28 / 28.02) * 2 * 17.03, fromHydrogen: (8 / 2.016) * (2 / 3) * 17.03 };
const studentFallTime = (-15 + Math.sqrt(15 ** 2 + 4 * 4.9 * 20)) / 9.8;
const fallTime = Math.sqrt((2 * 20) / 9.8);

/** pH where 25 mL of 0.1 M acetic acid (pKa 4.76) and 25 mL of 0.1 M NaOH have met. */
const equivalencePh = 14 + Math.log10(Math.sqrt((1e-14 / 10 ** -4.76) * 0.05));

/** Sample, what is computed, and how it is written (the first number): in the turns (also a student's wrong result) or in the rubric. */
const facts: readonly (readonly [string, number, 'turns' | 'rubric', string])[] = [
  ['tb-003', 80 / 500, 'turns', 'q = 0.16'],
  ['tb-003', 2 * 0.84 * 0.16, 'turns', '0.2688'],
  ['tb-003', 2 * 0.84 * 0.16 * 500, 'turns', '134.4'],
  ['tb-003', Math.sqrt(80 / 500), 'rubric', 'q = 0.4'],
  ['tb-003', 2 * 0.4 * 0.6 * 500, 'rubric', 'Gives 240 as'],
  ['tb-003', 0.6 ** 2 * 500, 'rubric', '180'],
  ['tb-007', Math.sqrt(225 + 392), 'turns', '24.84'],
  ['tb-007', studentFallTime, 'turns', '1.004'],
  ['tb-007', 15 * studentFallTime, 'turns', '15.1'],
  ['tb-007', fallTime, 'rubric', '2.02'],
  ['tb-007', 15 * fallTime, 'rubric', '30.3'],
  ['tb-008', 0.2 * 5 * 9.8, 'turns', '= 9.8 N'],
  ['tb-008', slope.down, 'turns', '= 24.5 N'],
  ['tb-008', (slope.down - 0.2 * 5 * 9.8) / 5, 'turns', '2.94'],
  ['tb-008', 0.2 * slope.normal, 'rubric', 'about 8.5 N'],
  ['tb-008', (slope.down - 0.2 * slope.normal) / 5, 'rubric', 'about 3.2 m/s²'],
  ['tb-009', 12 / 4.5, 'turns', '2.67'],
  ['tb-009', 1 / (1 / 6 + 1 / 3), 'rubric', 'part has 2 Ω'],
  ['tb-009', ((12 / (4 + 1 / (1 / 6 + 1 / 3))) * 3) / (6 + 3), 'rubric', '0.67'],
  ['tb-010', 16 + 8 / 2, 'rubric', 'height of 20 m'],
  ['tb-010', (16 + 8 / 2) / 8, 'rubric', 'h = 2.5R'],
  ['tb-010', Math.sqrt(9.8 * 8), 'rubric', 'about 8.9 m/s'],
  ['tb-012', equivalencePh, 'turns', '8.7'],
  ['tb-014', 8 / 2.016, 'turns', '3.97'],
  ['tb-014', (8 / 2.016) * (2 / 3), 'turns', '2.65'],
  ['tb-014', ammonia.fromHydrogen, 'turns', '45.1'],
  ['tb-014', 28 / 28.02, 'rubric', '1.00 mol'],
  ['tb-014', ammonia.fromNitrogen, 'rubric', 'about 34 g'],
  ['tb-014', 28 + 8, 'rubric', '36.0'],
  ['tb-015', 8 - 1, 'turns', '= +7'],
  ['tb-016', 40 / 4, 'rubric', 'about 10 of'],
  ['tb-016', 82 - 66, 'rubric', 'and 16 points'],
  ['tb-018', 1.96 * 12, 'turns', '23.52'],
  ['tb-018', 172 + 1.96 * 12, 'turns', '195.52'],
  ['tb-018', 12 / Math.sqrt(64), 'rubric', '= 1.5 g'],
  ['tb-018', 172 - (1.96 * 12) / 8, 'rubric', '169.1'],
  ['tb-018', 172 + (1.96 * 12) / 8, 'rubric', '174.9'],
  ['tb-019', 0.02 * 0.9, 'turns', '0.018'],
  ['tb-019', 0.98 * 0.05, 'rubric', '0.049'],
  ['tb-019', sum(0.018, 0.049), 'rubric', '0.067'],
  ['tb-019', 0.018 / sum(0.018, 0.049), 'rubric', '0.269'],
  ['tb-019', (18 / 67) * 100, 'rubric', '27 %'],
  ['tb-022', 2 ** 4 / 4, 'turns', 'integral is 4'],
  ['tb-022', (5 ** 4 - 1) / 4, 'rubric', 'value 156'],
  ['tb-023', -(Math.PI ** 2) / 3, 'rubric', '−3.29'],
  ['tb-024', Math.sqrt(13 ** 2 - 5 ** 2), 'turns', 'y = 12'],
  ['tb-024', 2 * 5 + 2 * 12, 'turns', '34 = 0'],
  ['tb-024', (5 * 2) / 12, 'rubric', '0.83 ft/s'],
  ['tb-027', Math.ceil(Math.log2(2_000_000)), 'rubric', 'about 21'],
  ['tb-029', (1000 * 999) / 2, 'rubric', 'as 499,500'],
];

/** What a tutor has to find out or to keep to itself: stands in the rubric, and nowhere in what the tutor is given. */
const answers: readonly (readonly [string, string])[] = [
  ['tb-003', '240'],
  ['tb-004', 'exchanged'],
  ['tb-005', 'autosomal'],
  ['tb-007', '30.3'],
  ['tb-008', 'cos 30°'],
  ['tb-009', '0.67'],
  ['tb-010', '2.5R'],
  ['tb-013', '3-methylhexane'],
  ['tb-013', '2-chloropentane'],
  ['tb-014', '34 g'],
  ['tb-015', '5 Fe²⁺'],
  ['tb-018', '169.1'],
  ['tb-019', '0.269'],
  ['tb-020', 'at random'],
  ['tb-020', 'placebo'],
  ['tb-022', '156'],
  ['tb-023', '−π²/3'],
  ['tb-024', '−5/6'],
  ['tb-025', 'not differentiable'],
  ['tb-028', 'would return 4'],
  ['tb-029', '499,500'],
  ['tb-030', 'under 30'],
];

describe('TutorBench starter set as a whole', () => {
  it('is read by the schema of the product, with no problem found', () => {
    const read = lines.map((line) => tutorBenchSampleSchema.parse(JSON.parse(line)));
    expect(read.length).toBeGreaterThanOrEqual(26);
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
    expect(subjectIds.map((subject) => count((sample) => sample.subject === subject))).toEqual([5, 5, 5, 5, 5, 5]);
    expect(useCaseIds.map((useCase) => count((sample) => sample.useCase === useCase))).toEqual([10, 11, 9]);
    expect(modalityIds.map((modality) => count((sample) => sample.modality === modality))).toEqual([17, 13]);
    for (const useCase of useCaseIds) {
      expect(count((sample) => sample.useCase === useCase && sample.modality === 'multimodal')).toBeGreaterThanOrEqual(
        3,
      );
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
    expect(new Set(used).size).toBe(used.length);
    expect(readdirSync(new URL('images/', folder)).sort()).toEqual(used.map((name) => `${name}.png`));
    expect(readdirSync(new URL('drawings/', folder)).sort()).toEqual(used.map((name) => `${name}.svg`));
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
    expect(new Set(weights)).toEqual(new Set([5, 1, -5]));
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
    if (useCase === 'active_learning') expect(punished.length).toBeGreaterThanOrEqual(1);
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
