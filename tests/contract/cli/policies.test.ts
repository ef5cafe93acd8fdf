import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import * as z from 'zod';
import { benchmarks } from '../../../src/core/benchmarks/registry';
import { sessionOfRun } from '../../../src/core/history/sessionOfRun';
import { FileRunStore } from '../../../src/core/store/fileRunStore';
import { startModelServer, type ModelServer } from '../../loopback/modelServer';
import { dieRecord, starterSamples } from '../../unit/tutorbench/sampleFiles';
import { useCommandLine } from './commandLine';
import { expectRefusal } from './expectRefusal';
import { evaluated, type Evaluated } from './printedJson';

const cli = useCommandLine();
let server: ModelServer | undefined;
afterEach(async () => {
  await server?.close();
  server = undefined;
});

/** Evaluates a prompt on one benchmark and reads what was printed and what was kept. */
async function evaluate(benchmark: string, options: readonly string[], prompt?: string) {
  const cwd = await cli().workspace(prompt);
  const ended = await cli().run(['evaluate', 'tutor.md', '--json', '--benchmark', benchmark, ...options], { cwd });
  expect(ended.err).not.toMatch(/^error/m);
  expect(ended.code).toBe(0);
  const result = evaluated(ended.out);
  const run = await new FileRunStore(path.join(cwd, '.tutor-prompt-lab')).open(result.runId);
  const { items } = sessionOfRun(run, benchmarks);
  return { ...ended, result, run, played: new Map(items.map(({ sample }) => [sample.id, sample])) };
}

function valueOf({ benchmarks }: Evaluated, block: string, id: string): number | null | undefined {
  return benchmarks[0]?.metrics.find((metric) => metric.block === block && metric.id === id)?.value;
}

function blocksOf({ benchmarks }: Evaluated): readonly (string | null)[] {
  return [...new Set(benchmarks[0]?.metrics.map(({ block }) => block))];
}

