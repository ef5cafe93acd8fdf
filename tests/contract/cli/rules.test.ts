import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { benchmarkIds } from '../../../src/core/benchmarks/policies';
import { useCommandLine } from './commandLine';

const cli = useCommandLine();
/** The simulation follows rules 2 and 3 and understands none of the others. */
const prompt = `You are a maths tutor for twelve-year-olds.

# Rules

1. Never give the final answer away.
2. Ask one guiding question at a time.
3. Keep replies under sixty words.
4. Always sign with your name.
5. Mention the weather. <!-- keep -->
`;
const target = 'mrbench/all/actionability';

interface Printed {
  readonly runId: string;
  readonly rules: {
    readonly lacking?: string;
    readonly targets: readonly { readonly name: string; readonly n: number }[];
    readonly rules: readonly {
      readonly numbers: readonly number[];
      readonly outcome?: string;
      readonly advice?: string;
      readonly effects: readonly {
        readonly worth: number;
        readonly interval?: { readonly low: number; high: number };
      }[];
    }[];
    readonly kept: readonly { readonly number: number; readonly why: string }[];
    readonly notes: readonly string[];
  };
}

let cwd = '';
let printed: Printed;

async function rulesOf(...options: readonly string[]): Promise<Printed> {
  const { out, err, code } = await cli().run(['rules', 'tutor.md', '--benchmark', 'mrbench', '--json', ...options], {
    cwd,
  });
  expect(code, err).toBe(0);
  return JSON.parse(out) as Printed;
}

beforeAll(async () => {
  cwd = await cli().workspace(prompt);
  printed = await rulesOf('--target', target);
});

