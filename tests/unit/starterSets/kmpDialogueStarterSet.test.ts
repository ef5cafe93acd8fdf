import { readFileSync } from 'node:fs';
import { all, create } from 'mathjs';
import { describe, expect, it } from 'vitest';
import {
  checkKmpDialogues,
  kmpDialogueSampleSchema,
  type KmpDialogueSample,
} from '../../../src/core/benchmarks/kmpDialogue/samples';
import { principles } from '../../../src/core/benchmarks/kmpbench/principles';
import { equalitiesIn } from './arithmetic';

const text = readFileSync(new URL('../../../starter-sets/kmp-dialogue.jsonl', import.meta.url), 'utf8');
const records: readonly unknown[] = text
  .trimEnd()
  .split('\n')
  .map((line): unknown => JSON.parse(line));
const samples: readonly KmpDialogueSample[] = records.map((record) => kmpDialogueSampleSchema.parse(record));
const exact = create(all ?? {}, { number: 'Fraction' });

/**
 * What the texts say about numbers beyond written equalities: number of the dialogue, who says it, the words, and what they mean
 * as a condition in mathjs syntax. Conditions behind "✗" are false: they are what a student takes to be true. An unknown is
 * replaced by its solution; an identity is tried at one value.
 */
const claims = rowsOf(`
002 | student | then 1 2 3 4 5 6 7 8. eight | 5 + 3 == 8
002 | reply | "seven, eight". Eight dinosaurs! | 6 + 2 == 8
004 | student | thats 5 fingers so 9 | ✗ 13 - 5 == 9
005 | reply | 23 is 2 full bags and 3 loose ones | 2 * 10 + 3 == 23
005 | reply | 32 is 3 full bags and only 2 loose | 3 * 10 + 2 == 32
007 | reply | 2 steps to 60, then 4 more to 64 | 58 + 2 == 60 and 60 + 4 == 64
008 | student | 20 minits after 3 | 4 * 5 == 20
008 | student | 45! its 7:45 | 9 * 5 == 45
008 | reply | You should land on 60 | 7 * 5 + 5 * 5 == 60 and 10 * 5 + 2 * 5 == 60 and 1 * 5 + 11 * 5 == 60
009 | student | 5 I counted them | ✗ 5 * 2 == 5
009 | reply | First paw, 2 children. Second paw, 4. Third paw, 6. | 1 * 2 == 2 and 2 * 2 == 4 and 3 * 2 == 6
009 | notes | stand for 10 children | 5 * 2 == 10
010 | student | 24. can I stop | 6 * 4 == 24
010 | student | 24 as well. See. and 8 x 3 is 24 too | 3 * 8 == 24 and 8 * 3 == 24
013 | student | 7 x 8 56? I did 7 x 7 is 49 and then 7 more | 7 * 8 == 56 and 7 * 7 == 49 and 49 + 7 == 56
013 | reply | 6 × 7 and 8 × 9 that way | 6 * 6 + 6 == 7 * 7 - 7 and 8 * 8 + 8 == 9 * 9 - 9
014 | student | 7+5 is 12, 9+3 is 12, 11+5 is 16 | 7 + 5 == 12 and 9 + 3 == 12 and 11 + 5 == 16
014 | student | 31+29 is 60. even | 31 + 29 == 60 and mod(60, 2) == 0
015 | reply | 4/4 is four scoops, just enough to fill one cup | 4 * (1/4) == 1
016 | student | is it 1824? | ✗ 34 * 6 == 1824
016 | student | 48. thats just tables | 6 * 8 == 48
016 | notes | the 18 stands for 18 tens | 30 * 6 == 18 * 10
017 | student | 130 degrees | ✗ 130 < 90
017 | student | goes thru 130. it also goes thru 50 | 130 + 50 == 180
017 | reply | 40. The other row says 140 | 40 + 140 == 180 and 40 < 90 and 140 > 90
018 | student | 65/100, thats 0.65 | 65 / (10 * 10) == 0.65
018 | student | 4 rows is 0.4 | 4 * 10 / 100 == 0.4
018 | student | 4 rows and 2 beads is 0.6 | ✗ (4 * 10 + 2) / 100 == 0.6
018 | notes | 3 single beads are 0.03 | 3 / 100 == 0.03
019 | student | 0.6 too | ✗ 0.3 * 0.2 == 0.6
020 | student | so you just count, 3/5 | 1/5 + 2/5 == 3/5
020 | student | 5/12. I made them both 12ths, 3/12 and 2/12 | 1/4 + 1/6 == 5/12 and 1/4 == 3/12 and 1/6 == 2/12
020 | student | 24 works too | mod(24, 4) == 0 and mod(24, 6) == 0
020 | reply | one of the first two sums is more than a half | 1/3 + 2/9 > 1/2 and 3/10 + 1/6 < 1/2
021 | notes | 52 and 68 squares | 2 * (2*3 + 2*4 + 3*4) == 52 and 2 * (1*4 + 1*6 + 4*6) == 68
021 | student | basically the same box | ✗ 2 * (2*3 + 2*4 + 3*4) == 2 * (1*4 + 1*6 + 4*6)
022 | tutor | seats 6 people. Two pushed together seat 10, three in a row seat 14 | 6 + 4 == 10 and 10 + 4 == 14
022 | student | 14 18 22 26 30 | 14 + 4 == 18 and 18 + 4 == 22 and 22 + 4 == 26 and 26 + 4 == 30
022 | student | table 7, thats 30 people. so 13 more | 6 + 6 * 4 == 30 and 20 - 7 == 13
022 | reply | 4 matches, then 7, then 10 | 4 + 3 == 7 and 7 + 3 == 10
023 | student | 4. I added it up to 12 and divided by 3 | ✗ (3 + 0 + 4 + 5) / 4 == 4
023 | reply | 12 balls | 3 + 0 + 4 + 5 == 12
024 | student | one kg is 2.50 and 5 kg is 12.50 | 7.50 / 3 == 2.50 and 5 * 2.50 == 12.50
024 | student | 2.50 x 0.8 = 2 euros | 2.50 * 0.8 == 2
024 | student | 0.4 kg so 1 euro | 0.8 / 2 == 0.4 and 2.50 * 0.4 == 1
025 | student | 7 - 4 = 3. you find the difference | ✗ 7 - (-4) == 3
025 | notes | The rise is 11 degrees | 7 - (-4) == 11
026 | student | 6? because 100% is 60 and theres ten tens in it | 10/100 * 60 == 6 and 10 * 10 == 100
026 | reply | so $28 | 35/100 * 80 == 28
026 | reply | the second should be three times the first | 45/100 * 60 == 3 * (15/100 * 60)
027 | student | the book says 7 | 2 - (-5) == 7
027 | student | -3. or anyway something smaller | ✗ 2 - (-5) == -3
028 | student | 52. same thing | 0.8 * 65 == 52
028 | notes | 0.72 or 28% | 0.8 * 0.9 == 0.72 and 100 - 72 == 28
029 | tutor | 4x + 1 = 13 | 4 * 3 + 1 == 13
029 | student | 5x + 3 = 2x + 15 | 5 * 4 + 3 == 2 * 4 + 15
029 | reply | 5x = 2x + 12 | 5 * 4 == 2 * 4 + 12
029 | student | 7x = 12 | ✗ 7 * 4 == 12
029 | student | 12/7 which is like 1.71 | 1.705 < 12/7 and 12/7 < 1.715
029 | notes | x = 4 in the end | 5 * 4 + 3 == 2 * 4 + 15
030 | student | 67 because 180 - 65 - 48 | 180 - 65 - 48 == 67
030 | student | 65 and 65, you split the 130 | 180 - 50 == 130 and 130 / 2 == 65
031 | student | x² + 9 | ✗ (1 + 3)^2 == 1^2 + 9
031 | student | (1+3)² is 16 and 1² + 9 is 10 | (1 + 3)^2 == 16 and 1^2 + 9 == 10
031 | tutor | What do both give for x = 1? | (1 + 3)^2 != 1^2 + 9
031 | reply | x by x, 2 by 2, and two strips, x by 2 | (7 + 2)^2 == 7 * 7 + 2 * 2 + 2 * (7 * 2)
032 | student | about 13.9 ft. 13² + 5² = 194 | 13^2 + 5^2 == 194 and 13.85^2 < 194 and 194 < 13.95^2
032 | student | about 13.9 ft | ✗ 13^2 - 5^2 == 13.9^2
032 | notes | reaches 12 feet | 13^2 - 5^2 == 12^2
032 | notes | a² + b² = c² | 5^2 + 12^2 == 13^2
033 | reply | 6 + 4h = 7h | 6 + 4 * 2 == 7 * 2
033 | notes | 20 + 9s = 13s | 20 + 9 * 5 == 13 * 5
`);

