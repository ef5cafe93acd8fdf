import { existsSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { FileHandLabelLog } from '../../../src/core/store/handLabelLog';
import { FileRunStore } from '../../../src/core/store/fileRunStore';
import { FileTrustCardStore } from '../../../src/core/store/trustCardStore';
import { startBatchServer } from '../../loopback/batchServer';
import { judgingModelServer } from '../../loopback/judgingModelServer';
import { startModelServer, type ModelServer } from '../../loopback/modelServer';
import { repository, useCommandLine } from './commandLine';
import { expectRefusal } from './expectRefusal';
import { calibrated } from './printedCalibration';
import { judgeAt, released } from './releasedGold';

const cli = useCommandLine();
const starterSet = path.join(repository, 'starter-sets/mrbench.jsonl');
let server: ModelServer | undefined;
let extra: { close(): Promise<void> } | undefined;
afterEach(async () => {
  await server?.close();
  server = undefined;
  await extra?.close();
  extra = undefined;
});

async function goldFolder(count: number): Promise<string> {
  const folder = await cli().folder();
  await writeFile(path.join(folder, 'gold.json'), released(count));
  return folder;
}

describe('calibrate', () => {
  it('counts one sample as one', async () => {
    const { out } = await cli().run(['calibrate', 'mrbench', 'gold.json'], { cwd: await goldFolder(1) });
    expect(out).toMatch(/^2 labelled replies to 1 sample$/m);
  });

  it('asks the judge about each labelled reply, once for each labelled dimension, and prints the agreement', async () => {
    server = await judgingModelServer();
    const cwd = await goldFolder(6);
    const args = ['calibrate', 'mrbench', 'gold.json', ...judgeAt(server.url), '--json', '--disagreements', '2'];
    const { code, out } = await cli().run(args, { cwd });
    expect(code).toBe(0);
    const result = calibrated(out);
    expect(server.calls).toBe(6 * 2 * 2);
    expect(result).toMatchObject({
      judge: `openai:m at ${server.url}`,
      simulated: false,
      benchmark: 'mrbench',
      gold: { name: 'gold.json', format: 'mrbench', by: 'people' },
      replies: 12,
      samples: 6,
      pending: 0,
      status: 'completed',
      cards: 2,
      calls: { tutor: 0, judge: 24, cached: 0, retries: 0 },
    });
    // The server always says Yes: right for 9 of the 12 labels, and no better than saying so without looking.
    const [actionability, coherence] = result.dimensions;
    expect(actionability).toMatchObject({
      id: 'actionability',
      n: 12,
      failed: 0,
      clusters: 6,
      agreement: 0.75,
      deviation: 0.5,
      kappa: 0,
      pearson: null,
      majority: { label: 'Yes', agreement: 0.75 },
      confusion: {
        labels: ['Yes', 'To some extent', 'No'],
        counts: [
          [9, 0, 0],
          [0, 0, 0],
          [3, 0, 0],
        ],
        failed: [0, 0, 0],
      },
    });
    expect(coherence).toMatchObject({ id: 'coherence', n: 12, agreement: 0.5 });
    expect(result.disagreements).toHaveLength(2);
    expect(result.disagreements?.[0]).toMatchObject({
      dimension: 'actionability',
      tutor: 'Novice',
      human: 'No',
      label: 'Yes',
      reasoning: 'Read as asked.',
    });
    for (const { body } of server.requests) expect(JSON.stringify(body)).not.toMatch(/Novice|GPT4|annotation/);
  });

  it('counts answers that cannot be read as failures and exits with 3', async () => {
    server = await startModelServer({
      reply: ({ body }) =>
        JSON.stringify(body).includes('Novice, 1') ? 'I would rather not.' : '{"feedback": "", "label": "Yes"}',
    });
    const cwd = await cli().folder();
    await writeFile(path.join(cwd, 'gold.json'), released(4).replace('No, that is not 1.', 'Novice, 1'));
    const args = [
      'calibrate',
      'mrbench',
      'gold.json',
      '--dimension',
      'actionability',
      ...judgeAt(server.url),
      '--json',
    ];
    const { code, out } = await cli().run(args, { cwd });
    expect(code).toBe(3);
    const { dimensions } = calibrated(out);
    expect(dimensions).toHaveLength(1);
    // Of eight labels six are Yes, one of which got no answer.
    expect(dimensions[0]).toMatchObject({ n: 8, failed: 1, agreement: 5 / 8, confusion: { failed: [1, 0, 0] } });
  });

  it('shows several judges side by side, and takes the tutor, dimension and number of dialogues that are asked for', async () => {
    server = await judgingModelServer();
    const cwd = await goldFolder(6);
    const choice = ['--tutor', 'GPT4', '--dimension', 'coherence', '--limit', '3'];
    const both = ['calibrate', 'mrbench', 'gold.json', '--judge', 'offline', ...judgeAt(server.url), ...choice];
    const { out } = await cli().run([...both, '--json'], { cwd });
    const { judges, dimensions } = calibrated(out);
    expect(judges?.map((one) => [one.judge, one.simulated, one.dimensions.map(({ id, n }) => [id, n])])).toEqual([
      ['offline', true, [['coherence', 3]]],
      [`openai:m at ${server.url}`, false, [['coherence', 3]]],
    ]);
    expect(dimensions).toEqual(judges?.[0]?.dimensions);
    expect(server.calls).toBe(3);
    const table = await cli().run(both, { cwd });
    expect(table.out).toMatch(/Judge offline \(simulated\)/);
    expect(table.out).toContain('Kappa side by side');
    expect(server.calls).toBe(3);
    // A card of these would replace the one of all replies.
    expect(table.out.replaceAll(/\s+/g, ' ')).toContain('Only replies of GPT4: no trust card is kept');
    expect(table.err).not.toContain('Trust cards');
    expect(existsSync(path.join(cwd, '.tutor-prompt-lab/cards'))).toBe(false);
  });

  it('repeats where disagreements go in the line that goes on', async () => {
    server = await judgingModelServer();
    const cwd = await goldFolder(3);
    const cut = ['--disagreements', 'all of them.jsonl', '--max-calls', '1'];
    const ended = await cli().run(['calibrate', 'mrbench', 'gold.json', ...judgeAt(server.url), ...cut], { cwd });
    expect(ended.code).toBe(3);
    expect(ended.err).toMatch(/Go on with: .* --disagreements 'all of them\.jsonl'/);
  });

  it('writes all disagreements to a file', async () => {
    server = await judgingModelServer();
    const cwd = await goldFolder(6);
    await cli().run(['calibrate', 'mrbench', 'gold.json', ...judgeAt(server.url), '--disagreements', 'apart.jsonl'], {
      cwd,
    });
    const lines = (await readFile(path.join(cwd, 'apart.jsonl'), 'utf8')).trim().split('\n');
    expect(lines).toHaveLength(3 + 6);
    expect(JSON.parse(lines[0] ?? '')).toMatchObject({ human: 'No', label: 'Yes', reply: 'No, that is not 0.' });
  });

  it('goes through batches', async () => {
    const batches = await startBatchServer({
      polls: Number.POSITIVE_INFINITY,
      reply: () => '{"feedback": "Read as asked.", "label": "Yes"}',
    });
    extra = batches;
    const cwd = await goldFolder(3);
    const args = ['calibrate', 'mrbench', 'gold.json', ...judgeAt(batches.url), '--batch', '--json'];
    const { child, ended } = cli().start(args, { cwd, env: { OPENAI_API_KEY: 'sk-none' } });
    // A batch is looked at again after a minute: the next command need not wait for that.
    await expect.poll(() => batches.batches.length, { timeout: 20_000 }).toBe(1);
    const root = path.join(cwd, '.tutor-prompt-lab');
    const log = async (): Promise<string> => {
      const [listing] = await new FileRunStore(root).list();
      return readFile(path.join(root, 'runs', listing?.id ?? '', 'batches.jsonl'), 'utf8').catch(() => '');
    };
    await expect.poll(log, { timeout: 20_000 }).toContain('"kind":"submitted"');
    child.kill('SIGINT');
    expect((await ended).code).toBe(130);
    batches.end();
    const resume = ['resume', 'latest', '--json', '--judge-base-url', batches.url];
    const { code, out } = await cli().run(resume, { cwd, env: { OPENAI_API_KEY: 'sk-none' } });
    expect(code).toBe(0);
    expect(calibrated(out)).toMatchObject({ status: 'completed', cards: 2, pending: 0 });
    expect([batches.batches.length, batches.counts.single]).toEqual([1, 0]);
  });

  it('takes the hand labels of the store', async () => {
    const cwd = await cli().folder();
    const root = path.join(cwd, '.tutor-prompt-lab');
    const log = new FileHandLabelLog(root);
    for (const id of ['a', 'b']) {
      await log.append({
        schemaVersion: 1,
        kind: 'label',
        at: '2026-03-04T05:06:07.000Z',
        by: 'Ada',
        mode: 'blind',
        benchmark: 'mrbench',
        sample: { system: 'mrbench', id, source: 'MathDial', history: [{ role: 'student', content: 'It is 6.' }] },
        replies: ['What is 2 + 3?'],
        judge: 'tutor_tone',
        unit: 'reply',
        label: 'Neutral',
      });
    }
    const { code, out } = await cli().run(['calibrate', 'mrbench', 'labels', '--store', root, '--json'], { cwd });
    expect(code).toBe(0);
    const { dimensions, gold } = calibrated(out);
    expect(gold).toEqual({ name: 'mrbench.jsonl', format: 'hand-labels', by: 'people' });
    expect(dimensions.map(({ id, n }) => [id, n])).toEqual([['tutor_tone', 2]]);
  });

  it('stops at a cap, keeps no card of half a check, and goes on from there', async () => {
    server = await judgingModelServer();
    const cwd = await goldFolder(6);
    const args = ['calibrate', 'mrbench', 'gold.json', ...judgeAt(server.url), '--max-calls', '10', '--json'];
    const capped = await cli().run(args, { cwd });
    expect(capped.code).toBe(3);
    const part = calibrated(capped.out);
    expect([part.status, part.cards, part.pending]).toEqual(['overBudget', 0, 24 - 10]);
    const store = new FileTrustCardStore(path.join(cwd, '.tutor-prompt-lab'));
    expect((await store.read()).cards).toEqual([]);
    const resume = ['resume', 'latest', '--judge-base-url', server.url, '--max-calls', '100', '--json'];
    const whole = calibrated((await cli().run(resume, { cwd })).out);
    expect([whole.status, whole.cards, whole.pending]).toEqual(['completed', 2, 0]);
    expect(server.calls).toBe(24);
    expect((await store.read()).cards).toHaveLength(2);
  });

  it.each([
    [['calibrate', 'nope', 'x.json'], /no benchmark “nope”/],
    [['calibrate', 'mrbench', 'missing.json'], /The label file missing\.json does not exist/],
    [['calibrate', 'mrbench', 'labels'], /no hand labels for MRBench/],
    [['calibrate', 'mrbench', starterSet, '--dimension', 'kindness'], /no dimension “kindness”/],
    [['calibrate', 'mrbench', starterSet, '--tutor', 'Nobody'], /of a tutor “Nobody”/],
    [['calibrate', 'mrbench', starterSet, '--judge', 'nope:x'], /names no known provider/],
    [['calibrate', 'guideeval', path.join(repository, 'starter-sets/guideeval.jsonl')], /no labelled GuideEval reply/],
    [['calibrate', 'guideeval', starterSet], /MRBench samples, not GuideEval/],
    [['calibrate', 'socratesbench', path.join(repository, 'starter-sets/socratesbench.jsonl')], /carry no labels/],
    [['calibrate', 'mrbench', path.join(repository, 'LICENSE')], /neither JSON nor JSON lines/],
    [['calibrate', 'mrbench', starterSet, '--max-cost', '1', '--judge', 'openai:unpriced'], /price/],
    [['calibrate', 'mrbench'], /missing required argument 'gold'/],
  ])('refuses %j in one line', async (args, message) => {
    expectRefusal(await cli().run(args, { cwd: await cli().folder(), env: { OPENAI_API_KEY: 'sk-none' } }), message);
  });
});

describe.each([
  ['SIGINT', 130],
  ['SIGKILL', undefined],
] as const)('a calibration that is ended by %s', (signal, exitCode) => {
  it('keeps what was answered; resume asks the rest and comes to the same statistics', async () => {
    server = await judgingModelServer({ latencyMs: 30 });
    const calibrate = [
      'calibrate',
      'mrbench',
      'gold.json',
      ...judgeAt(server.url),
      '--json',
      '--no-cache',
      '--concurrency',
      '2',
    ];
    const whole = await cli().run(calibrate, { cwd: await goldFolder(10) });
    const planned = server.calls;
    expect(planned).toBe(40);

    const cwd = await goldFolder(10);
    const { child, ended } = cli().start(calibrate, { cwd });
    await server.arrived(planned + 12);
    child.kill(signal);
    const cut = await ended;
    expect(cut.code).toBe(exitCode);
    if (exitCode !== undefined) {
      expect(calibrated(cut.out)).toMatchObject({ status: 'interrupted', cards: 0 });
      expect(cut.err).toMatch(/Interrupted\. Go on with: tutor-prompt-lab resume \S+/);
    }
    await expect.poll(() => server?.inFlight).toBe(0);
    const root = path.join(cwd, '.tutor-prompt-lab');
    const store = new FileRunStore(root);
    const [listing] = await store.list();
    const had = (await store.open(listing?.id ?? '')).records.filter(({ kind }) => kind === 'judged').length;
    expect(had).toBeGreaterThan(0);
    expect(had).toBeLessThan(planned);

    const before = server.calls;
    const resumed = await cli().run(['resume', 'latest', '--json', '--judge-base-url', server.url], { cwd });
    expect(resumed.code).toBe(0);
    expect(server.calls - before).toBe(planned - had);
    expect(calibrated(resumed.out).dimensions).toEqual(calibrated(whole.out).dimensions);
    expect((await new FileTrustCardStore(root).read()).cards).toHaveLength(2);
  });
});
