import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { axisOf, hasLatex, isPositive, normalized, pairs, samples, type Sample } from './guideevalFile';
import { hardSamples } from './guideevalHardSamples';

const axes = ['acc_err', 'comp_conf'] as const;
const states = ['accurate', 'erroneous', 'comprehension', 'confusion'] as const;

function inState(state: Sample['state']): readonly Sample[] {
  return samples.filter((sample) => sample.state === state);
}

function words(sample: Sample): readonly string[] {
  return normalized(sample.studentMessage).split(' ');
}

/** Share of the samples whose message has at most so many words. */
function shareUpTo(state: Sample['state'], count: number): number {
  const all = inState(state);
  return all.filter((sample) => words(sample).length <= count).length / all.length;
}

function near(share: number, middle: number, distance: number): boolean {
  return Math.abs(share - middle) <= distance;
}

/** Share of the samples of one axis that the best rule on the length of the message puts on the right side. */
function bestLengthRule(axis: (typeof axes)[number]): number {
  const all = samples.filter((sample) => axisOf(sample) === axis);
  const shares = all.map((limit) => {
    const right = all.filter(
      (sample) => sample.studentMessage.length <= limit.studentMessage.length === isPositive(sample),
    );
    return right.length / all.length;
  });
  return Math.max(...shares, ...shares.map((share) => 1 - share));
}

/** The same for a count of words that is learned from all other pairs; a draw counts half. */
function wordRule(axis: (typeof axes)[number]): number {
  const all = samples.filter((sample) => axisOf(sample) === axis).map((sample) => ({ sample, has: tokens(sample) }));
  const verdicts = all.map(({ sample, has }) => {
    const others = all.filter((other) => other.sample.pairId !== sample.pairId);
    const seen = (word: string, positive: boolean): number =>
      others.filter((other) => isPositive(other.sample) === positive && other.has.has(word)).length + 1;
    const score = [...has].reduce((sum, word) => sum + Math.log(seen(word, true) / seen(word, false)), 0);
    return score === 0 ? 0.5 : Number(score > 0 === isPositive(sample));
  });
  return verdicts.reduce((sum, verdict) => sum + verdict, 0) / all.length;
}

function tokens(sample: Sample): ReadonlySet<string> {
  return new Set(sample.studentMessage.toLowerCase().match(/\p{L}+|\d|[?!]|\.{3}/gu));
}

/** The longer words with which the tutor and the student spoke of the matter, without the tutor's last question. */
function matter(sample: Sample): ReadonlySet<string> {
  const last = sample.context.at(-1)!.content;
  const explained = last.replace(/[^.!?:]*\?$/, '');
  const turns = [...sample.context.slice(0, -1).map((turn) => turn.content), explained];
  return new Set(
    normalized(turns.join(' '))
      .split(' ')
      .filter((word) => word.length >= 5),
  );
}

describe('what the messages say', () => {
  it('are bare in at least a third of right and wrong answers, and half of comprehension', () => {
    expect(shareUpTo('accurate', 3)).toBeGreaterThanOrEqual(1 / 3);
    expect(shareUpTo('erroneous', 3)).toBeGreaterThanOrEqual(1 / 3);
    expect(shareUpTo('comprehension', 5)).toBeGreaterThanOrEqual(1 / 2);
  });

  it('express comprehension without a number or a longer word of the matter', () => {
    const shown = inState('comprehension').flatMap((sample) => {
      const known = matter(sample);
      return words(sample)
        .filter((word) => /\d/.test(word) || known.has(word))
        .map((word) => `${sample.id}: ${word}`);
    });
    expect(shown).toEqual([]);
  });
});

describe('what gives a state away', () => {
  it.each(['?', '!', '...'])('is not a mark: “%s” stands in comprehension and in confusion', (mark) => {
    const having = (state: Sample['state']): number =>
      inState(state).filter(({ studentMessage }) => studentMessage.includes(mark)).length;
    const counts = [having('comprehension'), having('confusion')];
    expect(Math.min(...counts)).toBeGreaterThan(Math.max(...counts) / 3);
  });

  it('is not the order of the lines', () => {
    const places = [...pairs.keys()].map((pairId) =>
      samples.flatMap((sample, at) => (sample.pairId === pairId ? [at] : [])),
    );
    for (const [first, second] of places) expect(second! - first!).toBeGreaterThan(2);
    const firstPositive = places.filter(([first]) => isPositive(samples[first!]!)).length / places.length;
    expect(near(firstPositive, 0.5, 0.05), String(firstPositive)).toBe(true);
    for (const quarter of [0, 1, 2, 3]) {
      const part = samples.slice((quarter * samples.length) / 4, ((quarter + 1) * samples.length) / 4);
      const positive = part.filter(isPositive).length / part.length;
      expect(near(positive, 0.5, 0.15), String(positive)).toBe(true);
    }
  });

  it.each(states)('is not the letter: %s', (state) => {
    const all = inState(state);
    const share = all.filter((sample) => sample.id.endsWith('a')).length / all.length;
    expect(near(share, 0.5, 0.05), String(share)).toBe(true);
  });

  it('is not the length of the message', () => {
    for (const axis of axes) expect(bestLengthRule(axis), axis).toBeLessThanOrEqual(0.65);
  });

  it('is not a word in right and wrong answers, and not in every case a word in the others', () => {
    expect(wordRule('acc_err')).toBeLessThanOrEqual(0.6);
    expect(wordRule('comp_conf')).toBeLessThanOrEqual(0.8);
  });
});

