import { readFileSync } from 'node:fs';
import { all, create } from 'mathjs';
import { describe, expect, it } from 'vitest';
import {
  checkKmpDialogues,
  kmpDialogueSampleSchema,
  type KmpDialogueSample,
} from '../../../src/core/benchmarks/kmpDialogue/samples';
import { principles } from '../../../src/core/benchmarks/kmpDialogue/criteria';
import { equalitiesIn } from './arithmetic';
import { claims, withheld } from './kmpDialogueClaims';
import { hardSamples } from './kmpDialogueHardSamples';

const text = readFileSync(new URL('../../../starter-sets/kmp-dialogue.jsonl', import.meta.url), 'utf8');
const records: readonly unknown[] = text
  .trimEnd()
  .split('\n')
  .map((line): unknown => JSON.parse(line));
const samples: readonly KmpDialogueSample[] = records.map((record) => kmpDialogueSampleSchema.parse(record));
const exact = create(all ?? {}, { number: 'Fraction' });

function isTrue(condition: string): boolean {
  const value: unknown = exact.evaluate(condition);
  if (typeof value !== 'boolean') throw new Error(`Not a condition: ${condition}`);
  return value;
}

/** All texts of a sample by the one who speaks; `notes` are what only the tutor or the judge reads. */
function textsOf(sample: KmpDialogueSample): Readonly<Record<string, readonly string[]>> {
  const turns = (role: string): readonly string[] =>
    sample.history.filter((turn) => turn.role === role).map((turn) => turn.content);
  const { persona, studentProfile, objective, instructions, criteriaNotes } = sample;
  const notes = [persona, studentProfile, objective, instructions, ...Object.values(criteriaNotes)];
  return { student: turns('student'), tutor: turns('tutor'), reply: [sample.referenceReply], notes };
}