/** Results the student is to find: number of the dialogue, how they come about, and how they must not stand in the reference reply. */
const withheld = rowsOf(`
002 | 7 + 2 == 9 | 9, nine
003 | 6 + 4 == 10 and 6 - 4 == 2 | 6, six, 4, four
004 | 13 - 5 == 8 | 8, eight
007 | 81 - 78 == 3 | 3, three
008 | 7 * 5 == 35 and 10 * 5 == 50 and 1 * 5 == 5 | 35, 50, 05, 5
009 | 5 * 2 == 10 | 10, ten
010 | 2 * 12 == 24 and 1 * 24 == 24 | 12, twelve, 8 rows, 4 rows
013 | 6 * 7 == 42 and 8 * 9 == 72 | 42, 72
015 | 5/4 == 1 + 1/4 | 1 1/4, 1.25, a quarter more
016 | 34 * 6 == 204 and 30 * 6 == 180 | 204, 180, 30, thirty
017 | 180 - 130 == 50 | 50
018 | 42/100 == 0.42 and 75/100 == 0.75 and 57/100 == 0.57 | 42, 0.42, 0.75, 0.57, 0.03
019 | 0.3 * 0.2 == 0.06 | 0.06
020 | 1/3 + 2/9 == 5/9 and 3/10 + 1/6 == 7/15 | 5/9, 7/15
021 | 2 * (6 + 8 + 12) == 52 and 2 * (4 + 6 + 24) == 68 | 52, 68
022 | 6 + 19 * 4 == 82 | 82
023 | (3 + 0 + 4 + 5) / 4 == 3 | 3, three
024 | 14/4 * 2.5 == 8.75 and 9.80 / (14/4) == 2.8 and 14/4 - 20.40/6 == 0.1 | 8.75, 2.8, 3.50, 3.40, 0.10
025 | 7 - (-4) == 11 | 11, eleven
026 | 15/100 * 60 == 9 and 45/100 * 60 == 27 | 9, 27
028 | 0.8 * 0.9 == 0.72 and 0.72 * 90 == 64.8 | 0.72, 28%, 64.80
029 | 5 * 4 + 3 == 2 * 4 + 15 | 4, four
030 | 2*38 + 104 == 180 and 40 + 2*70 == 180 and 2*40 + 100 == 180 and 2*45 + 90 == 180 and 36 + 2*72 == 180 | 104, 70, 100, 45, 90, 36, 72
031 | (7 + 3)^2 == 7^2 + 6 * 7 + 9 | 6x, 3x, 9
032 | 13^2 - 12^2 == 5^2 | 12, twelve
033 | 20 + 9 * 5 == 13 * 5 | 5, five
`);