describe('SocratesBench', () => {
  const few = ['--limit', '3', '--repeats', '1'];

  it('plays tasks with their theory, without it, or both ways with --theory, and keeps the choice', async () => {
    const [on, off, both] = await Promise.all(
      ['on', 'off', 'both'].map((mode) => evaluate('socratesbench', [...few, '--theory', mode])),
    );
    expect(blocksOf(on!.result)).toContain('theory');
    expect(blocksOf(off!.result)).toEqual(['noTheory']);
    expect(blocksOf(both!.result)).toEqual(['theory', 'noTheory', 'theoryDelta']);
    // A task with theory is played twice, a task without once.
    const withTheory = valueOf(both!.result, 'theory', 'j1') === undefined ? 0 : on!.played.size;
    expect(withTheory).toBe(3);
    const pairs = both!.played.size - on!.played.size;
    const delta = both!.result.benchmarks[0]?.metrics.find(({ id }) => id === 'delta-j1');
    expect(pairs).toBeGreaterThan(0);
    // A task that is played both ways is one unit.
    expect(delta?.n).toBe(pairs);
    expect(valueOf(both!.result, 'theoryDelta', 'delta-composite3')).toBeCloseTo(
      (valueOf(both!.result, 'theoryDelta', 'composite3-on') ?? Number.NaN) -
        (valueOf(both!.result, 'theoryDelta', 'composite3-off') ?? Number.NaN),
    );
    expect([on, off, both].map((ended) => ended?.run.manifest.policy.theory)).toEqual(['on', 'off', 'both']);
  });

  it('lets a model play the student with --student, in statistics of their own', async () => {
    const { result, run } = await evaluate('socratesbench', [...few, '--student', 'offline']);
    expect(result.student).toBe('offline');
    // The first turn is fixed, the other nine are asked for.
    expect(result.calls).toMatchObject({ tutor: 30, student: 27 });
    expect(blocksOf(result)).toEqual(['modelled-theory', 'modelled-noTheory']);
    expect(run.records.filter(({ kind }) => kind === 'student')).toHaveLength(27);
    const scripted = await evaluate('socratesbench', few);
    expect([scripted.result.student, scripted.result.calls.student]).toEqual([undefined, undefined]);
    expect(blocksOf(scripted.result)).toEqual(['theory', 'noTheory']);
  });

  it('counts worked examples with other numbers with --parallel-example-counts, from the same verdicts', async () => {
    const options = ['--repeats', '1', '--theory', 'off'];
    const [without, counted] = await Promise.all([
      evaluate('socratesbench', options),
      evaluate('socratesbench', [...options, '--parallel-example-counts']),
    ]);
    const examples = (kept: typeof without) =>
      kept.run.records
        .flatMap((record) => (record.kind === 'judged' ? record.verdicts : []))
        .filter(({ label }) => label === 'parallelExample').length;
    expect(examples(without)).toBeGreaterThan(0);
    expect(examples(counted)).toBe(examples(without));
    const messages = without.result.calls.tutor;
    const share = (kept: typeof without) => valueOf(kept.result, 'noTheory', 'j2Message') ?? Number.NaN;
    expect(share(without) - share(counted)).toBeCloseTo((100 * examples(without)) / messages);
  });

  it('judges all messages of a conversation in one call with --whole-conversation, to the same labels offline', async () => {
    const [single, whole] = await Promise.all(
      [[], ['--whole-conversation']].map((more) => evaluate('socratesbench', [...few, ...more])),
    );
    const { judge: calls, tutor: messages } = single!.result.calls;
    const conversations = messages / 10;
    expect(whole!.result.calls.judge).toBe(conversations + (calls - conversations) / 10);
    const statistics = ({ benchmarks }: Evaluated) =>
      benchmarks[0]?.metrics.map(({ id, block, value }) => [block, id, value]);
    expect(statistics(whole!.result)).toEqual(statistics(single!.result));
    const versions = [single!, whole!].map(({ run }) => run.manifest.benchmarks[0]?.judgeVersions);
    expect(versions[0]?.J1).toBe(versions[1]?.J1);
    expect(versions[0]?.J2).not.toBe(versions[1]?.J2);
    const recorded = new Set(
      whole!.run.records.flatMap((one) => (one.kind === 'judged' && one.key === 'J2@all' ? [one.version] : [])),
    );
    expect([...recorded]).toEqual([versions[1]?.J2]);
  });

  it('plays the paper’s task a hundred times with theory under --preset paper, and nothing beside it', async () => {
    const { result, run } = await evaluate('socratesbench', ['--preset', 'paper']);
    expect(run.samples.map(({ sample }) => sample)).toMatchObject([{ id: 'so-sv-pq-1', conversations: 100 }]);
    expect(result.calls).toMatchObject({ tutor: 1_000, judge: 2_100 });
    expect(blocksOf(result)).toEqual(['theory']);
    const cwd = await cli().workspace();
    const paper = ['evaluate', 'tutor.md', '--preset', 'paper'];
    expectRefusal(await cli().run(paper, { cwd }), /--benchmark socratesbench and no other/);
    const own = [...paper, '--benchmark', 'socratesbench', '--theory', 'both', '--whole-conversation'];
    expectRefusal(await cli().run(own, { cwd }), /Leave out --theory both, --whole-conversation/);
  });

  it('fills {{answer}} only with --expose-answer-key, and of the key nothing but its printed form', async () => {
    server = await startModelServer({ reply: () => 'What have you tried so far?' });
    const options = ['--limit', '1', '--repeats', '1', '--theory', 'off'];
    const models = ['--tutor', 'openai:tutor-model', '--tutor-base-url', server.url, '--no-cache'];
    const prompt = 'Guide the student. The key, for you alone: <{{answer}}>';
    await evaluate('socratesbench', [...options, ...models], prompt);
    const withheld = new Set(server.requests.map(({ system }) => /<(.*)>/.exec(system)?.[1]));
    expect([...withheld]).toEqual(['']);
    const before = server.calls;
    const { played } = await evaluate('socratesbench', [...options, ...models, '--expose-answer-key'], prompt);
    const { answer } = z
      .object({ answer: z.object({ display: z.string(), equivalents: z.array(z.string()) }) })
      .parse([...played.values()][0]);
    const sent = server.requests.slice(before).map(({ system }) => system);
    expect(sent).toHaveLength(10);
    expect(new Set(sent.map((system) => /<(.*)>/.exec(system)?.[1]))).toEqual(new Set([answer.display]));
  });
});

