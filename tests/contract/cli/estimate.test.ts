import { readdir } from 'node:fs/promises';
import { afterEach, describe, expect, it } from 'vitest';
import { benchmarkIds } from '../../../src/core/benchmarks/policies';
import { type ModelServer, startModelServer } from '../../loopback/modelServer';
import { useCommandLine } from './commandLine';
import { expectRefusal } from './expectRefusal';
import { estimateSchema, evaluated } from './printedJson';

const cli = useCommandLine();
let server: ModelServer | undefined;
afterEach(async () => {
  await server?.close();
  server = undefined;
});

async function estimate(...options: string[]) {
  const cwd = await cli().workspace();
  return { cwd, ...(await cli().run(['estimate', 'tutor.md', ...options], { cwd })) };
}

const read = (out: string) => estimateSchema.parse(JSON.parse(out));

describe('estimate', () => {
  it('prints one JSON object of the documented shape, sends nothing, needs no key and writes nothing', async () => {
    server = await startModelServer();
    const models = ['--tutor', 'openai:gpt-6.2-sol', '--judge', 'anthropic:claude-opus-5', '--judge', 'openai:mine'];
    const servers = ['--tutor-base-url', server.url, '--judge-base-url', server.url];
    const { code, out, err, cwd } = await estimate('--benchmark', 'guideeval', '--json', ...models, ...servers);
    expect([code, err]).toEqual([0, '']);
    const result = read(out);
    expect(result).toMatchObject({
      prompt: { path: 'tutor.md' },
      tutor: 'openai:gpt-6.2-sol',
      student: null,
      judges: ['anthropic:claude-opus-5', 'openai:mine'],
      cost: { usd: null, unknownModels: ['openai:gpt-6.2-sol', 'anthropic:claude-opus-5', 'openai:mine'] },
    });
    expect(result.tokens.input.low).toBeGreaterThan(1_000);
    expect(server.calls).toBe(0);
    expect(await readdir(cwd, { recursive: true })).toEqual(['tutor.md']);
    // Priced models at their own addresses, of which this machine has no key either.
    const priced = await estimate('--json', '--tutor', 'openai:gpt-6.2-sol', '--judge', 'openai:gpt-6.1-terra');
    expect(priced.code).toBe(0);
    const { usd } = read(priced.out).cost;
    expect(usd!.low).toBeGreaterThan(0);
    expect(usd!.high).toBeGreaterThan(usd!.low);
    expect(await readdir(priced.cwd)).toEqual(['tutor.md']);
  });

  it.each(benchmarkIds)('says what the starter set of %s can show, and what gives more units', async (id) => {
    const models = ['--benchmark', id, '--tutor', 'openai:gpt-6-luna', '--judge', 'openai:gpt-6-luna'];
    const { provable } = read((await estimate('--json', ...models)).out);
    expect(provable.length).toBeGreaterThan(0);
    for (const { target, units, wins, with: more } of provable) {
      expect(target.startsWith(`${id}/`)).toBe(true);
      if (units < 120) expect(more.wins).toBeLessThan(wins ?? 1);
    }
    const { out } = await estimate(...models);
    expect(out).toMatch(/: if 30 % of the replies change, \d+ units .*can prove .*\./);
    // With fewer than 120 units it says what 120 would show, and where more samples are.
    const few = provable.filter(({ units }) => units < 120).length > 0;
    expect([/: with 120 units an edit must win .*\. More: .+\./.test(out), few]).toEqual([few, few]);
  });

  it.each(benchmarkIds)('counts the calls that evaluate then makes on %s', async (id) => {
    const options = ['tutor.md', '--json', '--benchmark', id, '--limit', '3', '--seed', '4'];
    const cwd = await cli().workspace();
    const before = await cli().run(['estimate', ...options], { cwd });
    expect(before.err).toBe('');
    const planned = read(before.out);
    const made = evaluated((await cli().run(['evaluate', ...options], { cwd })).out);
    expect(planned.calls.tutor).toBe(made.calls.tutor);
    expect(planned.benchmarks[0]?.samples).toBe(made.benchmarks[0]?.samples);
    // KMP-Skills asks a judge about claims only where code cannot decide, and about reasons only where given. So the
    // reply decides on some judge calls.
    const slack = id === 'kmp-skills' ? planned.calls.tutor : 0;
    expect(Math.abs(planned.calls.judge - made.calls.judge)).toBeLessThanOrEqual(slack);
    expect(planned.calls.judge).toBeGreaterThan(0);
    expect(planned).toMatchObject({ cost: { usd: { low: 0, high: 0 } }, tokens: { input: { high: 0 } } });
    expect(planned.prompt.revision).toBe(made.prompt.revision);
  });

  it('counts a modelled student, repeats and several judges as evaluate does', async () => {
    const options = ['tutor.md', '--json', '--benchmark', 'socratesbench', '--limit', '2', '--repeats', '2'];
    options.push('--student', 'offline');
    const cwd = await cli().workspace();
    const planned = read((await cli().run(['estimate', ...options], { cwd })).out);
    const made = evaluated((await cli().run(['evaluate', ...options], { cwd })).out);
    expect(planned.student).toBe('offline');
    expect(planned.calls.student).toBeGreaterThan(0);
    expect({ tutor: planned.calls.tutor, student: planned.calls.student }).toEqual({
      tutor: made.calls.tutor,
      student: made.calls.student,
    });
    const two = await estimate(
      '--json',
      '--limit',
      '2',
      '--judge',
      'offline',
      '--judge',
      'openai:gpt-6.2-sol',
      '--judge-all',
    );
    const one = await estimate('--json', '--limit', '2');
    expect(read(two.out).calls.judge).toBe(2 * read(one.out).calls.judge);
  });

  it('prints a table and what is not in it for people', async () => {
    const { code, out, err } = await estimate(
      '--benchmark',
      'guideeval',
      '--benchmark',
      'mrbench',
      '--tutor',
      'openai:gpt-6.2-sol',
    );
    expect([code, err]).toEqual([0, '']);
    expect(out).toMatch(/^Benchmark +Samples +Trials +Tutor calls/);
    expect(out).toMatch(/^GuideEval .*\n^MRBench .*\n^All /m);
    expect(out).toMatch(/Cost: \$[\d.]+ to \$[\d.]+ at the prices of/);
    expect(out).toContain('openai:gpt-6.2-sol');
    expect(out).not.toContain('\u001b');
  });

  it.each([
    [['--benchmark', 'nope'], /no benchmark “nope”.*guideeval, mrbench/],
    [['--tutor', 'nobody:model'], /names no known provider/],
    [['--limit', '0'], /whole number above 0/],
    [['--samples', 'missing.jsonl'], /does not exist/],
    [['--placement', 'own+instructions'], /GuideEval has no placement/],
    [['--max-cost', '5', '--tutor', 'openai:mine'], /cap.*cannot be held/i],
    [['--concurrency', '2'], /unknown option/],
  ])('refuses %j in one line and leaves nothing behind', async (options, message) => {
    const { cwd, ...ended } = await estimate(...options);
    expectRefusal(ended, message);
    expect(await readdir(cwd)).toEqual(['tutor.md']);
  });

  it('refuses a prompt file that evaluate refuses', async () => {
    const cwd = await cli().workspace('Be kind to {{nobody}}.');
    expectRefusal(await cli().run(['estimate', 'tutor.md'], { cwd }), /nobody/);
    expectRefusal(await cli().run(['estimate', 'gone.md'], { cwd }), /gone\.md/);
  });
});
