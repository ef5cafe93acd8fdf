import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { comparePair } from '../../../src/core/compare/compareRuns';
import { remainingSamples } from '../../../src/core/compare/remainingSamples';
import type { RunSession } from '../../../src/core/run/runSession';
import { callCounts } from '../../callCounts';
import { startModelServer } from '../../loopback/modelServer';
import { temporaryFolders } from '../store/temporaryFolder';
import { aims, decided, lookFolder, LookCommands, scripted, type World } from './lookWorld';

const newFolder = temporaryFolders();
const units = 120;

/** Places of the looks that were recorded, and the end if one stopped the run. */
function looksOf({ state }: RunSession) {
  return { looks: state.looks.flatMap(({ from }) => (from > 0 ? [from] : [])), end: state.looks.at(-1)?.end };
}

interface Limited {
  readonly commands: LookCommands;
  readonly before: RunSession;
  /** The later run, which was played up to its limit. */
  readonly cut: RunSession;
  /** Paid calls so far. */
  readonly calls: () => number;
  /** Goes on with the later run beside its baseline. */
  readonly goOn: (options?: Parameters<LookCommands['resume']>[1]) => Promise<RunSession>;
}

/** Evaluates the old prompt whole, or up to `ofBaseline`, and the new one up to `limit`. */
async function limitedTo(
  limit: number,
  world: World,
  test: (limited: Limited) => Promise<void>,
  ofBaseline?: number,
): Promise<void> {
  const server = await startModelServer({ reply: scripted(world) });
  try {
    const folder = await newFolder();
    await lookFolder(folder, units);
    const commands = new LookCommands(folder, server.url);
    await commands.evaluate('old', { ...aims, limit: ofBaseline });
    const before = await commands.lastRun();
    const baseline = before.manifest.runId;
    await commands.evaluate('new', { ...aims, baseline, limit });
    const cut = await commands.lastRun();
    const { runId } = cut.manifest;
    const goOn: Limited['goOn'] = async (options = { runAll: true }) => {
      await commands.resume(runId, { baseline, ...options });
      return commands.lastRun();
    };
    await test({ commands, before, cut, calls: () => server.calls, goOn });
  } finally {
    await server.close();
  }
}