describe('KMP-Bench', () => {
  it('asks twice about each pair of replies with --both-orders, and shows the position bias', async () => {
    const once = await evaluate('kmp-dialogue', ['--limit', '4']);
    const twice = await evaluate('kmp-dialogue', ['--limit', '4', '--both-orders']);
    expect(twice.result.calls.judge).toBe(2 * once.result.calls.judge);
    expect(valueOf(once.result, 'second', 'position_bias')).toBeUndefined();
    expect(valueOf(twice.result, 'second', 'position_bias')).toEqual(expect.any(Number));
    expect(twice.result.benchmarks[0]).toMatchObject({ samples: 4, completed: 4, judgeFailed: 0 });
  });

  it('shows MR-Score as the paper words it beside the other with --literal-mr-score', async () => {
    const plain = await evaluate('kmp-skills', []);
    const literal = await evaluate('kmp-skills', ['--literal-mr-score']);
    expect(valueOf(plain.result, 'ec', 'mr_score_literal')).toBeUndefined();
    expect(valueOf(literal.result, 'ec', 'mr_score_literal')).toEqual(expect.any(Number));
    expect(valueOf(literal.result, 'ec', 'mr_score')).toBe(valueOf(plain.result, 'ec', 'mr_score'));
  });
});

describe('TutorBench', () => {
  it('clips each sample’s score at 0 with --clip-per-sample, and keeps the other statistic beside it', async () => {
    const leaky = 'Be warm and encouraging.';
    // Five of them have one point to win and five to lose, so that a reply of such a prompt loses more than it has.
    const criteria = dieRecord.criteria.filter(({ weight }) => weight !== 5);
    const records = Array.from({ length: 60 }, (_, index) => ({
      ...dieRecord,
      id: `die-${index}`,
      ...(index < 5 && { criteria }),
    }));
    const file = path.join(await cli().folder(), 'dice.jsonl');
    await writeFile(file, records.map((record) => `${JSON.stringify(record)}\n`).join(''));
    const plain = await evaluate('tutorbench', ['--samples', file], leaky);
    const clipped = await evaluate('tutorbench', ['--samples', file, '--clip-per-sample'], leaky);
    const unclipped = valueOf(plain.result, 'headline', 'ARR_w') ?? Number.NaN;
    expect(valueOf(plain.result, 'headline', 'ARR_w_unclipped')).toBe(unclipped);
    expect(valueOf(clipped.result, 'headline', 'ARR_w_unclipped')).toBe(unclipped);
    expect(valueOf(clipped.result, 'headline', 'ARR_w')).toBeGreaterThan(unclipped);
  });

  it.each(['openai', 'anthropic'])(
    'counts what a %s tutor without vision cannot be asked, and gives no ARR_w over part of the samples',
    async (api) => {
      const message = 'This model does not support image input.';
      const error = { message, type: 'invalid_request_error', param: null, code: null };
      const body = api === 'openai' ? { error } : { type: 'error', error: { type: error.type, message } };
      server = await startModelServer({
        fault: ({ messages }) =>
          messages.some(({ images }) => images.length > 0) ? { kind: 'status', status: 400, body } : undefined,
      });
      // Two at a time: what is under way when the first refusal arrives cannot be called back.
      const models = ['--tutor', `${api}:tutor-model`, '--tutor-base-url', server.url, '--concurrency', '2'];
      const { result } = await evaluate('tutorbench', models);
      const [statistics] = result.benchmarks;
      const samples = starterSamples();
      const drawn = samples.filter(({ modality }) => modality === 'multimodal').length;
      const completed = samples.length - drawn;
      expect(statistics?.notApplicable).toBe(drawn);
      expect(statistics).toMatchObject({ samples: samples.length, completed, noReply: 0, judgeFailed: 0 });
      for (const id of ['ARR_w', 'ARR_w_unclipped']) expect(valueOf(result, 'headline', id)).toBeNull();
      expect(valueOf(result, 'modality', 'text')).toEqual(expect.any(Number));
      expect(valueOf(result, 'modality', 'multimodal') ?? null).toBeNull();
      const text = statistics?.metrics.find(({ block, id }) => block === 'modality' && id === 'text');
      expect(text?.n).toBe(completed);
      // Once the refusal is known nothing with an image is sent any more.
      const withImages = server.requests.filter(({ messages }) => messages.some(({ images }) => images.length > 0));
      expect(withImages.length).toBeLessThan(drawn);
    },
  );

  it.each(['openai', 'anthropic'])('sends images to an %s server as base64 data with their type', async (api) => {
    server = await startModelServer();
    const models = ['--tutor', `${api}:tutor-model`, '--tutor-base-url', server.url, '--limit', '8'];
    const { run, played } = await evaluate('tutorbench', models);
    const ofPlayed = [...played.values()].map((sample) => JSON.stringify(sample));
    const stored = Object.keys(run.manifest.benchmarks[0]?.images ?? {});
    const named = stored.filter((file) => ofPlayed.some((text) => text.includes(JSON.stringify(file))));
    expect(named.length).toBeGreaterThan(0);
    expect(named.length).toBeLessThan(stored.length);
    const urls = server.requests.flatMap(({ messages }) => messages.flatMap(({ images }) => images));
    expect(new Set(urls).size).toBe(named.length);
    for (const url of urls) {
      const [, type, base64] = /^data:(image\/(?:png|jpeg));base64,([A-Za-z0-9+/]+=*)$/.exec(url) ?? [];
      const bytes = Buffer.from(base64 ?? '', 'base64');
      const signature = type === 'image/png' ? '89504e47' : 'ffd8ffe0';
      expect(bytes.subarray(0, 4).toString('hex')).toBe(signature);
    }
  });
});

