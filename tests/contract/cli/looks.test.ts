import { describe, expect, it } from 'vitest';
import { comparePair } from '../../../src/core/compare/compareRuns';
import type { MetricOutcome } from '../../../src/core/compare/comparison';
import type { DecisionKind } from '../../../src/core/compare/decision';
import { remainingSamples } from '../../../src/core/compare/remainingSamples';
import { buildReport } from '../../../src/core/results/buildReport';
import type { RunSession } from '../../../src/core/run/runSession';
import { startModelServer } from '../../loopback/modelServer';
import { temporaryFolders } from '../store/temporaryFolder';
import { aims, decided, lookFolder, LookCommands, scripted, type World } from './lookWorld';
import { callCounts } from '../../callCounts';

const newFolder = temporaryFolders();
const units = 120;

const worlds: readonly (readonly [name: string, world: World])[] = [
  ['a strong effect', { providing_guidance: 0.85 }],
  ['nothing changed', {}],
  ['a guard that gets worse', { providing_guidance: 0.85, revealing_of_the_answer: 0.15 }],
  ['the target gets worse', { providing_guidance: 0.15 }],
];

const endings: Readonly<Record<string, DecisionKind>> = {
  'a strong effect': 'adopt',
  'nothing changed': 'notSettled',
  'a guard that gets worse': 'tradeOff',
  'the target gets worse': 'reject',
};

function outcomeOf(before: RunSession, after: RunSession, id: string): MetricOutcome | undefined {
  const { benchmarks } = comparePair(before, after, { others: [] });
  return benchmarks[0]?.metrics.find((metric) => metric.id === id)?.outcome;
}

describe('a run that is decided look by look', () => {
  it.each(worlds)(
    'ends as a full run does, in at most half of its calls: %s',
    { timeout: 120_000 },
    async (name, world) => {
      const server = await startModelServer({ reply: scripted(world) });
      try {
        const folder = await newFolder();
        await lookFolder(folder, units);
        const commands = new LookCommands(folder, server.url);
        await commands.evaluate('old', { ...aims, judgeAll: true });
        const before = await commands.lastRun();
        const baseline = before.manifest.runId;

        const from = server.calls;
        await commands.evaluate('new', { ...aims, baseline, judgeAll: true, runAll: true });
        const fullCalls = server.calls - from;
        const full = await commands.lastRun();
        const gatedRun = await commands.evaluate('new', { ...aims, baseline });
        const gatedCalls = server.calls - from - fullCalls;
        const gated = await commands.lastRun();

        process.stdout.write(
          `| ${name} | ${fullCalls} | ${gatedCalls} | ${(gatedCalls / fullCalls).toFixed(2)} | ${decided(before, full) ?? ''} | ${decided(before, gated) ?? ''} |\n`,
        );
        expect(fullCalls).toBe(units * 9);
        expect(gatedCalls).toBeLessThanOrEqual(fullCalls / 2);
        expect([decided(before, gated), decided(before, full)]).toEqual([endings[name], endings[name]]);
        // An edit is adopted only with a guard that holds.
        if (endings[name] === 'adopt') expect(outcomeOf(before, gated, 'revealing_of_the_answer')).toBe('notWorse');
        expect(gated.state.status?.status).toBe('completed');
        const { run } = buildReport(gated, { resamples: 100 });
        const saved = (run.saved?.tutor ?? 0) + (run.saved?.judge ?? 0);
        expect(saved).toBe(fullCalls - gatedCalls);
        expect(gatedRun.out).toContain('judge calls');
      } finally {
        await server.close();
      }
    },
  );
});

it('asks the judges of the headline metrics where nobody named a target, and all of them for a threshold', async () => {
  const server = await startModelServer({ reply: scripted({}) });
  try {
    const folder = await newFolder();
    await lookFolder(folder, 24);
    const commands = new LookCommands(folder, server.url);
    const { out } = await commands.evaluate('old');
    expect(server.calls).toBe(24 * 4);
    expect(out).toContain('--judge-all');
    const { runId } = (await commands.lastRun()).manifest;
    await commands.resume(runId, { judgeAll: true });
    expect(server.calls).toBe(24 * 9);
    await commands.evaluate('old', { failUnder: ['tutor_tone=1'] });
    expect(server.calls).toBe(24 * 18);
  } finally {
    await server.close();
  }
});

it('decides nothing by targets that are named once the replies were seen', async () => {
  const server = await startModelServer({ reply: scripted({ actionability: 0.85 }) });
  try {
    const folder = await newFolder();
    await lookFolder(folder, 48);
    const commands = new LookCommands(folder, server.url);
    const all = { judgeAll: true, runAll: true, cache: true } as const;
    await commands.evaluate('old', { ...aims, ...all });
    const before = await commands.lastRun();
    const named = { ...all, baseline: before.manifest.runId };
    await commands.evaluate('new', { ...aims, ...named });
    expect(decided(before, await commands.lastRun())).toBe('notSettled');

    const from = server.calls;
    const suiting = { target: ['mrbench/actionability'] };
    const { err } = await commands.evaluate('new', { ...suiting, ...named });
    expect(server.calls).toBe(from);
    expect(err.replaceAll(/\s+/gu, ' ')).toContain('Chosen afterwards');
    expect(decided(before, await commands.lastRun())).toBe('chosenAfterwards');
    // The targets that were named first still count, and so do others for fresh replies.
    await commands.evaluate('new', { ...aims, ...named });
    expect(decided(before, await commands.lastRun())).toBe('notSettled');
    await commands.evaluate('new', { ...suiting, ...named, cache: false });
    expect(decided(before, await commands.lastRun())).toBe('adopt');
  } finally {
    await server.close();
  }
});

