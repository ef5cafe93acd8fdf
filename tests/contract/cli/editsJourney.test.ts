import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { confirmationLevel } from '../../../src/core/results/editEvidence';
import { useCommandLine } from './commandLine';

const cli = useCommandLine();

const original = `You are a maths tutor for twelve-year-olds.

1. Keep your examples close to everyday life.
2. Be kind.
`;
/** The simulated tutor follows the first rule of each round and understands none of the others. */
const rounds = [
  ['mrbench/all/actionability', 'Ask one guiding question at a time.'],
  ['mrbench/all/mistake_location', 'Say where the mistake is.'],
  ['mrbench/all/revealing_of_the_answer', 'Never tell the student the final answer.'],
] as const;
const duds = ['Mention the weather.', 'Use metric units.', 'Sign with your name.', 'Write British spelling.'];

interface Printed {
  readonly runId: string;
  readonly calls: { readonly tutor: number; readonly judge: number };
  readonly rules: {
    readonly rules: readonly {
      readonly title: string;
      readonly words: string;
      readonly effects: readonly { readonly worth: number; readonly p: number }[];
    }[];
  };
}

async function journey(): Promise<{
  readonly words: readonly string[];
  readonly clear: readonly boolean[];
  readonly calls: number;
  readonly text: string;
}> {
  const cwd = await cli().workspace(original);
  const words: string[] = [];
  const clear: boolean[] = [];
  let calls = 0;
  const run = async (args: readonly string[]): Promise<Printed> => {
    const { out, err, code } = await cli().run(['edits', ...args, '--benchmark', 'mrbench', '--json'], { cwd });
    expect(code, err).toBe(0);
    const printed = JSON.parse(out) as Printed;
    calls += printed.calls.tutor + printed.calls.judge;
    return printed;
  };
  const note = ({ rules: { rules } }: Printed): void => {
    const { words: said = '', effects = [] } = rules[0] ?? {};
    const level = confirmationLevel(words.length) / effects.length;
    clear.push(effects.some(({ worth, p }) => worth > 0 && p <= level));
    words.push(said);
  };
  const file = (name: string): string => path.join(cwd, name);
  for (const [target, rule] of rounds) {
    const now = await readFile(file('tutor.md'), 'utf8');
    const number = now.trimEnd().split('\n').length - 1;
    const names = await Promise.all(
      [...duds, rule].map(async (text, index) => {
        await writeFile(file(`edit-${index}.md`), `${now}${number}. ${text}\n`);
        return `edit-${index}.md`;
      }),
    );
    const race = await run(['tutor.md', ...names, '--target', target]);
    const winner = race.rules.rules.find(({ words: said }) => said.startsWith('best'))?.title ?? '';
    expect(winner, target).toBe(names.at(-1));
    const confirmed = await run(['tutor.md', winner, '--target', target, '--confirm']);
    note(confirmed);
    await writeFile(file('tutor.md'), await readFile(file(winner), 'utf8'));
  }
  await writeFile(file('original.md'), original);
  const targets = rounds.flatMap(([target]) => ['--target', target]);
  const together = await run(['original.md', 'tutor.md', ...targets, '--confirm']);
  note(together);
  return { words, clear, calls, text: await readFile(file('tutor.md'), 'utf8') };
}

describe('three rounds of edits', () => {
  it('plant three rules in at most half the calls of six full evaluations, and prove them together', async () => {
    const first = await journey();
    for (const [, rule] of rounds) expect(first.text).toContain(rule);
    // The last word is about all three together, against the original.
    expect(first.clear).toEqual([true, true, false, true]);
    // The offline judges of two of them are not known to be reliable, so that nothing is called proved.
    expect(first.words).toEqual(['supported', 'supported', 'supported', 'supported']);
    // 72 samples, a reply and eight judgements each.
    expect(first.calls).toBeLessThanOrEqual((6 * 72 * 9) / 2);
    expect(await journey()).toEqual(first);
  });
});
