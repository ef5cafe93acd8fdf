import path from 'node:path';
import { expect, it } from 'vitest';
import { benchmarks } from '../../../src/core/benchmarks/registry';
import { sessionOfRun } from '../../../src/core/history/sessionOfRun';
import { FileRunStore } from '../../../src/core/store/fileRunStore';
import { goOnWith, type StoredRunsController } from '../../../src/vscode/evaluation/prepareStored';
import type { PreparedRun } from '../../../src/vscode/evaluation/runInWindow';
import { ComparisonService } from '../../../src/vscode/comparing/comparisonService';
import { startModelServer } from '../../loopback/modelServer';
import { useJudgingServers } from '../../loopback/useJudgingServers';
import { aims, lookFolder, LookCommands, scripted } from '../cli/lookWorld';
import { temporaryFolders } from '../store/temporaryFolder';
import { contextAt, evaluatedPair } from './comparedRuns';

const folder = temporaryFolders();
const start = useJudgingServers();

it('runs the rest of the earlier run of a pair whole, and lets looks beside it end the later one', async () => {
  const place = { tutor: await start(), judge: await start(), root: await folder() };
  const { before, after } = await evaluatedPair(place, { path: 'old.md' }, { path: 'old.md' });
  const store = new FileRunStore(place.root);
  const prepared: PreparedRun[] = [];
  const controller: StoredRunsController = {
    session: undefined,
    compared: undefined,
    revisions: {
      location: { root: place.root },
      session: async (runId) => sessionOfRun(await store.open(runId), benchmarks),
      nameOf: () => Promise.resolve('old.md'),
    },
    start: async (prepare) => {
      const runs = await prepare({ ...contextAt(place), prompt: { store } });
      prepared.push(...runs);
      return runs.map(({ session }) => session);
    },
    open: () => Promise.resolve(),
    compare: () => undefined,
  };
  await goOnWith({ before, after }, [before, after], { runAll: true }, controller);
  await goOnWith({ before: after, after }, [after], { runAll: true }, controller);
  await goOnWith({ before, after }, [after], { judgeAll: true }, controller);
  expect(prepared.map(({ session, hasLooks, against }) => [session.manifest.runId, hasLooks, against])).toEqual([
    [before, false, undefined],
    [after, true, before],
    [after, false, undefined],
    [after, true, undefined],
  ]);
});

it('is decided at its limit by what the store has, unless the earlier run has fewer units', async () => {
  const server = await startModelServer({ reply: scripted({ providing_guidance: 0.75 }) });
  try {
    const root = await folder();
    await lookFolder(root, 24);
    const commands = new LookCommands(root, server.url);
    const evaluated = async (...[prompt, options]: Parameters<LookCommands['evaluate']>): Promise<string> => {
      await commands.evaluate(prompt, { ...aims, ...options });
      return (await commands.lastRun()).manifest.runId;
    };
    const [whole, part] = [await evaluated('old'), await evaluated('old', { limit: 6 })];
    const after = await evaluated('new', { baseline: whole, limit: 6 });
    const lookAt = (before: string) => {
      const limits = { margin: undefined, smallest: undefined, guardMargin: undefined };
      const pair = { root: path.join(root, 'store'), runs: { before, after }, others: [], ...limits };
      return new ComparisonService().do<'look'>({ kind: 'look', pair, units: 6 }, new AbortController().signal);
    };
    expect(await lookAt(whole)).toMatchObject({ isOver: false });
    expect(await lookAt(part)).toBeUndefined();
  } finally {
    await server.close();
  }
});