/** All runs of `length` words, in lower case and without punctuation. */
function runsOf(part: string, length: number): readonly string[] {
  const words = part.toLowerCase().match(/[\p{L}\p{N}]+(?:['’]\p{L}+)?/gu) ?? [];
  return words.slice(length - 1).map((_, index) => words.slice(index, index + length).join(' '));
}

function nameOf(sample: KmpDialogueSample): string {
  return /^[\p{L}-]+/u.exec(sample.studentProfile)![0];
}

function rowsFor(table: readonly (readonly string[])[], { id }: KmpDialogueSample): readonly (readonly string[])[] {
  return table.filter(([number]) => `kmp-d-${number}` === id);
}

describe('KMP-Dialogue starter set as a whole', () => {
  it('is read by the schema of the product, with nothing lost and no problem found', () => {
    expect(text.endsWith('}\n')).toBe(true);
    expect(checkKmpDialogues(samples)).toEqual([]);
    expect(samples).toEqual(records);
  });

  it('has at least 60 dialogues with ids without a gap and titles of their own', () => {
    expect(samples.length).toBeGreaterThanOrEqual(60);
    expect(samples.map(({ id }) => id).sort()).toEqual(
      samples.map((_, index) => `kmp-d-${String(index + 1).padStart(3, '0')}`),
    );
    expect(new Set(samples.map(({ title }) => title)).size).toBe(samples.length);
  });

  it('targets each principle at least 13 times, and two of them in at least 20 dialogues', () => {
    for (const principle of principles) {
      const own = samples.filter((sample) => sample.principles.includes(principle));
      expect(own.length, principle).toBeGreaterThanOrEqual(13);
    }
    expect(samples.filter((sample) => sample.principles.length === 2).length).toBeGreaterThanOrEqual(20);
  });

  it('has at least 6 dialogues of each of the nine grades, and at least 12 domains', () => {
    for (const grade of 'K12345678') {
      expect(samples.filter((sample) => sample.grade === grade).length, grade).toBeGreaterThanOrEqual(6);
    }
    expect(new Set(samples.map(({ domain }) => domain)).size).toBeGreaterThanOrEqual(12);
    expect(samples.filter(({ grade, domain }) => !/^[K1-8]$/.test(grade ?? '') || domain === undefined)).toEqual([]);
  });

  it('mixes grades, so that the place in the file tells nothing', () => {
    expect(samples.filter((sample, index) => sample.grade === samples[index + 1]?.grade)).toEqual([]);
  });

  it('is hard in at least a third of its dialogues', () => {
    const hard = new Set(hardSamples.flatMap(({ numbers }) => numbers));
    const ids = samples.map(({ id }) => Number(id.slice(-3)));
    expect(hard.size).toBeGreaterThanOrEqual(samples.length / 3);
    expect([...hard].filter((number) => !ids.includes(number))).toEqual([]);
  });

  it('has a student of its own in every dialogue, and no other dialogue names them', () => {
    const names = samples.map(nameOf);
    expect(new Set(names).size).toBe(samples.length);
    const strays = samples.flatMap((sample) =>
      names.filter(
        (name) => name !== nameOf(sample) && new RegExp(String.raw`\b${name}\b`).test(JSON.stringify(sample)),
      ),
    );
    expect(strays).toEqual([]);
  });

  it('repeats no run of eight words from dialogue to dialogue', () => {
    const runs = samples.flatMap((sample) => {
      const { student, tutor, reply } = textsOf(sample);
      return [...new Set([...student!, ...tutor!, ...reply!].flatMap((part) => runsOf(part, 8)))];
    });
    expect(runs.length).toBeGreaterThan(1000);
    expect(runs.filter((run, index) => runs.indexOf(run) !== index)).toEqual([]);
  });

  it('has a sample for every row of the tables, and reads false and true apart', () => {
    const ids = samples.map(({ id }) => id);
    expect([...claims, ...withheld].filter(([number]) => !ids.includes(`kmp-d-${number}`))).toEqual([]);
    expect(['1/3 + 1/6 == 1/2', '0.1 + 0.2 == 0.3', '2 + 2 == 5'].map(isTrue)).toEqual([true, true, false]);
  });
});

describe.each(samples.map((sample) => [sample.id, sample] as const))('KMP-Dialogue sample %s', (_id, sample) => {
  const { history, referenceReply, instructions, principles: targeted, criteriaNotes } = sample;
  const texts = textsOf(sample);

  it('alternates for 3 to 9 turns and ends with the student', () => {
    expect(history.length >= 3 && history.length <= 9, `${history.length} turns`).toBe(true);
    expect(history.at(-1)?.role).toBe('student');
    expect(history.filter((turn, index) => turn.role === history[index + 1]?.role)).toEqual([]);
  });

  it('keeps to its lengths and has no blanks around its texts', () => {
    const expectWords = (part: string, least: number, most: number): void => {
      const count = part.split(/\s+/).length;
      expect(count >= least && count <= most, `${count} words: ${part}`).toBe(true);
    };
    expectWords(referenceReply, 25, 80);
    expectWords(instructions, 30, 70);
    expectWords(sample.title ?? '', 2, 7);
    const parts = Object.values(texts).flat();
    expect(parts.filter((part) => part !== part.trim() || part === '')).toEqual([]);
  });

  it('names its principles in the instructions and notes all their criteria and one or two general ones', () => {
    const stem = (principle: string): string => principle.replace(/(?:ing|ation)$/, '');
    expect(targeted.filter((principle) => !instructions.toLowerCase().includes(stem(principle)))).toEqual([]);
    const keys = Object.keys(criteriaNotes);
    const general = keys.filter((key) => key.startsWith('general.'));
    const own = targeted.flatMap((principle) => [1, 2, 3].map((number) => `${principle}.${number}`));
    expect(keys.filter((key) => !general.includes(key)).sort()).toEqual(own.sort());
    expect(general.length === 1 || general.length === 2).toBe(true);
  });

  it('does not hand the reference reply to the tutor', () => {
    const shared = (length: number, parts: readonly string[]): readonly string[] => {
      const runs = new Set(parts.flatMap((part) => runsOf(part, length)));
      return runsOf(referenceReply, length).filter((run) => runs.has(run));
    };
    expect(shared(6, [...texts.tutor!, ...texts.notes!])).toEqual([]);
    // A tutor takes up the words of the student, though not whole sentences.
    expect(shared(10, texts.student!)).toEqual([]);
  });

  it('does not tell the tutor what goes wrong in the head of the student', () => {
    const diagnosis =
      /\b(?:mistakes?|errors?|slips?|wrong|misconceptions?|misunderst\w+|misread\w*|mixes up|mixed up|forgets?|overlooks?|confuses|ignores|leaves out|one too (?:high|many|few|low)|does not (?:see|notice|know))\b/i;
    expect(diagnosis.exec(`${instructions} ${sample.studentProfile}`)?.[0]).toBeUndefined();
  });

  it('leaves to the student what the student is to find', () => {
    for (const [, condition, words] of rowsFor(withheld, sample)) {
      expect(isTrue(condition!), condition).toBe(true);
      const told = words!.split(', ').filter((word) => {
        const escaped = word.replaceAll('.', String.raw`\.`);
        const pattern = new RegExp(String.raw`(?<![\p{L}\d./])${escaped}(?![\p{L}\d/]|\.\d)`, 'iu');
        return pattern.test(referenceReply) || pattern.test(instructions);
      });
      expect(told).toEqual([]);
    }
  });

  it('says nothing of numbers that does not hold, but for the mistakes of the student', () => {
    for (const [, place, words, claim] of rowsFor(claims, sample)) {
      expect(texts[place!]!.filter((part) => part.includes(words!)).length, words).toBeGreaterThanOrEqual(1);
      expect(isTrue(claim!.replace('✗ ', '')), claim).toBe(!claim!.startsWith('✗'));
      if (claim!.startsWith('✗')) expect(place).toBe('student');
    }
  });

  it('writes only equalities that code has checked', () => {
    const quotes = rowsFor(claims, sample).map(([, , words]) => words!);
    for (const part of [...texts.tutor!, ...texts.reply!, ...texts.notes!]) {
      // "35% of 80 is 28" is an equality as well.
      const written = part.replace(/(% of [$€£]?[\d.]+) is (?=[$€£]?\d)/g, '$1 = ');
      const equalities = equalitiesIn(written);
      expect(equalities.filter(({ holds }) => !holds)).toEqual([]);
      const rest = [...quotes, ...equalities.map((equality) => equality.text)].reduce(
        (left, known) => left.replaceAll(known, ''),
        written,
      );
      expect(rest).not.toContain('=');
    }
  });
});
