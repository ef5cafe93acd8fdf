import { describe, expect, it } from 'vitest';
import { FileRevisionLog } from '../../../src/core/store/revisionLog';
import { judgeAgain, runMore } from '../../../src/vscode/evaluation/prepareStored';
import { useJudgingServers } from '../../loopback/useJudgingServers';
import { temporaryFolders } from '../store/temporaryFolder';
import { type ComparedPosition, type ComparedRuns, contextAt, evaluatedPair, pressed, shownIn } from './comparedRuns';
import { WindowController } from './windowController';

const folder = temporaryFolders();
const start = useJudgingServers();

interface Renamed extends ComparedPosition, ComparedRuns {
  readonly controller: WindowController;
}

/** Renames the prompt `old.md` with two runs to `new.md` once another run of it is under way. Store: `root`. */
async function renamedWhileRunning(root?: string): Promise<Renamed> {
  const place = { tutor: await start(), judge: await start(), root: await folder() };
  const runs = await evaluatedPair(
    place,
    { path: 'old.md', judgeModels: ['old'] },
    { path: 'old.md', judgeModels: ['new'] },
  );
  let isRenamed = false;
  const controller = new WindowController(place.root, 'old.md', contextAt(place), async () => {
    if (isRenamed) return;
    isRenamed = true;
    const at = new Date().toISOString();
    await new FileRevisionLog(place.root).append({ kind: 'moved', at, from: 'old.md', to: 'new.md' });
    controller.rename('new.md', root ?? place.root);
  });
  return { ...place, ...runs, controller };
}

describe('a prompt that gets another name while runs are made of stored ones', () => {
  it('shows the new judging beside the other run under its new name', async () => {
    const { controller, before, after } = await renamedWhileRunning();
    await judgeAgain(pressed({ kind: 'judgeAgain', runId: before, like: after }), controller);
    const again = (await controller.history()).runs.find(({ rejudgedFrom }) => rejudgedFrom === before);
    expect(await shownIn(controller)).toMatchObject({
      before: { id: again?.id },
      after: { id: after },
      comparable: true,
    });
    expect(controller.session?.manifest.runId).toBe(after);
  });

  it('shows both larger runs under its new name', async () => {
    const { controller, before, after } = await renamedWhileRunning();
    await runMore(pressed({ kind: 'runMore', benchmark: 'guideeval', count: 2, before, after }), controller);
    const [second, first, ...others] = (await controller.history()).runs;
    expect(others.map(({ id }) => id)).toEqual([after, before]);
    expect(await shownIn(controller)).toMatchObject({
      before: { id: first?.id },
      after: { id: second?.id },
      // Two more than the eight of four units.
      benchmarks: [{ both: 10 }],
    });
    expect(controller.session?.manifest.runId).toBe(second?.id);
  });

  it('shows nothing where the new name is in the reach of another store: what has ended stays where it began', async () => {
    const { controller, before, after, ...place } = await renamedWhileRunning(await folder());
    await judgeAgain(pressed({ kind: 'judgeAgain', runId: before, like: after }), controller);
    expect(controller).toMatchObject({ answers: [], opened: [] });
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
    await runMore(pressed({ kind: 'runMore', benchmark: 'guideeval', count: 2, before, after }), controller);
    const { runs } = await controller.history();
    expect(runs.map(({ path }) => path)).toEqual(['folder/tutor.md', 'folder/tutor.md', 'old.md', 'old.md']);
    expect((await controller.revisions.session(runs[0]!.id)).manifest.prompt.name).toBe('tutor.md');
  });
});
