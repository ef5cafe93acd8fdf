import { describe, expect, it } from 'vitest';
import { FileRevisionLog } from '../../../src/core/store/revisionLog';
import { goOnWith, judgeAgain } from '../../../src/vscode/evaluation/prepareStored';
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

  it('plays the rest of both runs and shows them again', async () => {
    const { controller, before, after } = await renamedWhileRunning();
    await goOnWith({ before, after }, [before, after], { runAll: true }, controller);
    expect((await controller.history()).runs.map(({ id }) => id)).toEqual([after, before]);
    const shown = await shownIn(controller);
    expect(shown).toMatchObject({ before: { id: before }, after: { id: after } });
    expect(shown.remaining).toBeUndefined();
    expect(shown.benchmarks[0]).toMatchObject({ unplayed: 0 });
    expect(shown.benchmarks[0]?.both).toBeGreaterThan(8);
    expect(controller.session?.manifest.runId).toBe(after);
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
