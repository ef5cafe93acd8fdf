import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { benchmarks } from '../../../src/core/benchmarks/registry';
import { sessionOfRun } from '../../../src/core/history/sessionOfRun';
import { FileRunStore } from '../../../src/core/store/fileRunStore';
import { useCommandLine, repository } from './commandLine';
import { expectRefusal } from './expectRefusal';
import { evaluated } from './printedJson';
import { publicData, skipWithout } from './publicData';

const cli = useCommandLine();

async function evaluate(...options: string[]) {
  const cwd = await cli().workspace();
  return { cwd, ...(await cli().run(['evaluate', 'tutor.md', ...options], { cwd })) };
}

describe('evaluate offline', () => {
  it('prints a table for people, without escape codes when piped, and says that it is simulated', async () => {
    const { code, out, err, cwd } = await evaluate('--limit', '2');
    expect(code).toBe(0);
    expect(out).toContain('GuideEval (simulated)');
    expect([...out.matchAll(/OSA: approach adapts +([\d.]+ \(\d\/\d\))/g)].map(([, value]) => value)).toEqual([
      '0.00 (0/1)',
      '1.00 (1/1)',
    ]);
    expect(out).toContain('Simulated: the replies and the verdicts come from rules');
    expect(out + err).not.toContain('\u001b');
    expect(err).toContain(`is kept in ${path.join(cwd, '.tutor-prompt-lab', 'runs')}`);
  });

  it('prints one JSON object of the documented shape with --json, and keeps the run it names', async () => {
    const { code, out, cwd } = await evaluate(
      '--json',
      '--benchmark',
      'guideeval',
      '--benchmark',
      'mrbench',
      '--limit',
      '3',
    );
    expect(code).toBe(0);
    const result = evaluated(out);
    expect(result).toMatchObject({
      status: 'completed',
      prompt: { path: 'tutor.md' },
      tutor: 'offline',
      judges: ['offline'],
      simulated: true,
      cost: { usd: 0, unknownModels: [] },
      calls: { cached: 0, retries: 0 },
    });
    expect(result.benchmarks.map(({ id, completed, noReply }) => [id, completed, noReply])).toEqual([
      ['guideeval', 6, 0],
      ['mrbench', 3, 0],
    ]);
    expect(result.runDir).toBe(path.join(cwd, '.tutor-prompt-lab', 'runs', result.runId));
    const run = await new FileRunStore(path.join(cwd, '.tutor-prompt-lab')).open(result.runId);
    const replies = run.records.filter((record) => record.kind === 'reply').length;
    const judged = run.records.filter((record) => record.kind === 'judged').length;
    expect(result.calls).toMatchObject({ tutor: replies, judge: judged });
    expect(replies).toBe(9);
  });

  it('gives the same metrics for the same seed, and another sample for another seed', async () => {
    const [first, second, other] = await Promise.all(
      ['7', '7', '8'].map(async (seed) => evaluate('--json', '--limit', '4', '--seed', seed)),
    );
    const metrics = (run: typeof first) => evaluated(run?.out ?? '').benchmarks;
    expect(metrics(second)).toEqual(metrics(first));
    expect(metrics(other)).not.toEqual(metrics(first));
  });

  it('keeps pairs together under --limit', async () => {
    const { out, cwd } = await evaluate('--json', '--limit', '5', '--seed', '3');
    const { runId } = evaluated(out);
    const run = await new FileRunStore(path.join(cwd, '.tutor-prompt-lab')).open(runId);
    const { items } = sessionOfRun(run, benchmarks);
    const pairs = items.map(({ sample }) => (sample as unknown as { pairId: string }).pairId);
    // The rest of the file is kept, for a run that goes on.
    expect([pairs.length, run.samples.length]).toEqual([10, 480]);
    expect(new Set(pairs).size).toBe(5);
  });

  it('repeats each sample with --repeats', async () => {
    const { benchmarks, calls } = evaluated((await evaluate('--json', '--limit', '2', '--repeats', '3')).out);
    expect(benchmarks[0]?.samples).toBe(4);
    expect(calls.tutor).toBe(12);
  });

  it('takes the project’s own sample lines with --samples', async () => {
    const cwd = await cli().workspace();
    const lines = (await readFile(path.join(repository, 'starter-sets/mrbench.jsonl'), 'utf8')).split('\n').slice(0, 4);
    await writeFile(path.join(cwd, 'own.jsonl'), `${lines.join('\n')}\n`);
    const own = ['evaluate', 'tutor.md', '--samples', 'own.jsonl'];
    const { code, out } = await cli().run([...own, '--benchmark', 'mrbench', '--json'], { cwd });
    expect(code).toBe(0);
    expect(evaluated(out).benchmarks).toMatchObject([{ id: 'mrbench', samples: 4, completed: 4 }]);
    expectRefusal(await cli().run(own, { cwd }), /own\.jsonl holds MRBench samples.*--benchmark.*mrbench/);
    expectRefusal(
      await cli().run([...own, '--benchmark', 'mrbench', '--benchmark', 'guideeval'], { cwd }),
      /--samples needs exactly one benchmark/,
    );
  });

  it('takes a public data set in its original form with --samples', async (context) => {
    const file = publicData('mrbench/MRBench_V1.json');
    skipWithout(file, context);
    const { code, out } = await evaluate('--json', '--benchmark', 'mrbench', '--samples', file, '--limit', '10');
    expect(code).toBe(0);
    // Records of one dialogue stay together, so that ten dialogues have eleven of them.
    expect(evaluated(out).benchmarks).toMatchObject([{ samples: 11, completed: 11, judgeFailed: 0 }]);
  });

  it('keeps the run where --store says', async () => {
    const store = await cli().folder();
    const { out } = await evaluate('--json', '--limit', '1', '--store', store);
    const { runId, runDir } = evaluated(out);
    expect(runDir).toBe(path.join(store, 'runs', runId));
    expect((await new FileRunStore(store).list()).map(({ id }) => id)).toEqual([runId]);
  });

  it('names a store that cannot be written in one line', async () => {
    const { code, out, err } = await evaluate('--limit', '1', '--store', 'tutor.md');
    expectRefusal({ code, out, err }, /Cannot write .*tutor\.md.*A file stands where the folder should be/);
  });

  it('writes a report that loads nothing with --html', async () => {
    const { code, cwd } = await evaluate('--limit', '1', '--html', 'deep/report.html');
    expect(code).toBe(0);
    const html = await readFile(path.join(cwd, 'deep/report.html'), 'utf8');
    expect(html).toMatch(/^<!doctype html>/i);
    expect(html).toMatch(/simulated/i);
    expect(html).not.toMatch(/<(?:script|link|img)[^>]+(?:src|href)=["']?https?:/i);
  });

  it('exits with 1 when a metric is below --fail-under, and with 0 when all hold', async () => {
    const low = await evaluate(
      '--limit',
      '3',
      '--fail-under',
      'OSA=2',
      '--fail-under',
      'guideeval/compConf/O-Advance=0',
      '--allow-simulated',
    );
    expect(low.code).toBe(1);
    expect(low.err.match(/^failed: .*$/gm)).toEqual([
      'failed: guideeval/accErr/OSA (offline) is 0.0000 (n = 2), below 2. (simulated)',
      'failed: guideeval/compConf/OSA (offline) is 1.0000 (n = 1), below 2. (simulated)',
    ]);
    expect(low.out).toContain('GuideEval');
    expect(low.err).toMatch(/^note: The judge is unchecked for all \d+ judged metrics\.$/m);
    const bounds = ['--fail-under', 'O-Advance=-.5', '--fail-under', 'O-Advance=.0'];
    const held = await evaluate('--limit', '3', ...bounds, '--allow-simulated');
    expect([held.code, held.err.match(/^(?:failed|note):.*$/gm)]).toEqual([
      0,
      [expect.stringContaining('note: Simulated in this check: tutor, judge.')],
    ]);
  });

  it.each([
    [['--fail-under', 'P-Nothing=0.5'], /no metric “P-Nothing”.*Known: P-Affirm/],
    [['--fail-under', 'P-Affirm'], /write METRIC=NUMBER/],
    [['--benchmark', 'mrbench', '--fail-under', 'mrbench/coherence=0.9'], /is in percent; write mrbench\/coherence=90/],
    [['--max-cost', '5', '--tutor', 'openai:in-house-model'], /cap.*cannot be held.*openai:in-house-model/i],
    [
      ['--max-cost', '5', '--tutor', 'openai:gpt-6-luna', '--tutor-base-url', 'http://127.0.0.1:9'],
      /cap.*cannot be held.*openai:gpt-6-luna.*the price at another server is not known/i,
    ],
    [['--placement', 'own+instructions'], /GuideEval has no placement “own\+instructions”.*own, benchmark/],
    [['--placement', 'sideways'], /Allowed choices are own, own\+instructions, benchmark/],
    [
      ['--benchmark', 'nope'],
      /no benchmark “nope”.*guideeval, mrbench, socratesbench, kmp-dialogue, kmp-skills, tutorbench/,
    ],
    [['--tutor', 'nobody:model'], /“nobody:model”.*names no known provider/],
    [['--judge', 'openai:'], /The judge “openai:” cannot be used/],
    [['--tutor', 'openai:gpt-6-luna'], /OPENAI_API_KEY/],
    [['--tutor', 'anthropic:claude-opus-5'], /ANTHROPIC_API_KEY/],
    [['--tutor', 'openai:m', '--tutor-base-url', 'ftp://host'], /base URL for OpenAI cannot be used/],
    [['--limit', '0'], /'0' is invalid\. Give a whole number above 0/],
    [['--repeats', '1.5'], /whole number above 0/],
    [['--seed', '-1'], /0 or above/],
    [['--concurrency', 'many'], /whole number above 0/],
    [['--max-cost', '0'], /US dollars above 0/],
    [['--samples', 'missing.jsonl'], /The sample file missing\.jsonl does not exist/],
    [['--samples', 'tutor.md'], /tutor\.md: /],
  ])('refuses %j in one line and leaves no run behind', async (options, message) => {
    const { cwd, ...ended } = await evaluate(...options);
    expectRefusal(ended, message);
    expect(await new FileRunStore(path.join(cwd, '.tutor-prompt-lab')).list()).toEqual([]);
  });

  it('stops before passing --max-cost with a priced model: not one call is sent, exit code 3', async () => {
    const cwd = await cli().workspace();
    // The least that the first call may cost is above the cap, so it is never sent.
    const args = [
      'evaluate',
      'tutor.md',
      '--json',
      '--limit',
      '1',
      '--tutor',
      'openai:gpt-6-luna',
      '--max-cost',
      '0.0001',
    ];
    const { code, out } = await cli().run(args, { cwd, env: { OPENAI_API_KEY: 'test-key' } });
    expect(code).toBe(3);
    expect(evaluated(out)).toMatchObject({
      status: 'overBudget',
      calls: { tutor: 0, judge: 0, retries: 0 },
      cost: { usd: 0 },
    });
  });
});
