import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import * as z from 'zod';
import { judgingModelServer } from '../../loopback/judgingModelServer';
import type { ModelServer } from '../../loopback/modelServer';
import { repository, useCommandLine } from './commandLine';
import { calibrated } from './printedCalibration';
import { evaluated } from './printedJson';
import { publicData, skipWithout } from './publicData';
import { judgeAt, released } from './releasedGold';
import { isThorough } from '../../thorough';

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
      actionability: { status: 'checked', n: 1606, older: false, heldOut: 1606, simulated: false },
      tutor_tone: { status: 'checked', n: 1074 },
      // That check tells three labels apart, and this score asks for one of them.
      tutor_tone_non_offensive: { status: 'unchecked', n: null, kappa: null },
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
      const evaluate = ['evaluate', 'tutor.md', '--benchmark', 'mrbench', '--limit', '1', '--json'];
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
      const evaluate = ['evaluate', 'tutor.md', '--benchmark', 'mrbench', '--limit', '1', '--json'];
      const { out } = await cli().run([...evaluate, ...options], { cwd });
      const metrics = evaluated(out).benchmarks.flatMap((one) => one.metrics);
      return metrics.find(({ id, block }) => id === 'mistake_location' && block === 'all')?.judgeTrust?.[0]?.older;
    };
    expect(await older(without)).toBe(false);
    expect(await older(judgeAt(server.url))).toBe(true);
  });

  it('is none of the learned judge, whose card was made with it', async () => {
    const cwd = await goldFolder(2);
    const { code, err } = await cli().run(['calibrate', 'mrbench', 'gold.json', '--no-solution-to-judge'], { cwd });
    expect(code).toBe(2);
    expect(err).toMatch(/offline judge can only be checked with the worked solution\. Name a model with --judge/);
  });

  it('is what the learned judge lacks in a run without it: other material', async () => {
    const args = ['evaluate', 'tutor.md', '--benchmark', 'mrbench', '--no-solution-to-judge', '--json'];
    const { out } = await cli().run(args, { cwd: await cli().workspace() });
    const metrics = evaluated(out).benchmarks.flatMap((one) => one.metrics);
    const inAll = (id: string) => metrics.find((one) => one.id === id && one.block === 'all');
    const [trust] = inAll('mistake_location')?.judgeTrust ?? [];
    expect(trust?.measuredOn).toMatch(/^measured with the worked solution in sight/);
    expect(inAll('actionability')?.judgeTrust?.[0]?.measuredOn).toBeNull();
  });
});

describe('the learned judge in a calibration', () => {
  it('says what is wrong with the learned judge on the starter set', async () => {
    const { code, out, err } = await cli().run(['calibrate', 'mrbench', starterSet, '--disagreements', '1'], {
      cwd: await cli().folder(),
    });
    expect(code).toBe(0);
    expect(out).toMatch(/^MRBench against mrbench\.jsonl, people’s labels/);
    expect(out).toMatch(
      /Judge offline \(learned from people’s labels\)\ndimension +n +failed +agree +deviation +kappa/,
    );
    expect(out).toMatch(/Disagreements: 1 of \d+\n\n.*\n +Reply: /);
    expect(err).toContain('nothing is sent');
  });

  it('has the learned judge answer out of fold for replies that it was trained on', async (context) => {
    const file = publicData('mrbench/MRBench_V1.json');
    skipWithout(file, context);
    const args = [
      'calibrate',
      'mrbench',
      file,
      '--judge',
      'offline',
      '--json',
      ...(isThorough ? [] : ['--limit', '300']),
    ];
    const { code, out } = await cli().run(args, { cwd: await cli().folder() });
    expect(code).toBe(0);
    const { judge, simulated, dimensions } = calibrated(out);
    expect({ judge, simulated }).toEqual({ judge: 'offline', simulated: false });
    expect(dimensions).toHaveLength(8);
    for (const { n, heldOut } of dimensions) expect(heldOut).toBe(n);
  });

  it('knows its training replies when they are typed anew, and says which replies are only to dialogues that it knows', async (context) => {
    const file = publicData('mrbench/MRBench_V1.json');
    skipWithout(file, context);
    const folder = await cli().folder();
    const typed = (text: string): string =>
      text
        .toLowerCase()
        .replaceAll("'", '’')
        .replaceAll(/[.!?,]/g, ' ');
    const writtenAnew = (text: string, place: number): string => {
      if (place === 0) return `${text} Think of a zebra.`;
      return place === 1 ? `<p>${text}</p>` : typed(text);
    };
    const records = z
      .array(z.looseObject({ anno_llm_responses: z.record(z.string(), z.looseObject({ response: z.string() })) }))
      .parse(JSON.parse(await readFile(file, 'utf8')))
      .slice(0, 12)
      .map((one) => ({
        ...one,
        anno_llm_responses: Object.fromEntries(
          Object.entries(one.anno_llm_responses).map(([tutor, own], place) => [
            tutor,
            { ...own, response: writtenAnew(own.response, place) },
          ]),
        ),
      }));
    await writeFile(path.join(folder, 'typed.json'), JSON.stringify(records));
    const again = ['calibrate', 'mrbench', 'typed.json', '--judge', 'offline', '--dimension', 'actionability'];
    const shown = await cli().run([...again, '--json'], { cwd: folder });
    const [statistics] = calibrated(shown.out).dimensions;
    expect(statistics).toMatchObject({ trainedDialogues: 12, heldOut: (statistics?.n ?? 0) - 12 });
    expect((await cli().run(again, { cwd: folder })).out.replaceAll(/\s+/g, ' ')).toMatch(
      /12 of these \d+ replies are new to the judge, but it was trained on their dialogue: they are not held out/,
    );
  });
});
