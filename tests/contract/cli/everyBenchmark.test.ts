import { describe, expect, it } from 'vitest';
import { benchmarkIds } from '../../../src/core/benchmarks/policies';
import { benchmarks } from '../../../src/core/benchmarks/registry';
import { useCommandLine } from './commandLine';
import { expectRefusal } from './expectRefusal';
import { evaluated } from './printedJson';

const cli = useCommandLine();

async function evaluate(...options: string[]) {
  const cwd = await cli().workspace();
  return cli().run(['evaluate', 'tutor.md', '--json', ...options], { cwd });
}

/** Metrics that need another choice of protocol or other samples than those below. */
const conditional: ReadonlySet<string> = new Set([
  'summary/overall_partial',
  'second/position_bias',
  'ec/mr_score_literal',
  'subject/other',
]);

describe('each benchmark alone', () => {
  it.each(benchmarkIds)('%s runs offline to its end and has its metrics', async (id) => {
    // So many samples have every kind of problem of each starter set.
    const { code, out, err } = await evaluate('--benchmark', id, '--limit', '32', '--repeats', '1');
    expect(err).not.toMatch(/^(?:error|warning)/m);
    expect(code).toBe(0);
    const result = evaluated(out);
    expect(result).toMatchObject({ status: 'completed', simulated: true, judges: ['offline'], cost: { usd: 0 } });
    const [own, ...more] = result.benchmarks;
    expect(more).toEqual([]);
    expect(own).toMatchObject({ id, noReply: 0, notApplicable: 0, judgeFailed: 0 });
    expect(own?.completed).toBeGreaterThanOrEqual(own?.samples ?? 1);
    const metrics = own?.metrics ?? [];
    const names = metrics.map((metric) => `${metric.block}/${metric.id}`);
    const { headlines = [], metrics: defined } = benchmarks.get(id) ?? expect.fail(`${id} is not registered.`);
    const blocks = new Set(metrics.map(({ block }) => block ?? undefined));
    const ofBlocks = defined.filter(({ block }) => blocks.has(block)).map((metric) => `${metric.block}/${metric.id}`);
    const expected = [...headlines, ...ofBlocks.filter((name) => !conditional.has(name))];
    expect(names).toEqual(expect.arrayContaining(expected));
    // A metric without a value has nothing behind it, and one with a value lies in its interval.
    for (const { id: name, value, n, ci } of metrics) {
      if (value !== null) expect(n, name).toBeGreaterThan(0);
      if (value !== null && ci !== null) {
        expect([name, ci.low <= value + 1e-9, value <= ci.high + 1e-9]).toEqual([name, true, true]);
      }
    }
    expect(metrics.some(({ value }) => value !== null)).toBe(true);
  });
});

describe('all together', () => {
  const all = benchmarkIds.flatMap((id) => ['--benchmark', id]);

  it('are one run with the statistics that each has alone', async () => {
    const options = ['--limit', '2', '--repeats', '1', '--seed', '5'];
    const { code, out, err } = await evaluate(...all, ...options);
    expect(err).not.toMatch(/^error/m);
    expect(code).toBe(0);
    const together = evaluated(out);
    expect(together.benchmarks.map(({ id }) => id)).toEqual([...benchmarkIds]);
    const alone = await Promise.all(
      benchmarkIds.map(async (id) => evaluated((await evaluate('--benchmark', id, ...options)).out)),
    );
    expect(together.benchmarks).toEqual(alone.flatMap(({ benchmarks }) => benchmarks));
    const sum = (role: 'tutor' | 'judge') => alone.reduce((total, { calls }) => total + calls[role], 0);
    expect(together.calls).toEqual({ tutor: sum('tutor'), judge: sum('judge'), cached: 0, retries: 0 });
  });

  it('print a table each, and one report', async () => {
    const cwd = await cli().workspace();
    const args = ['evaluate', 'tutor.md', ...all, '--limit', '1', '--repeats', '1', '--html', 'report.html'];
    const { code, out } = await cli().run(args, { cwd });
    expect(code).toBe(0);
    const marks = [...benchmarks.values()].map(({ title }) => `${title} (simulated)`);
    const places = marks.map((mark) => out.indexOf(mark));
    expect(places.every((place) => place >= 0)).toBe(true);
    expect(places).toEqual([...places].sort((one, other) => one - other));
    expect(out).not.toContain('\u001b');
  });

  it('are held to thresholds that name the benchmark, the block, or the metric alone', async () => {
    const options = [...all, '--limit', '3', '--repeats', '1', '--theory', 'off'];
    const bounds = [
      'tutorbench/headline/ARR_w=100.5',
      'noTheory/j1=0',
      'socratesbench/theory/j1=0',
      'general_level=101',
    ];
    const { code, out, err } = await evaluate(
      ...options,
      ...bounds.flatMap((bound) => ['--fail-under', bound]),
      ...['--fail-under', 'kmp-dialogue/summary/overall_judgement=-1', '--allow-simulated'],
    );
    expect(code).toBe(1);
    const tutorBench = evaluated(out).benchmarks.find(({ id }) => id === 'tutorbench');
    const value = tutorBench?.metrics.find(({ id }) => id === 'ARR_w')?.value;
    expect(err.match(/^failed: .*$/gm)).toEqual([
      expect.stringContaining(
        `tutorbench/headline/ARR_w (offline) is ${value?.toFixed(4)} (n = 3), below 100.5. (simulated)`,
      ),
      'failed: socratesbench/theory/j1=0: nothing was measured.',
      expect.stringMatching(/kmp-dialogue\/summary\/general_level \(offline\) is .*below 101\. \(simulated\)$/),
    ]);
    expectRefusal(
      await evaluate(...all, '--fail-under', 'tutorbench/OSA=1'),
      /no metric “tutorbench\/OSA”.*Known: P-Affirm.*ARR_w/,
    );
  });
});
