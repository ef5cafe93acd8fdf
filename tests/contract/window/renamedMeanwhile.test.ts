import { describe, expect, it } from 'vitest';
import { FileRevisionLog } from '../../../src/core/store/revisionLog';
import { judgeAgain, runMore } from '../../../src/vscode/evaluation/prepareStored';
import { PromptMoves } from '../../../src/vscode/evaluation/promptMoves';
import { useJudgingServers } from '../../loopback/useJudgingServers';
import { temporaryFolders } from '../store/temporaryFolder';
import { type ComparedPlace, type ComparedRuns, contextAt, evaluatedPair, pressed, shownIn } from './comparedRuns';
import { WindowController } from './windowController';

const folder = temporaryFolders();
const start = useJudgingServers();

interface Renamed extends ComparedPlace, ComparedRuns {
  readonly old: WindowController;
  readonly find: () => Promise<WindowController>;
  /** The controller of the new name, once it is there. */
  readonly fresh: () => WindowController | undefined;
}

/** A prompt `old.md` with two runs, which is renamed to `new.md` as soon as a run of it is under way; the store there is `root`. */
async function renamedWhileRunning(root?: string): Promise<Renamed> {
  const place = { tutor: await start(), judge: await start(), root: await folder() };
  const runs = await evaluatedPair(
    place,
    { path: 'old.md', judgeModels: ['old'] },
    { path: 'old.md', judgeModels: ['new'] },
  );
  const controllers = new Map<string, WindowController>();
  const moves = new PromptMoves<string, WindowController>({
    find: (name) => controllers.get(name),
    replace: async (controller, to, ended) => {
      if (controller !== undefined) controllers.delete(controller.uri);
      const now = controllers.get(to) ?? new WindowController(root ?? place.root, to, contextAt(place));
      controllers.set(to, now);
      if (ended !== undefined && root === undefined) await now.open(ended);
    },
    failed: (error) => {
      throw error;
    },
  });
  let isRenamed = false;
  const old = new WindowController(place.root, 'old.md', contextAt(place), async () => {
    if (isRenamed) return;
    isRenamed = true;
    const at = new Date().toISOString();
    await new FileRevisionLog(place.root).append({ kind: 'moved', at, from: 'old.md', to: 'new.md' });
    await moves.moved('old.md', 'new.md');
  });
  controllers.set('old.md', old);
  const find = async (): Promise<WindowController> => {
    const name = await moves.whereIs(old);
    const controller = controllers.get(name);
    if (controller === undefined) throw new Error(`Nothing is at ${name}.`);
    return controller;
  };
  return { ...place, ...runs, old, find, fresh: () => controllers.get('new.md') };
}

describe('a prompt that gets another name while runs are made of stored ones', () => {
  it('shows the new judging beside the other run under its new name', async () => {
    const { old, find, fresh, before, after } = await renamedWhileRunning();
    await judgeAgain(pressed({ kind: 'judgeAgain', runId: before, like: after }), old, find);
    const controller = fresh()!;
    const again = (await controller.history()).runs.find(({ rejudgedFrom }) => rejudgedFrom === before);
    expect(await shownIn(controller)).toMatchObject({
      before: { id: again?.id },
      after: { id: after },
      comparable: true,
    });
    expect(controller.session?.manifest.runId).toBe(after);
    expect(old).toMatchObject({ answers: [], opened: [] });
  });

  it('shows both larger runs under its new name', async () => {
    const { old, find, fresh, before, after } = await renamedWhileRunning();
    await runMore(pressed({ kind: 'runMore', benchmark: 'guideeval', count: 2, before, after }), old, find);
    const controller = fresh()!;
    const [second, first, ...others] = (await controller.history()).runs;
    expect(others.map(({ id }) => id)).toEqual([after, before]);
    expect(await shownIn(controller)).toMatchObject({
      before: { id: first?.id },
      after: { id: second?.id },
      // Two more than the eight of four units.
      benchmarks: [{ both: 10 }],
    });
    expect(controller.session?.manifest.runId).toBe(second?.id);
    expect(old).toMatchObject({ answers: [], opened: [] });
  });

  it('shows nothing where the new name is in the reach of another store: what has ended stays where it began', async () => {
    const { old, find, fresh, before, after, ...place } = await renamedWhileRunning(await folder());
    await judgeAgain(pressed({ kind: 'judgeAgain', runId: before, like: after }), old, find);
    for (const controller of [old, fresh()]) expect(controller).toMatchObject({ answers: [], opened: [] });
    expect((await new WindowController(place.root, 'new.md', contextAt(place)).history()).runs).toContainEqual(
      expect.objectContaining({ rejudgedFrom: before }),
    );
  });
});

describe('runs that had a former name', () => {
  it('are played with more samples under the name that the prompt has', async () => {
    const place = { tutor: await start(), judge: await start(), root: await folder() };
    const named = { path: 'old.md', createdAt: '2026-03-01T10:00:00.000Z' };
    const { before, after } = await evaluatedPair(place, named, named);
    const at = '2026-03-02T10:00:00.000Z';
    await new FileRevisionLog(place.root).append({ kind: 'moved', at, from: 'old.md', to: 'folder/tutor.md' });
    const controller = new WindowController(place.root, 'folder/tutor.md', contextAt(place));
    await runMore(pressed({ kind: 'runMore', benchmark: 'guideeval', count: 2, before, after }), controller, () =>
      Promise.resolve(controller),
    );
    const { runs } = await controller.history();
    expect(runs.map(({ path }) => path)).toEqual(['folder/tutor.md', 'folder/tutor.md', 'old.md', 'old.md']);
    expect((await controller.revisions.session(runs[0]!.id)).manifest.prompt.name).toBe('tutor.md');
  });
});
