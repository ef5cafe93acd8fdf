import { readFileSync } from 'node:fs';
import { all, create, type Fraction } from 'mathjs';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { checkMrSamples, mrBenchSampleSchema } from '../../../src/core/benchmarks/mrbench/samples';
import { hardSamples, idsOf } from './mrbenchHardSamples';

const threeLevels = z.enum(['Yes', 'To some extent', 'No']);
const labelsSchema = z.strictObject({
  mistake_identification: threeLevels,
  mistake_location: threeLevels,
  revealing_of_the_answer: z.enum(['Yes (correct)', 'Yes (incorrect)', 'No']),
  providing_guidance: threeLevels,
  actionability: threeLevels,
  coherence: threeLevels,
  tutor_tone: z.enum(['Encouraging', 'Neutral', 'Offensive']),
  human_likeness: threeLevels,
});
const referenceSchema = z.strictObject({ response: z.string().min(1), labels: labelsSchema });
// Stricter than the product's schema, which drops a misspelt field and lets most fields be missing.
const sampleSchema = z.strictObject({
  system: z.literal('mrbench'),
  id: z.string().regex(/^mr-\d{3}$/),
  title: z.string().regex(/^\S+( \S+){1,5}$/),
  source: z.literal('Other'),
  gradeBand: z.enum(['elementary', 'middle']),
  topic: z.string().min(1).nullable(),
  history: z
    .array(z.strictObject({ role: z.enum(['tutor', 'student']), content: z.string().regex(/^\S[\s\S]*\S$|^\S$/) }))
    .min(2),
  groundTruthSolution: z.string().min(1),
  answer: z.string().min(1).max(20),
  checks: z.array(z.strictObject({ text: z.string().min(1), claim: z.string(), holds: z.boolean() })).min(1),
  references: z.strictObject({ Expert: referenceSchema.optional(), Novice: referenceSchema.optional() }),
});
type StarterSample = z.infer<typeof sampleSchema>;

// In these the student's last turn asks, gives up or only says thanks; in all others there is a wrong claim that nobody
// has mended.
const confusionIds: ReadonlySet<string> = new Set(idsOf('012 043 044 053 054 061 062 067 079 090 092 094 106'));

const kindOf = new Map(Object.entries(hardSamples).flatMap(([kind, ids]) => ids.map((id) => [id, kind] as const)));

const lines = readFileSync(new URL('../../../starter-sets/mrbench.jsonl', import.meta.url), 'utf8')
  .trimEnd()
  .split('\n');
const samples: readonly StarterSample[] = lines.map((line) => sampleSchema.parse(JSON.parse(line)));
const readme = readFileSync(new URL('../../../starter-sets/README.md', import.meta.url), 'utf8');
const exact = create(all ?? {}, { number: 'Fraction' });
const approximate = create(all ?? {}, {});

/** Both sides of `left = right`; throws unless there is exactly one equals sign. */
function sidesOf(claim: string): readonly [string, string] {
  const [left, right, ...rest] = claim.split('=').map((side) => side.trim());
  if (left === undefined || right === undefined || rest.length > 0) throw new Error(`Not one equation: ${claim}`);
  return [left, right];
}

/** Undefined where mathjs cannot stay in fractions, as in `median`. */
function fractionOf(expression: string): Fraction | undefined {
  try {
    const value: unknown = exact.evaluate(expression);
    return exact.isFraction(value) ? value : undefined;
  } catch (error) {
    if (error instanceof TypeError) return undefined;
    throw error;
  }
}

/** Exact in fractions where mathjs can do that, else within a relative 1e-9. */
function isTrue(claim: string): boolean {
  const [left, right] = sidesOf(claim);
  const [exactLeft, exactRight] = [fractionOf(left), fractionOf(right)];
  if (exactLeft !== undefined && exactRight !== undefined) return exactLeft.equals(exactRight);
  const [a, b] = [Number(approximate.evaluate(left)), Number(approximate.evaluate(right))];
  if (!Number.isFinite(a) || !Number.isFinite(b)) throw new Error(`Not a number on both sides: ${claim}`);
  return Math.abs(a - b) <= 1e-9 * Math.max(Math.abs(a), Math.abs(b));
}

/**
 * The number an answer consists of, unit left out, in mathjs syntax ("−9 °C" gives "-9"); undefined for a name or a
 * phrase.
 */
function numberOf(answer: string): string | undefined {
  return /-?\d+(?:\.\d+)?(?:\/\d+)?/.exec(answer.replace('−', '-').replaceAll(',', ''))?.[0];
}

