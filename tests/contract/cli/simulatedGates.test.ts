import { readFileSync } from 'node:fs';
import { readdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { repository, useCommandLine } from './commandLine';
import { expectRefusal } from './expectRefusal';
import { evaluated } from './printedJson';

const cli = useCommandLine();
const allow = '--allow-simulated';
const needed = /is simulated, so its scores decide nothing about a prompt\. .*\(--tutor\), or add --allow-simulated/;
// With recorded replies only the judge is simulated.
const mrbench = ['--benchmark', 'mrbench'];
const recorded = ['evaluate', 'tutor.md', ...mrbench, '--replies'];
let cwd = '';
/** By who the tutor was: `simulated` replied worse to all than `kind` did. */
const runs = { simulated: '', kind: '', short: '' };

beforeAll(async () => {
  cwd = await cli().workspace();
  const ids = readFileSync(path.join(repository, 'starter-sets/mrbench.jsonl'), 'utf8')
    .trim()
    .split('\n')
    .map((line) => (JSON.parse(line) as { readonly id: string }).id);
  const file = (reply: string): string => ids.map((sample) => JSON.stringify({ sample, reply })).join('\n');
  await writeFile(
    path.join(cwd, 'kind.jsonl'),
    file(
      'You are close! There is a mistake in your second step. What do you get when you add these two numbers again?',
    ),
  );
  await writeFile(path.join(cwd, 'short.jsonl'), file('Wrong. The answer is 12.'));
  const run = async (...args: readonly string[]): Promise<string> =>
    evaluated((await cli().run([...args, '--json'], { cwd })).out).runId;
  runs.simulated = await run('evaluate', 'tutor.md', ...mrbench);
  runs.kind = await run(...recorded, 'kind.jsonl');
  runs.short = await run(...recorded, 'short.jsonl');
});

const kept = async (): Promise<number> => (await readdir(path.join(cwd, '.tutor-prompt-lab', 'runs'))).length;
const shown = /\b(?:better(?!\s+than\s+the\s+majority)|worse|unclear|no clear difference)\b|\bp\b|\bneeded\b/iu;

describe('a check on a simulated tutor', () => {
  it.each([
    ['evaluate --fail-under', () => ['evaluate', 'tutor.md', ...mrbench, '--fail-under', 'coherence=1']],
    ['evaluate --baseline', () => ['evaluate', 'tutor.md', ...mrbench, '--baseline', runs.kind]],
    ['evaluate against a simulated baseline', () => [...recorded, 'kind.jsonl', '--baseline', runs.simulated]],
    ['resume --fail-under', () => ['resume', runs.simulated, '--fail-under', 'coherence=1']],
    ['resume --baseline', () => ['resume', runs.kind, '--baseline', runs.simulated]],
    ['report in JUnit', () => ['report', runs.simulated, '--format', 'junit']],
    ['JUnit against a baseline', () => ['report', runs.kind, '--format', 'junit', '--baseline', runs.simulated]],
  ])('is refused before anything is played: %s', async (_, args) => {
    const before = await kept();
    expectRefusal(await cli().run(args(), { cwd }), needed);
    expect(await kept()).toBe(before);
  });

  it('is tried out with --allow-simulated, and every line of it says so', async () => {
    const bound = ['--fail-under', 'coherence=101', '--baseline', runs.kind, '--across', 'tutor', allow];
    const { code, out, err } = await cli().run(['evaluate', 'tutor.md', ...mrbench, ...bound], { cwd });
    expect(code).toBe(1);
    expect(out).toContain('MRBench (simulated)');
    const failed = err.match(/^failed: .*$/gm) ?? [];
    expect(failed.length).toBeGreaterThan(0);
    expect(failed.filter((line) => !line.endsWith('(simulated)'))).toEqual([]);
    expect(err).toMatch(/^Against .*\(simulated\)$/m);
    const junit = await cli().run(['report', 'latest', '--format', 'junit', allow], { cwd });
    expect(junit.code).toBe(0);
    expect(junit.out).toMatch(/<testsuites name="[^"]* \(simulated\)"/);
    expect(junit.out).toContain('<property name="simulated" value="tutor');
    expect(junit.out.match(/<failure message="[^"]*"/g)?.every((one) => one.includes('(simulated)'))).toBe(true);
  });
});

describe('a comparison with a simulated tutor', () => {
  it.each([
    ['before', () => [runs.simulated, runs.kind]],
    ['after', () => [runs.kind, runs.simulated]],
  ])('shows differences and no verdict, where it is %s', async (_, sides) => {
    const { code, out, err } = await cli().run(['compare', ...sides(), '--across', 'tutor'], { cwd });
    expect(code).toBe(1);
    expect(out + err).not.toMatch(shown);
    expect(out).toMatch(/MRBench \(simulated\)/);
    expect(out).toMatch(/^Coherence.* simulated\b/m);
    expect(err).toMatch(/^failed: No metric could be tested\..*add --allow-simulated to try the check out\.$/m);
    const allowed = await cli().run(['compare', ...sides(), '--across', 'tutor', allow], { cwd });
    expect(allowed.out).toMatch(shown);
    expect(allowed.out.replace(/\s+/g, ' ')).toMatch(/\(simulated\)/);
  });

  it('is in Markdown and JSON without a verdict, too', async () => {
    for (const format of ['markdown', 'json']) {
      const args = ['report', runs.kind, '--format', format, '--baseline', runs.simulated, '--across', 'tutor'];
      const { code, out } = await cli().run(args, { cwd });
      expect(code).toBe(0);
      expect(out).toMatch(/simulated/);
      // One student says that, not the report.
      if (format === 'markdown') expect(out.replace('i learn better backwards', '')).not.toMatch(shown);
      else expect(JSON.parse(out)).toMatchObject({ comparison: { withoutVerdicts: true, tested: 0 } });
    }
  });

  it('gives its verdicts between real tutors, marked as those of a simulated judge', async () => {
    const { code, out } = await cli().run(['compare', runs.kind, runs.short], { cwd });
    expect(code).toBe(1);
    expect(out).toMatch(/^Against .*Reject: worse at/m);
    expect(out).toContain('(simulated judge)');
  });
});

it('says beside a passing check that its judge was simulated', async () => {
  const folder = await cli().workspace();
  const sample = (
    JSON.parse(readFileSync(path.join(repository, 'starter-sets/guideeval.jsonl'), 'utf8').split('\n')[0]!) as {
      id: string;
    }
  ).id;
  await writeFile(path.join(folder, 'replies.jsonl'), JSON.stringify({ sample, reply: 'What did you try first?' }));
  const args = ['evaluate', 'tutor.md', '--replies', 'replies.jsonl', '--fail-under', 'OSA=2'];
  const { code, err } = await cli().run(args, { cwd: folder });
  expect(code).toBe(1);
  expect(err).toMatch(/^failed: .*$/m);
  expect(err).toMatch(/^note: Simulated in this check: judge\./m);
});