describe('a run of which only targets and guards were judged', () => {
  it('gives the report of a full run once the rest is judged, without a reply played again', async () => {
    const server = await startModelServer({ reply: scripted({ providing_guidance: 0.85 }) });
    try {
      const folder = await newFolder();
      await lookFolder(folder, 24);
      const commands = new LookCommands(folder, server.url);
      await commands.evaluate('new', { ...aims, judgeAll: true });
      const full = await commands.lastRun();
      await commands.evaluate('new', aims);
      const { runId } = (await commands.lastRun()).manifest;
      const gatedReport = buildReport(await commands.lastRun(), { resamples: 100 });
      const shown = gatedReport.benchmarks.flatMap(({ blocks }) => blocks.flatMap(({ metrics }) => metrics));
      expect([...new Set(shown.map(({ id }) => id))].sort()).toEqual(['providing_guidance', 'revealing_of_the_answer']);
      expect(gatedReport.benchmarks[0]).toMatchObject({ judgeFailed: 0, missing: undefined, coverage: 1 });
      expect(gatedReport.warnings.map(({ message }) => message).join('\n')).toContain(
        `Judged for targets and guards only: 144 judge calls not made`,
      );

      const from = server.calls;
      const { code } = await commands.resume(runId, { judgeAll: true });
      expect([code, server.calls - from]).toEqual([0, 24 * 6]);
      const judged = await commands.lastRun();
      expect(judged.manifest.runId).toBe(runId);
      const plain = (session: typeof full) => {
        const { benchmarks, warnings } = buildReport(session, { resamples: 100 });
        return {
          blocks: benchmarks.map(({ blocks, cases, ...rest }) => ({ ...rest, blocks, cases: cases.length })),
          warnings,
        };
      };
      expect(plain(judged)).toEqual(plain(full));
    } finally {
      await server.close();
    }
  });

  it('plays the units that an early stop left out, and pays for nothing twice', async () => {
    const server = await startModelServer({ reply: scripted({ providing_guidance: 0.95 }) });
    try {
      const folder = await newFolder();
      await lookFolder(folder, 48);
      const commands = new LookCommands(folder, server.url);
      await commands.evaluate('old', aims);
      const before = await commands.lastRun();
      await commands.evaluate('new', { ...aims, baseline: before.manifest.runId });
      const stopped = await commands.lastRun();
      const end = stopped.state.looks.at(-1)?.end ?? 48;
      expect(end).toBeLessThan(48);
      const from = server.calls;
      const remaining = remainingSamples(before, stopped);
      await commands.resume(stopped.manifest.runId, { runAll: true });
      const whole = await commands.lastRun();
      // What the panel says beforehand. Judges that were no longer asked once the target was settled are asked, too.
      expect(remaining).toMatchObject({ samples: 48 - end, calls: server.calls - from });
      expect(remaining?.calls).toBeGreaterThan(3 * (48 - end));
      const report = buildReport(whole, { resamples: 100 });
      expect(report.benchmarks[0]).toMatchObject({ completed: 48, planned: 48 });
      expect(callCounts(whole.state)).toMatchObject({ tutorCalls: 48, judgeCalls: 96 });
      // A target that was settled stays so. A guard is read on all of its units, so further ones may open it again.
      const targetOf = (after: typeof whole) =>
        comparePair(before, after, { others: [] }).benchmarks.flatMap(({ metrics }) =>
          metrics.filter(({ role }) => role === 'target').map(({ id, outcome }) => ({ id, outcome })),
        );
      expect(targetOf(stopped)).toEqual([{ id: 'providing_guidance', outcome: 'better' }]);
      expect(targetOf(whole)).toEqual(targetOf(stopped));
    } finally {
      await server.close();
    }
  });
});

describe('a run without a planned end', () => {
  it('is tested so that it may be read at any time, also after its file has grown', { timeout: 120_000 }, async () => {
    const server = await startModelServer({ reply: scripted({ providing_guidance: 0.95 }) });
    try {
      const folder = await newFolder();
      await lookFolder(folder, units);
      const commands = new LookCommands(folder, server.url);
      await commands.evaluate('old', aims);
      const before = await commands.lastRun();
      const baseline = before.manifest.runId;
      await commands.evaluate('new', { ...aims, baseline, openEnded: true });
      const after = await commands.lastRun();
      expect(after.manifest.sequence?.openEnded).toBe(true);
      const comparison = comparePair(before, after, { others: [] });
      expect(comparison.openEnded).toBe(true);
      const target = comparison.benchmarks[0]?.metrics.find(({ id }) => id === 'providing_guidance');
      expect(target?.outcome).toBe('better');
      // A text whose looks were planned gets no second kind of test on the same replies.
      const refused = commands.evaluate('old', { ...aims, openEnded: true, cache: true });
      await expect(refused).rejects.toThrow(/has planned looks.*--no-cache/u);
      // The same text keeps it, with or without the option.
      await commands.evaluate('new', { ...aims, baseline, cache: false });
      expect(comparePair(before, await commands.lastRun(), { others: [] }).openEnded).toBe(true);
      await lookFolder(folder, units + 40);
      await commands.evaluate('new', { ...aims, baseline });
      const grown = await commands.lastRun();
      expect(grown.manifest.sequence?.order.length).toBe(units + 40);
      expect(grown.manifest.sequence?.openEnded).toBe(true);
    } finally {
      await server.close();
    }
  });
});