/** The equations between plain numbers that a worked solution writes out, in mathjs syntax. */
function writtenEquations(solution: string): readonly string[] {
  const plain = solution.replace(/[£€$]/g, '').replaceAll('−', '-').replaceAll('×', '*').replaceAll('÷', '/');
  const number = String.raw`\d+(?:\.\d+)?`;
  const left = String.raw`-?\(*${number}(?:\)*\s*[-+*/]\s*\(*-?${number})*\)*`;
  // Not inside a longer expression: "4x - 12 = 20" speaks of an unknown and is left alone.
  const pattern = new RegExp(String.raw`(?<![\w.(])(?<![-+*/)]\s?)(${left})\s*=\s*(-?${number}(?:/\d+)?)`, 'g');
  return [...plain.matchAll(pattern)].map(([, left, right]) => `${left} = ${right}`);
}

function studentTurns(sample: StarterSample): readonly string[] {
  return sample.history.filter((turn) => turn.role === 'student').map((turn) => turn.content);
}

/** The row of a table in the README that says how many dialogues a kind has. */
function rowOf(kind: string, count: number): RegExp {
  return new RegExp(String.raw`\| ${kind} +\| ${count} +\|`);
}

function sentencesOf(text: string): readonly string[] {
  return text
    .split(/[.!?\n]+/)
    .map((part) => part.trim().toLowerCase())
    .filter((part) => part !== '');
}

describe('MRBench starter set as a whole', () => {
  it('has at least 64 dialogues, half of them of each grade band', () => {
    const elementary = samples.filter((sample) => sample.gradeBand === 'elementary').length;
    expect(samples.length).toBeGreaterThanOrEqual(64);
    expect(elementary * 2).toBe(samples.length);
  });

  it('is read by the schema of the product, with nothing lost and no problem found', () => {
    const read = lines.map((line) => mrBenchSampleSchema.parse(JSON.parse(line)));
    expect(checkMrSamples(read)).toEqual([]);
    expect(read.map((sample) => ({ ...sample, topic: sample.topic ?? null }))).toEqual(samples);
  });

  it('has unique ids, titles and solutions', () => {
    for (const key of ['id', 'title', 'groundTruthSolution'] as const) {
      expect(new Set(samples.map((sample) => sample[key])).size).toBe(samples.length);
    }
  });

  it('has a reason in at least three quarters of its dialogues why a tutor without advice fails, and counts them in its README', () => {
    const ids = samples.map((sample) => sample.id);
    expect([...kindOf.keys()].filter((id) => !ids.includes(id))).toEqual([]);
    expect(kindOf.size).toBe(Object.values(hardSamples).flat().length);
    expect(kindOf.size * 4).toBeGreaterThanOrEqual(samples.length * 3);
    for (const [kind, own] of Object.entries(hardSamples)) expect(readme).toMatch(rowOf(kind, own.length));
    expect(readme).toMatch(rowOf('all', kindOf.size));
  });

  it('mixes the kinds: no two neighbours of one kind, the others not in one place', () => {
    const kinds = samples.map((sample) => kindOf.get(sample.id) ?? '');
    expect(kinds.filter((kind, index) => kind !== '' && kind === kinds[index - 1])).toEqual([]);
    expect(kinds.map((kind) => (kind === '' ? '.' : 'h')).join('')).not.toMatch(/h{8}|\.{3}/);
  });

  it('has at least eight longer histories of 8 to 12 turns', () => {
    const long = samples.filter((sample) => sample.history.length >= 8 && sample.history.length <= 12);
    expect(long.length).toBeGreaterThanOrEqual(8);
  });

  it('ends about a fifth of the dialogues with a confusion', () => {
    expect(samples.filter((sample) => confusionIds.has(sample.id)).length).toBe(confusionIds.size);
    expect(confusionIds.size / samples.length).toBeGreaterThan(0.15);
    expect(confusionIds.size / samples.length).toBeLessThan(0.25);
  });

  it('has at least 12 expert replies and, beside at least 6 of them, a novice reply with other labels', () => {
    const withExpert = samples.filter((sample) => sample.references.Expert !== undefined);
    const withNovice = samples.filter((sample) => sample.references.Novice !== undefined);
    expect(withExpert.length).toBeGreaterThanOrEqual(12);
    expect(withNovice.length).toBeGreaterThanOrEqual(6);
    for (const { references } of withNovice) {
      expect(references.Expert).toBeDefined();
      expect(references.Novice?.labels).not.toEqual(references.Expert?.labels);
    }
  });

  it('shows every way of handling the answer and every tone among the references', () => {
    const labels = samples.flatMap(({ references }) => Object.values(references).map((reply) => reply.labels));
    expect(new Set(labels.map((label) => label.revealing_of_the_answer)).size).toBe(3);
    expect(new Set(labels.map((label) => label.tutor_tone)).size).toBe(3);
  });

  it('has the weak replies that its README counts', () => {
    const labels = samples.flatMap(({ references }) => references.Novice?.labels ?? []);
    const count = (has: (own: (typeof labels)[number]) => boolean): number => labels.filter(has).length;
    expect(count((own) => own.mistake_identification === 'No')).toBe(10);
    expect(count((own) => own.revealing_of_the_answer === 'Yes (correct)')).toBe(6);
    expect(count((own) => own.revealing_of_the_answer === 'Yes (incorrect)')).toBe(5);
    expect(count((own) => own.human_likeness === 'No')).toBe(1);
    expect(count((own) => own.tutor_tone === 'Offensive')).toBe(1);
  });

  it('repeats no student turn and no longer student sentence', () => {
    const turns = samples.flatMap(studentTurns).map((turn) => turn.toLowerCase());
    // Four words or more: a bare "4/10" or "yes" may well be said twice.
    const long = samples
      .flatMap((sample) => [...new Set(studentTurns(sample).flatMap(sentencesOf))])
      .filter((sentence) => sentence.split(/\s+/).length >= 4);
    expect(turns.filter((turn, index) => turns.indexOf(turn) !== index)).toEqual([]);
    expect(long.filter((sentence, index) => long.indexOf(sentence) !== index)).toEqual([]);
  });

  it.each(['elementary', 'middle'] as const)('has the counts its README states for %s', (band) => {
    const own = samples.filter((sample) => sample.gradeBand === band);
    const turns = own.map((sample) => sample.history.length);
    const count = (has: (sample: StarterSample) => boolean): number => own.filter(has).length;
    const cells = [
      band,
      own.length,
      `${Math.min(...turns)} to ${Math.max(...turns)}`,
      count((sample) => sample.topic !== null),
      count((sample) => sample.references.Expert !== undefined),
      count((sample) => sample.references.Novice !== undefined),
    ];
    expect(readme.replace(/ +/g, ' ')).toContain(`| ${cells.join(' | ')} |`);
    expect([...confusionIds].filter((id) => !readme.includes(`\`${id}\``))).toEqual([]);
  });

  it('has a topic for every elementary dialogue and for fewer than half of the others', () => {
    const middle = samples.filter((sample) => sample.gradeBand === 'middle');
    expect(samples.filter((sample) => sample.gradeBand === 'elementary' && sample.topic === null)).toEqual([]);
    expect(middle.filter((sample) => sample.topic !== null).length * 2).toBeLessThan(middle.length);
  });
});

