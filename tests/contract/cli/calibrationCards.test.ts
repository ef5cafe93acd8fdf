import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { judgingModelServer } from '../../loopback/judgingModelServer';
import type { ModelServer } from '../../loopback/modelServer';
import { repository, useCommandLine } from './commandLine';
import { evaluated } from './printedJson';
import { judgeAt, released } from './releasedGold';

const cli = useCommandLine();
const starterSet = path.join(repository, 'starter-sets/mrbench.jsonl');
let server: ModelServer | undefined;
afterEach(async () => {
  await server?.close();
  server = undefined;
});

async function goldFolder(count: number): Promise<string> {
  const folder = await cli().workspace();
  await writeFile(path.join(folder, 'gold.json'), released(count));
  return folder;
}

describe('the cards of a calibration', () => {
  it('keeps trust cards, which evaluate then shows beside the metrics of that judge alone', async () => {
    server = await judgingModelServer();
    const cwd = await goldFolder(24);
    await cli().run(['calibrate', 'mrbench', 'gold.json', ...judgeAt(server.url)], { cwd });
    const evaluate = ['evaluate', 'tutor.md', '--benchmark', 'mrbench', '--limit', '2'];
    const checked = await cli().run([...evaluate, ...judgeAt(server.url), '--json'], { cwd });
    const trust = (out: string) =>
      Object.fromEntries(
        evaluated(out).benchmarks.flatMap(({ metrics }) => metrics.map(({ id, judgeTrust }) => [id, judgeTrust?.[0]])),
      );
    expect(trust(checked.out)).toMatchObject({
      actionability: { status: 'beaten', n: 48, kappa: 0, older: false, gold: 'gold.json', simulated: false },
      tutor_tone: { status: 'unchecked', n: null, kappa: null },
    });
    // Another judge has another card: the offline one carries its own.
    expect(trust((await cli().run([...evaluate, '--json'], { cwd })).out)).toMatchObject({
      actionability: { gold: expect.not.stringContaining('gold.json') as unknown, older: false },
    });
    const table = await cli().run([...evaluate, ...judgeAt(server.url)], { cwd });
    expect(table.out).toMatch(/Actionability .* κ 0\.00 !/);
    expect(table.out).toContain('not reliable');
    const markdown = await cli().run(['report', 'latest', '--format', 'markdown'], { cwd });
    expect(markdown.out).toContain('Judge check');
    expect(markdown.err).toBe('');
    await writeFile(path.join(cwd, '.tutor-prompt-lab/cards/mrbench-0.json'), '{}');
    const damaged = await cli().run(['report', 'latest', '--format', 'markdown'], { cwd });
    expect(damaged.err).toMatch(/^warning: .*mrbench-0\.json is not a trust card and is left out/);
    expect(damaged.out).toBe(markdown.out);
  });

  it('says of a check on a handful of labels that it is too small, and lets no larger check go for it', async () => {
    server = await judgingModelServer();
    const cwd = await goldFolder(24);
    const calibrate = ['calibrate', 'mrbench', 'gold.json', ...judgeAt(server.url)];
    await cli().run(calibrate, { cwd });
    const small = await cli().run([...calibrate, '--limit', '2'], { cwd });
    expect(small.out).toContain('? actionability: too few labels: 4 labels, and at least 40 are needed to tell.');
    const evaluate = ['evaluate', 'tutor.md', '--benchmark', 'mrbench', '--limit', '2', ...judgeAt(server.url)];
    const { out } = await cli().run([...evaluate, '--json'], { cwd });
    const trust = evaluated(out).benchmarks.flatMap(({ metrics }) =>
      metrics.flatMap(({ id, judgeTrust }) => (id === 'actionability' ? (judgeTrust ?? []) : [])),
    );
    expect(trust[0]).toMatchObject({ status: 'beaten', n: 48 });
    const other = await goldFolder(2);
    await cli().run(calibrate, { cwd: other });
    const table = await cli().run(evaluate, { cwd: other });
    expect(table.out).toMatch(/Actionability .* too few labels/);
  });
});

describe('a calibration with all dimensions in one call', () => {
  it('asks once a reply, and keeps cards for runs that ask so, and for no others', async () => {
    server = await judgingModelServer();
    const cwd = await goldFolder(24);
    const together = [...judgeAt(server.url), '--one-judge-call'];
    const { out: shown } = await cli().run(['calibrate', 'mrbench', 'gold.json', ...together], { cwd });
    expect(shown).toContain('All dimensions of a reply were judged in one call.');
    expect(server.requests).toHaveLength(48);
    const trust = async (options: readonly string[]): Promise<unknown> => {
      const evaluate = ['evaluate', 'tutor.md', '--benchmark', 'mrbench', '--limit', '1', '--json', '--judge-all'];
      const { out } = await cli().run([...evaluate, ...options], { cwd });
      const metrics = evaluated(out).benchmarks.flatMap((one) => one.metrics);
      return metrics.find(({ id, block }) => id === 'actionability' && block === 'all')?.judgeTrust?.[0];
    };
    expect(await trust(together)).toMatchObject({ n: 48, older: false });
    expect(server.requests).toHaveLength(49);
    expect(await trust(judgeAt(server.url))).toMatchObject({ n: 48, older: true });
    expect(server.requests).toHaveLength(57);
  });
});

describe('a calibration without the worked solution', () => {
  it('keeps cards for runs that keep it from the judge, and for no others', async () => {
    server = await judgingModelServer();
    const cwd = await cli().workspace();
    await writeFile(path.join(cwd, 'gold.json'), released(24).replaceAll('Actionability', 'Mistake_Location'));
    const without = [...judgeAt(server.url), '--no-solution-to-judge'];
    const { out: shown } = await cli().run(['calibrate', 'mrbench', 'gold.json', ...without], { cwd });
    expect(shown).toContain('The judges were not shown the worked solution.');
    const older = async (options: readonly string[]): Promise<unknown> => {
      const evaluate = ['evaluate', 'tutor.md', '--benchmark', 'mrbench', '--limit', '1', '--json', '--judge-all'];
      const { out } = await cli().run([...evaluate, ...options], { cwd });
      const metrics = evaluated(out).benchmarks.flatMap((one) => one.metrics);
      return metrics.find(({ id, block }) => id === 'mistake_location' && block === 'all')?.judgeTrust?.[0]?.older;
    };
    expect(await older(without)).toBe(false);
    expect(await older(judgeAt(server.url))).toBe(true);
  });
});

describe('a calibration of the offline judge', () => {
  it('says what it disagrees with people about on the starter set, and that it is simulated', async () => {
    const { code, out, err } = await cli().run(['calibrate', 'mrbench', starterSet, '--disagreements', '1'], {
      cwd: await cli().folder(),
    });
    expect(code).toBe(0);
    expect(out).toMatch(/^MRBench against mrbench\.jsonl, people’s labels/);
    expect(out).toMatch(/Judge offline \(simulated\)\ndimension +n +failed +agree +deviation +kappa/);
    expect(out).toMatch(/Disagreements: 1 of \d+\n\n.*\n +Reply: /);
    expect(err).toContain('nothing is sent');
  });
});