const listed = hardSamples.flatMap(({ state, pairs: numbers }) =>
  numbers.map((number) => ({ state, pairId: `ge-${String(number).padStart(3, '0')}` })),
);

describe('hard samples', () => {
  it('are in the file, once each', () => {
    const missing = listed.filter(({ state, pairId }) => !pairs.get(pairId)?.some((sample) => sample.state === state));
    expect(missing).toEqual([]);
    expect(new Set(listed.map(({ state, pairId }) => `${state} ${pairId}`)).size).toBe(listed.length);
  });

  it.each(states)('are a third of %s', (state) => {
    const hard = listed.filter((sample) => sample.state === state).length;
    expect(hard / inState(state).length).toBeGreaterThanOrEqual(1 / 3);
  });
});

describe('the section of starter-sets/README.md', () => {
  const readme = readFileSync(new URL('../../../starter-sets/README.md', import.meta.url), 'utf8');

  it('counts what the file holds', () => {
    const count = (axis: string): number => samples.filter((sample) => axisOf(sample) === axis).length / 2;
    expect(readme).toContain(
      `${samples.length} samples in ${pairs.size} pairs: ${count('acc_err')} pairs \`accurate\` / \`erroneous\` and ` +
        `${count('comp_conf')} pairs \`comprehension\` / \`confusion\`.`,
    );
  });

  /** The cells of a row of the table whose first heading is this one, without the row's name. */
  function cells(table: string, row: string): readonly string[] {
    const rows = readme
      .slice(readme.indexOf(`| ${table} `))
      .split('\n\n')[0]!
      .split('\n');
    const found = rows.find((line) => line.startsWith(`| ${row} `)) ?? expect.fail(row);
    return found
      .split('|')
      .slice(2, -1)
      .map((cell) => cell.trim());
  }

  it.each([...new Set(samples.map(({ subject }) => subject)), 'all'])('counts states and levels: %s', (subject) => {
    const own = samples.filter((sample) => subject === 'all' || sample.subject === subject);
    const parts = [
      ...states.map((state) => own.filter((sample) => sample.state === state)),
      ...['elementary', 'middle', 'high'].map((level) => own.filter((sample) => sample.level === level)),
      own,
    ];
    expect(cells('subject', subject)).toEqual(parts.map(({ length }) => String(length)));
  });

  it('counts languages, turns, LaTeX, short messages and authentic members', () => {
    const first = [...pairs.values()].map((members) => members[0]!);
    const inLanguage = (code: string): number => first.filter(({ language }) => language === code).length;
    const withTurns = (turns: number): number => first.filter(({ context }) => context.length === turns).length;
    const latex = new Set(samples.filter(hasLatex).map(({ pairId }) => pairId)).size;
    const short = (state: Sample['state'], count: number): number =>
      inState(state).filter((sample) => words(sample).length <= count).length;
    const authentic = samples.filter(({ editFlag }) => editFlag === 0);
    const positive = authentic.filter(isPositive).length;
    const section = readme.replaceAll(/\s+/gu, ' ');
    for (const sentence of [
      `${inLanguage('sv')} pairs are in Swedish, ${inLanguage('de')} in German, the rest in English.`,
      `(${withTurns(2)}, ${withTurns(4)}, ${withTurns(6)} and ${withTurns(8)} pairs). ${latex} pairs contain LaTeX.`,
      `${short('comprehension', 5)} of ${inState('comprehension').length} utterances have five words or fewer`,
      `bare in ${short('accurate', 3)} and ${short('erroneous', 3)} of ${inState('accurate').length} samples each`,
      `${positive} positive and ${authentic.length - positive} negative members carry the 0.`,
    ])
      expect(section).toContain(sentence);
  });

  it.each(hardSamples)('counts the hard samples: $kind, $state', ({ kind, state, pairs: numbers }) => {
    expect(cells('kind', kind)[states.indexOf(state)]).toBe(String(numbers.length));
  });

  it('is no larger or smaller than docs/benchmarks.md says of the calls of a run', () => {
    const judgeCalls = samples.reduce((sum, sample) => sum + (axisOf(sample) === 'acc_err' ? 3 : 2), 0);
    const calls = `All ${samples.length} samples of the starter set take ${samples.length} tutor calls and`;
    const benchmarks = readFileSync(new URL('../../../docs/benchmarks.md', import.meta.url), 'utf8');
    expect(benchmarks.replaceAll(/\s+/gu, ' ')).toContain(`${calls} ${judgeCalls.toLocaleString('en')} judge calls.`);
  });

  it('sums up the hard samples', () => {
    const sums = states.map((state) => String(listed.filter((sample) => sample.state === state).length));
    expect(cells('kind', 'all')).toEqual([...sums, `${listed.length} of ${samples.length} samples`]);
    expect(readme).toContain(`${listed.length} samples were written to tempt a tutor`);
  });
});