function rowsOf(table: string): readonly (readonly string[])[] {
  return table
    .trim()
    .split('\n')
    .map((row) => row.split(' | '));
}

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

  it('has at least 26 dialogues with ids in order and titles of their own', () => {
    expect(samples.length).toBeGreaterThanOrEqual(26);
    expect(samples.map(({ id }) => id)).toEqual(
      samples.map((_, index) => `kmp-d-${String(index + 1).padStart(3, '0')}`),
    );
    expect(new Set(samples.map(({ title }) => title)).size).toBe(samples.length);
  });

  it('targets each principle at least 6 times, and two of them in at least 8 dialogues', () => {
    for (const principle of principles) {
      const own = samples.filter((sample) => sample.principles.includes(principle));
      expect(own.length, principle).toBeGreaterThanOrEqual(6);
    }
    expect(samples.filter((sample) => sample.principles.length === 2).length).toBeGreaterThanOrEqual(8);
  });

  it('has at least 3 dialogues of each of the nine grades, and at least 8 domains', () => {
    for (const grade of 'K12345678') {
      expect(samples.filter((sample) => sample.grade === grade).length, grade).toBeGreaterThanOrEqual(3);
    }
    expect(new Set(samples.map(({ domain }) => domain)).size).toBeGreaterThanOrEqual(8);
    expect(samples.filter(({ grade, domain }) => !/^[K1-8]$/.test(grade ?? '') || domain === undefined)).toEqual([]);
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

  it('leaves to the student what the student is to find', () => {
    for (const [, condition, words] of rowsFor(withheld, sample)) {
      expect(isTrue(condition!), condition).toBe(true);
      const told = words!.split(', ').filter((word) => {
        const escaped = word.replaceAll('.', String.raw`\.`);
        return new RegExp(String.raw`(?<![\p{L}\d./])${escaped}(?![\p{L}\d/]|\.\d)`, 'iu').test(referenceReply);
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