describe('the remaining units of a run with a limit', { timeout: 120_000 }, () => {
  it('are played until the look that settles it, as a full run is decided', () =>
    limitedTo(12, { providing_guidance: 0.75 }, async ({ commands, before, cut, calls, goOn }) => {
      expect([decided(before, cut), cut.manifest.sequence?.looks.slice(0, 4)]).toEqual([
        'notSettled',
        [12, 15, 30, 45],
      ]);
      const [remaining, from] = [remainingSamples(before, cut), calls()];
      const whole = await goOn();
      expect(looksOf(whole)).toEqual({ looks: [12, 15, 30, 45], end: 45 });
      expect(callCounts(whole.state).tutorCalls).toBe(45);
      // 33 replies; the guard is not judged any more once it is held.
      expect(calls() - from).toBe(84);
      expect(remaining).toMatchObject({ samples: 108, calls: 324 });
      expect(whole.manifest.sequence).toEqual(cut.manifest.sequence);

      await commands.evaluate('new', { ...aims, baseline: before.manifest.runId, runAll: true });
      const full = await commands.lastRun();
      expect(callCounts(full.state).tutorCalls).toBe(units);
      expect([decided(before, whole), decided(before, full)]).toEqual(['adopt', 'adopt']);
      // Who goes on after that wants the size.
      const sized = await commands.resume(whole.manifest.runId, { baseline: before.manifest.runId, runAll: true });
      expect(sized.code).toBe(0);
      const [first] = (await commands.runs()).filter(({ manifest }) => manifest.runId === whole.manifest.runId);
      expect(callCounts(first!.state).tutorCalls).toBe(units);
    }));

  it('are all played where no look settles it', () =>
    limitedTo(12, { providing_guidance: 0.55 }, async ({ commands, before, goOn }) => {
      const whole = await goOn();
      expect(looksOf(whole)).toEqual({ looks: [12, 15, 30, 45, 60, 75, 90, 105], end: undefined });
      expect(callCounts(whole.state).tutorCalls).toBe(units);
      await commands.evaluate('new', { ...aims, baseline: before.manifest.runId, runAll: true });
      expect([decided(before, whole), decided(before, await commands.lastRun())]).toEqual(['notSettled', 'notSettled']);
    }));

  it('are all played for the size where the limit itself settled it', () =>
    limitedTo(30, { providing_guidance: 1 }, async ({ before, cut, goOn }) => {
      expect([looksOf(cut).end, decided(before, cut)]).toEqual([undefined, 'adopt']);
      const whole = await goOn();
      expect(looksOf(whole)).toEqual({ looks: [15], end: undefined });
      expect(callCounts(whole.state)).toMatchObject({ tutorCalls: units, judgeCalls: 2 * units });
      const { looks } = comparePair(before, whole, { others: [] });
      expect(looks).toEqual({ seen: units, planned: units });
    }));

  it('are all played beside a baseline that has fewer, and without a baseline', () =>
    limitedTo(
      12,
      { providing_guidance: 0.75 },
      async ({ commands, cut, goOn }) => {
        expect(looksOf(await goOn())).toEqual({ looks: [], end: undefined });
        expect(callCounts((await commands.lastRun()).state).tutorCalls).toBe(units);
        await commands.evaluate('new', { ...aims, limit: 12 });
        const alone = (await commands.lastRun()).manifest.runId;
        expect(alone).not.toBe(cut.manifest.runId);
        await commands.resume(alone, { runAll: true });
        expect(callCounts((await commands.lastRun()).state).tutorCalls).toBe(units);
      },
      12,
    ));

  it('end at the same look after a cap stopped them in between', () =>
    limitedTo(12, { providing_guidance: 0.75 }, async ({ calls, goOn }) => {
      const from = calls();
      const stopped = await goOn({ runAll: true, maxCalls: 36 + 60 });
      expect(stopped.state.status?.status).toBe('overBudget');
      expect(stopped.state.looks.length).toBeGreaterThan(1);
      // As the line says that is printed after the stop.
      const whole = await goOn({ runAll: true, maxCalls: 1_000 });
      expect(looksOf(whole)).toEqual({ looks: [12, 15, 30, 45], end: 45 });
      expect(calls() - from).toBe(84);
    }));

  it('of the earlier run are yet to come, so that its first units spend the level of the first looks alone', () =>
    limitedTo(
      units,
      { providing_guidance: 0.55 },
      async ({ commands, before, cut: after }) => {
        expect(callCounts(after.state).tutorCalls).toBe(units);
        const looksAt = (earlier: RunSession) => comparePair(earlier, after, { others: [] }).looks;
        expect([looksAt(before), decided(before, after)]).toEqual([{ seen: 30, planned: units }, 'notSettled']);
        await commands.resume(before.manifest.runId, { runAll: true });
        const grown = (await commands.runs()).find(({ manifest }) => manifest.runId === before.manifest.runId);
        expect(looksAt(grown!)).toEqual({ seen: units, planned: units });
      },
      30,
    ));

  it('of the earlier run have verdicts yet to come where a look had dropped the judges of a target', async () => {
    const server = await startModelServer({ reply: scripted({ providing_guidance: 1 }) });
    try {
      const folder = await newFolder();
      await lookFolder(folder, units);
      const commands = new LookCommands(folder, server.url);
      const [guidance, tone] = ['mrbench/providing_guidance', 'mrbench/tutor_tone'] as const;
      await commands.evaluate('old', { target: [guidance, tone] });
      const first = (await commands.lastRun()).manifest.runId;
      // What is better is not judged any more, and the run goes on for the other target.
      await commands.evaluate('new', { target: [guidance, tone], baseline: first });
      const before = await commands.lastRun();
      const baseline = before.manifest.runId;
      await writeFile(path.join(folder, 'old.md'), 'Old. Be brief.\n');
      await commands.evaluate('old', { target: [guidance], baseline, runAll: true });
      const after = await commands.lastRun();
      const firstOf = ({ manifest }: RunSession): ReadonlySet<string> => new Set(manifest.sequence?.order.slice(0, 30));
      expect(firstOf(after)).toEqual(firstOf(before));
      const targetOf = (earlier: RunSession) => {
        const { metrics = [] } = comparePair(earlier, after, { others: [] }).benchmarks[0] ?? {};
        const { pairs, interval, p = 1 } = metrics.find(({ role }) => role === 'target') ?? {};
        return { pairs, level: interval?.level, isFound: p < 0.001 };
      };
      // Two looks of eight: an exact test of 14 to 0, once and for all, would have a p of 0.0001.
      expect(targetOf(before)).toEqual({ pairs: 30, level: expect.closeTo(0.9968, 4) as number, isFound: false });
      await commands.resume(baseline, { judgeAll: true });
      const judged = (await commands.runs()).find(({ manifest }) => manifest.runId === baseline);
      expect(targetOf(judged!)).toEqual({ pairs: units, level: expect.closeTo(0.97, 3) as number, isFound: true });
    } finally {
      await server.close();
    }
  });
});