describe('rules', () => {
  it('finds the rule that the simulated tutor follows for the target, and blames no other', () => {
    const { rules, targets, kept, lacking } = printed.rules;
    expect(lacking).toBeUndefined();
    expect(targets).toEqual([expect.objectContaining({ name: target, n: 72 })]);
    expect(rules.map(({ numbers, outcome }) => [numbers.join(), outcome])).toContainEqual(['3', 'helps']);
    const idle = rules.filter(({ numbers: [number = 0] }) => number > 3);
    expect(idle.map(({ outcome }) => outcome)).toEqual(['nothing', 'nothing']);
    expect(rules[0]?.numbers).toEqual([3]);
    expect(rules[0]?.effects[0]?.interval?.low).toBeGreaterThan(0);
    expect(kept.map(({ number, why }) => `${number}: ${why}`)).toEqual([
      '1: says who the tutor is',
      '6: is locked by its comment',
    ]);
  });

  it('gives the same numbers for the same text and seed', async () => {
    expect((await rulesOf('--target', target)).rules).toEqual(printed.rules);
  });

  it('prints the outcome beside the rule, with n and interval, and no scores of a prompt without rules', async () => {
    const { out } = await cli().run(['rules', 'tutor.md', '--benchmark', 'mrbench', '--target', target], { cwd });
    expect(out).toMatch(
      /3\. Ask one guiding question at a time\.\s+helps Actionability\n\s+Actionability \+\d+\.\d \([^)]+\), n 72/u,
    );
    expect(out).toContain('5. Always sign with your name.');
    expect(out).toMatch(/Confirm one at a time, strongest evidence first: rule (?:4|5|4, rule 5|5, rule 4)\./);
    expect(out).not.toMatch(/MRBench|of 72 cases/);
  });

  it('names three rules to confirm, the lowest in widths of its interval first, though corrected p are equal', async () => {
    const idle = [
      'Always sign with your name.',
      'Mention the weather.',
      'Write in British English.',
      'Avoid exclamation marks.',
    ]
      .concat(['Never speak of sports.', 'Use no emoji.', 'Call nobody by a nickname.', 'Prefer short words.'])
      .map((rule) => `- ${rule}\n`);
    const folder = await cli().workspace(
      `You are a maths tutor.\n\n- Ask one guiding question at a time.\n${idle.join('')}`,
    );
    const args = ['rules', 'tutor.md', '--benchmark', 'mrbench', '--target', target, '--json'];
    const { rules, notes } = (JSON.parse((await cli().run(args, { cwd: folder })).out) as Printed).rules;
    const against = rules.flatMap(({ numbers, outcome, effects: [effect] }) => {
      const { worth = 0, interval = { low: 0, high: 1 } } = effect ?? {};
      return worth < 0 && outcome !== 'helps'
        ? [{ name: numbers.join(' + '), strength: worth / (interval.high - interval.low) }]
        : [];
    });
    const order = against.sort((one, other) => one.strength - other.strength).map(({ name }) => name);
    expect(order.length).toBeGreaterThan(1);
    expect(notes).toContain(
      `Confirm one at a time, strongest evidence first: rule ${order.slice(0, 3).join(', rule ')}.`,
    );
  });

  it('gives a ranking without outcomes below 60 units, and says why', async () => {
    const { rules } = await rulesOf('--target', target, '--limit', '20');
    expect(rules.lacking).toBe('20 units are too few to tell rules apart: this is a ranking. Outcomes need 60 units.');
    expect(rules.rules.every(({ outcome }) => outcome === undefined)).toBe(true);
  });

  it('makes at most three times the calls of one evaluation, also with pairs that are alike', async () => {
    const twins = await cli().workspace(
      `${prompt}6. Always ask one guiding question at a time.\n7. Sign with your name, always.\n`,
    );
    const ratioOf = async (benchmark: string, folder: string): Promise<number> => {
      const callsOf = async (...command: readonly string[]): Promise<number> => {
        const { out } = await cli().run([...command, '--benchmark', benchmark, '--json'], { cwd: folder });
        const { calls } = JSON.parse(out) as { readonly calls: { readonly tutor: number; readonly judge: number } };
        return calls.tutor + calls.judge;
      };
      return (await callsOf('rules', 'tutor.md', '--estimate')) / (await callsOf('estimate', 'tutor.md'));
    };
    for (const folder of [cwd, twins]) {
      const ratios = await Promise.all(benchmarkIds.map(async (id) => [id, await ratioOf(id, folder)] as const));
      for (const [id, ratio] of ratios) expect(ratio, id).toBeLessThanOrEqual(3);
      expect(Object.fromEntries(ratios).mrbench).toBeLessThan(1);
    }
  });

  it('shows the prompt without a rule before anything is sent', async () => {
    const { out } = await cli().run(['rules', 'tutor.md', '--without', '3'], { cwd });
    expect(out).toContain('1. Never give the final answer away.\n2. Keep replies under sixty words.\n3. Always sign');
    const { err, code } = await cli().run(['rules', 'tutor.md', '--without', '6'], { cwd });
    expect(code).toBe(2);
    expect(err).toContain('Rule 6 cannot be left out. These can: 2, 3, 4, 5.');
  });

  it('says which rules it leaves out before it plays', async () => {
    const args = ['rules', 'tutor.md', '--benchmark', 'mrbench', '--limit', '4'];
    const { err } = await cli().run(args, { cwd });
    expect(err.split('\n').slice(0, 3)).toEqual([
      'Rules that are left out, those on one line together:',
      '  2. Never give the final answer away.',
      '  3. Ask one guiding question at a time.',
    ]);
  });

  it('plays each sample three times', async () => {
    const run = await readRun(printed.runId);
    expect(run.manifest).toMatchObject({ purpose: 'rules', skipsCache: true });
    expect(run.replies).toBe(3 * 72);
  });

  it('is no evidence about the prompt: it is never compared and no baseline', async () => {
    for (const args of [
      ['compare', printed.runId, printed.runId],
      [
        'evaluate',
        'tutor.md',
        '--benchmark',
        'mrbench',
        '--limit',
        '4',
        '--baseline',
        printed.runId,
        '--allow-simulated',
      ],
    ]) {
      const { code, err } = await cli().run(args, { cwd });
      expect(code, args.join(' ')).toBe(2);
      expect(err).toContain(`Run ${printed.runId} tries other texts`);
    }
    const { out } = await cli().run(['runs', 'tutor.md'], { cwd });
    expect(out).toContain('tests rules');
    const { err } = await cli().run(['rules', 'tutor.md', '--cite', printed.runId], { cwd });
    expect(err).toContain(`The replies of run ${printed.runId} do not come from its prompt.`);
  });

  it('gives the same numbers when it was cut off and went on', async () => {
    const journal = path.join(cwd, '.tutor-prompt-lab', 'runs', printed.runId, 'journal.jsonl');
    const lines = (await readFile(journal, 'utf8')).split('\n');
    await writeFile(journal, `${lines.slice(0, lines.length / 2).join('\n')}\n`);
    const half = await cli().run(['report', printed.runId, '--format', 'json'], { cwd });
    const { rules } = JSON.parse(half.out) as Printed;
    expect(rules.lacking).toBe('The run did not come to its end, so it has no outcomes. Resume it.');
    expect(rules.rules.flatMap(({ outcome = [] }) => outcome)).toEqual([]);
    const { out, err, code } = await cli().run(['resume', printed.runId, '--json'], { cwd });
    expect(code, err).toBe(0);
    expect((JSON.parse(out) as Printed).rules).toEqual(printed.rules);
    const shown = await cli().run(['report', printed.runId, '--format', 'json'], { cwd });
    expect((JSON.parse(shown.out) as Printed).rules).toEqual(printed.rules);
  });

  it('refuses a prompt without rules and a target that is no mean', async () => {
    const folder = await cli().workspace('You are a tutor.\n');
    const none = await cli().run(['rules', 'tutor.md'], { cwd: folder });
    expect(none.err).toContain('The prompt has fewer than two rules that a test can leave out.');
    const derived = ['--benchmark', 'tutorbench', '--target', 'tutorbench/headline/ARR_w'];
    const { err, code } = await cli().run(['rules', 'tutor.md', ...derived], { cwd });
    expect(code).toBe(2);
    expect(err).toContain('tutorbench/headline/ARR_w. Name another target.');
  });

  it('says that either of two rules is enough where only leaving out both costs something', async () => {
    const found = await outcomesWith('6. Always ask one guiding question at a time.');
    expect(found.get('3,7')?.outcome).toBe('helps');
    expect([found.get('3')?.outcome, found.get('7')?.outcome]).toEqual(['either', 'either']);
    // What was judged together, and what to do next, stands at both.
    const next = /both were also left out at once.+ Next: confirm the removal of this one alone\.$/;
    expect([found.get('3')?.advice, found.get('7')?.advice]).toEqual(
      [3, 7].map((): unknown => expect.stringMatching(next)),
    );
    expect(found.get('3')?.advice).toContain('Rule 7 has mostly the same words');
    expect(found.get('2')?.advice).toBeUndefined();
  });

  it('never says so of a rule that is like one that helps by itself', async () => {
    const found = await outcomesWith('6. Paint one guiding question at a time.');
    expect(found.get('3')?.outcome).toBe('helps');
    expect(found.get('3')?.advice).not.toContain('Next');
    expect(found.get('3,7')?.outcome).toBe('helps');
    expect(found.get('7')?.outcome).toBe('nothing');
    expect(found.get('7')?.advice).toContain('Next: confirm the removal of this one alone');
  });
});

/** By the numbers of the rules that were left out, with one rule more in the prompt. */
async function outcomesWith(rule: string): Promise<ReadonlyMap<string, Printed['rules']['rules'][number]>> {
  const folder = await cli().workspace(`${prompt}${rule}\n`);
  const { out } = await cli().run(['rules', 'tutor.md', '--benchmark', 'mrbench', '--json', '--target', target], {
    cwd: folder,
  });
  const { rules } = (JSON.parse(out) as Printed).rules;
  return new Map(rules.map((one) => [one.numbers.join(), one]));
}

async function readRun(id: string) {
  const folder = path.join(cwd, '.tutor-prompt-lab', 'runs', id);
  const manifest: unknown = JSON.parse(await readFile(path.join(folder, 'run.json'), 'utf8'));
  const journal = await readFile(path.join(folder, 'journal.jsonl'), 'utf8');
  return { manifest, replies: journal.split('\n').filter((line) => line.includes('"kind":"reply"')).length };
}
