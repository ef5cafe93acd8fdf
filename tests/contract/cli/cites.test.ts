import { readdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { fittingDecoys } from '../../../src/core/benchmark/judging/ruleCites';
import { readPromptFile } from '../../../src/core/prompt/promptFile';
import { promptRules } from '../../../src/core/prompt/promptRules';
import type { CiteReport } from '../../../src/core/results/ruleModel';
import { createRandom } from '../../../src/core/statistics/random';
import { closedAfterEach } from '../../loopback/closedAfterEach';
import { type ModelServer, startModelServer } from '../../loopback/modelServer';
import { useCommandLine } from './commandLine';

const cli = useCommandLine();
const open = closedAfterEach();
let server: ModelServer | undefined;

const prompt =
  'You are a maths tutor.\n\n- Never give the final answer away.\n- Keep replies under sixty words.\n- Always be kind.\n';
const manyFail = ['--target', 'mrbench/all/actionability'];
const benchmark = ['--benchmark', 'mrbench', '--limit', '40'];

async function evaluatedRun(): Promise<string> {
  const cwd = await cli().workspace(prompt);
  const { code, err } = await cli().run(['evaluate', 'tutor.md', ...benchmark], { cwd });
  expect(code, err).toBe(0);
  return cwd;
}

type Choose = (rules: ReadonlyMap<string, string>, nth: number) => readonly string[] | string;

/** Answers each request about rules with what `choose` names, quoting the reply. */
async function citingServer(choose: Choose): Promise<readonly string[]> {
  let nth = 0;
  server = await startModelServer({
    reply: ({ messages }) => {
      const text = messages.map((one) => one.text).join('\n');
      const rules = new Map([...text.matchAll(/^(R\d+)\. (.*)$/gm)].map(([, id = '', rule = '']) => [rule, id]));
      const replies = [...text.matchAll(/begin case (\d+): reply \w+ -----\n([^]*?)\n----- end/g)];
      const cases = replies.map(([, number, reply = '']) => {
        nth += 1;
        const chosen = choose(rules, nth);
        const said = typeof chosen === 'string' ? { kind: 'missing', rules: [], lacks: chosen } : { rules: chosen };
        return { case: Number(number), kind: 'broken', ...said, quote: reply.split(/\s+/).slice(0, 5).join(' ') };
      });
      return JSON.stringify({ reasoning: 'x', cases });
    },
  });
  open.push(server);
  return ['--judge', 'openai:m', '--judge-base-url', server.url];
}

async function cited(
  cwd: string,
  options: readonly string[] = [],
): Promise<{ cites: CiteReport; out: string; err: string; code: number | undefined }> {
  const { out, err, code } = await cli().run(['rules', 'tutor.md', '--cite', 'latest', '--json', ...options], { cwd });
  expect(out, err).toMatch(/^\{/);
  return { cites: (JSON.parse(out) as { cites: CiteReport }).cites, out, err, code };
}

describe('rules --cite', () => {
  it('shows a rule that both answers name, in all forms of the report, without a new call', async () => {
    const cwd = await evaluatedRun();
    const judge = await citingServer((rules) => [rules.get('Always be kind.') ?? '']);
    const { cites, code, err } = await cited(cwd, judge);
    expect(code, err).toBe(0);
    expect(cites.rules.map(({ number, cases }) => [number, cases])).toEqual([[4, cites.cases]]);
    expect(new Set(cites.rules[0]?.ids).size).toBe(cites.cases);
    expect(cites.decoys).toEqual({ named: 0, of: 2 * cites.cases });
    const sent = server?.requests.length ?? 0;
    expect(sent).toBe(2 * Math.ceil(cites.cases / 5));
    const again = await cited(cwd, judge);
    expect(again.cites).toEqual(cites);
    for (const format of ['markdown', 'html', 'json']) {
      const { out } = await cli().run(['report', 'latest', '--format', format], { cwd });
      expect(out, format).toContain('Opinion of a judge on the rules');
    }
    expect(server?.requests.length).toBe(sent);
  });

  it('shows in the judge’s words which rules are missing, each once, where both askings say so', async () => {
    const cwd = await evaluatedRun();
    const says = ['Praise the <b>first</b> step.', 'praise the first step, always', 'Draw a sketch.'];
    const judge = await citingServer((_, nth) => (nth === 1 ? ['R1'] : (says[nth % 3] ?? '')));
    const { cites } = await cited(cwd, [...judge, ...manyFail]);
    const sayings = cites.missing.map(({ text }) => text);
    expect(sayings).toHaveLength(2);
    expect(sayings).toContain('Draw a sketch.');
    // The first case was once said to be broken.
    expect(cites.missing.reduce((all, one) => all + one.cases, 0)).toBe(cites.cases - 1);
    const note = /Missing, in the judge’s words, in \d+ cases: “.*raise the .*step/;
    expect(cites.notes.join('\n')).toMatch(note);
    const { out } = await cli().run(['report', 'latest', '--format', 'html'], { cwd });
    expect(out).not.toContain('<b>first</b>');
  });

  it('shows at most five sentences on missing rules', async () => {
    const { cites } = await cited(await evaluatedRun(), [
      ...(await citingServer((_, nth) => `w${nth} v${nth} u${nth}`)),
      ...manyFail,
    ]);
    expect(cites.missing).toHaveLength(5);
  });

  it('shows no rule of a judge that names at random', async () => {
    const random = createRandom(3);
    const judge = await citingServer((rules) => [`R${1 + random.int(rules.size)}`]);
    const { cites } = await cited(await evaluatedRun(), judge);
    expect(cites.unusable).toContain('Unusable');
    expect(cites.rules).toEqual([]);
  });

  it('shows no rule that only one order names', async () => {
    const decoys = fittingDecoys(promptRules(readPromptFile('', 'You are a tutor.')));
    const judge = await citingServer((rules) => [[...rules].find(([rule]) => !decoys.includes(rule))?.[1] ?? '']);
    const { cites } = await cited(await evaluatedRun(), judge);
    expect(cites.rules).toEqual([]);
    expect(cites.agreement.same).toBe(0);
  });

  it('counts unreadable answers, and stops at the cap before a call', async () => {
    const cwd = await evaluatedRun();
    server = await startModelServer({ reply: () => 'I would rather not.' });
    open.push(server);
    const judge = ['--judge', 'openai:m', '--judge-base-url', server.url];
    const capped = await cited(cwd, [...judge, '--max-calls', '1']);
    expect(server.requests.length).toBe(1);
    expect(capped.code).toBe(3);
    const { cites, code } = await cited(cwd, judge);
    expect(code).toBe(3);
    expect(cites).toMatchObject({ unscored: 2 * cites.cases, rules: [], decoys: { of: 0 } });
  });

  it('works offline, gives the same twice, and names few decoys', async () => {
    const cwd = await evaluatedRun();
    const { out } = await cli().run(['rules', 'tutor.md', '--cite', 'latest', '--estimate', '--json'], { cwd });
    const estimate = JSON.parse(out) as { readonly cases: number; readonly calls: number };
    expect(estimate.calls).toBe(2 * Math.ceil(estimate.cases / 5));
    const { cites } = await cited(cwd);
    expect(cites.cases).toBe(estimate.cases);
    expect(cites.unusable).toBeUndefined();
    expect(cites.decoys.named / cites.decoys.of).toBeLessThanOrEqual(0.1);
    expect((await cited(cwd)).cites).toEqual(cites);
  });

  it('takes nothing from damaged or foreign answers in the run', async () => {
    const cwd = await evaluatedRun();
    await cited(cwd);
    const runs = path.join(cwd, '.tutor-prompt-lab', 'runs');
    const [runId = ''] = await readdir(runs);
    const file = path.join(runs, runId, 'tags.jsonl');
    const text = await readFile(file, 'utf8');
    const report = async (changed: string): Promise<CiteReport | undefined> => {
      await writeFile(file, changed);
      const { out, code } = await cli().run(['rules', 'tutor.md', '--cite', 'latest', '--json'], { cwd });
      expect(code).toBe(0);
      return (JSON.parse(out) as { cites?: CiteReport }).cites;
    };
    const unknown = await report(text.replaceAll(/"label":"[^"]*"/g, '"label":"broken 77"'));
    expect(unknown).toMatchObject({ rules: [] });
    const unquoted = await report(text.replaceAll(/"evidence":"[^"]*"/g, '"evidence":"words that nobody ever wrote"'));
    expect(unquoted).toMatchObject({ rules: [] });
    const odd = await report(text.replaceAll(/"label":"[^"]*"/g, '"label":"<b>"'));
    expect(odd).toMatchObject({ rules: [], decoys: { of: 0 } });
  });
});