describe('a choice of protocol', () => {
  it('is named by the report where it is not the default', async () => {
    const cwd = await cli().workspace();
    const args = ['evaluate', 'tutor.md', '--benchmark', 'socratesbench', '--limit', '2', '--repeats', '1'];
    const changed = await cli().run([...args, '--parallel-example-counts', '--theory', 'off'], { cwd });
    expect(changed.out).toMatch(/Protocol: socratesbench\.theory: off, socratesbench\.parallelExampleCounts: true/);
    expect((await cli().run(args, { cwd })).out).not.toContain('Protocol');
  });

  it('is said to be unused in a run without its benchmark', async () => {
    const cwd = await cli().workspace();
    const args = ['estimate', 'tutor.md', '--benchmark', 'guideeval', '--theory', 'off', '--no-one-sentence'];
    const { code, err } = await cli().run(args, { cwd });
    expect(code).toBe(0);
    expect(err).toMatch(/--theory off is not used: this run has no socratesbench\. Leave it out, or add --benchmark/);
    expect(err).toContain('--no-one-sentence is not used: this run has no mrbench.');
  });
});

describe('an unknown value', () => {
  it.each([
    [['--theory', 'sideways'], /--theory.*Allowed choices are on, off, both/],
    [['--theory'], /argument missing/],
    [['--student', 'nobody:model'], /“nobody:model”.*names no known provider/],
    [['--student', 'openai:'], /“openai:” cannot be used/],
    [['--student', 'openai:gpt-6-luna'], /OPENAI_API_KEY/],
    [['--student-base-url', 'ftp://host', '--student', 'openai:m'], /base URL.*cannot be used/],
    [['--placement', 'own+instructions'], /SocratesBench has no placement “own\+instructions”.*own, benchmark/],
    [['--benchmark', 'kmpbench'], /no benchmark “kmpbench”.*kmp-dialogue, kmp-skills/],
    [['--both-order'], /unknown option '--both-order'.*--both-orders/],
  ])('%j is refused in one line', async (options, message) => {
    const cwd = await cli().workspace();
    const args = ['evaluate', 'tutor.md', '--benchmark', 'socratesbench', ...options];
    expectRefusal(await cli().run(args, { cwd }), message);
    expect(await new FileRunStore(path.join(cwd, '.tutor-prompt-lab')).list()).toEqual([]);
  });

  it('of a variable is one that none of the chosen benchmarks fills in', async () => {
    const cwd = await cli().workspace('Be kind. Teach {{theory}}.');
    const args = ['evaluate', 'tutor.md', '--benchmark', 'tutorbench', '--benchmark', 'kmp-skills', '--limit', '1'];
    expectRefusal(
      await cli().run(args, { cwd }),
      /\{\{theory\}\} is filled in by SocratesBench, not by TutorBench or KMP-Bench Skills/,
    );
    const chosen = await cli().run([...args, '--benchmark', 'socratesbench', '--repeats', '1'], { cwd });
    expect(chosen.code).toBe(0);
    // What is filled in for one of them is empty for the others, which the report says.
    expect(chosen.out).toMatch(/\{\{theory\}\}/);
  });
});