describe.each(samples.map((sample) => [sample.id, sample] as const))('MRBench starter sample %s', (_id, sample) => {
  const { groundTruthSolution: solution, answer, checks, history, references } = sample;

  it('ends with the student and has the length of its grade band', () => {
    const [least, most] = sample.gradeBand === 'elementary' ? [2, 8] : [2, 12];
    expect(history.at(-1)?.role).toBe('student');
    expect(history.length).toBeGreaterThanOrEqual(least);
    expect(history.length).toBeLessThanOrEqual(most);
  });

  it.each(checks)('claim $claim of "$text" holds: $holds', ({ text, claim, holds }) => {
    const places = [...history.map((turn) => turn.content), solution];
    expect(places.some((place) => place.includes(text))).toBe(true);
    expect(isTrue(claim)).toBe(holds);
  });

  it('ties a wrong claim to words of the student', () => {
    const wrong = checks.filter((check) => !check.holds);
    const turns = studentTurns(sample);
    expect(wrong.filter(({ text }) => !turns.some((turn) => turn.includes(text)))).toEqual([]);
    if (!confusionIds.has(sample.id)) expect(wrong.length).toBeGreaterThanOrEqual(1);
  });

  it('has a true claim in its solution that yields the answer when that is a number', () => {
    const inSolution = checks.filter((check) => check.holds && solution.includes(check.text));
    const number = numberOf(answer);
    expect(solution).toContain(number === undefined ? answer : answer.split(' ')[0]);
    expect(inSolution.length).toBeGreaterThanOrEqual(1);
    if (number === undefined) return;
    expect(inSolution.filter(({ claim }) => isTrue(`${sidesOf(claim)[1]} = ${number}`))).not.toEqual([]);
  });

  it('writes only true equations in its solution', () => {
    const equations = writtenEquations(solution);
    expect(equations.length).toBeGreaterThanOrEqual(1);
    expect(equations.filter((equation) => !isTrue(equation))).toEqual([]);
  });

  it('labels a reply as revealing just when the answer stands in it', () => {
    const wanted = (numberOf(answer)?.replace('-', '') ?? answer).replaceAll('.', '\\.');
    const answerInText = new RegExp(`(?<![\\w./])${wanted}(?![\\w/]|\\.\\d)`);
    for (const reply of Object.values(references)) {
      const revealed = reply.labels.revealing_of_the_answer === 'Yes (correct)';
      expect(answerInText.test(reply.response.replaceAll(',', ''))).toBe(revealed);
    }
  });
});
