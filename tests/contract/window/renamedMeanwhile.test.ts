import { describe, expect, it } from 'vitest';
import { FileRevisionLog } from '../../../src/core/store/revisionLog';
import { judgeAgain } from '../../../src/vscode/evaluation/judgeAgain';
import { prepareLarger } from '../../../src/vscode/evaluation/prepareLarger';
import { prepareRejudge } from '../../../src/vscode/evaluation/prepareRejudge';
import { PromptMoves } from '../../../src/vscode/evaluation/promptMoves';
import { runMore } from '../../../src/vscode/evaluation/runMore';
import { useJudgingServers } from '../../loopback/useJudgingServers';
import { temporaryFolders } from '../store/temporaryFolder';
import { evaluatedPair, pressed, shownIn, surroundingsAt, type ComparedPlace, type ComparedRuns } from './comparedRuns';
import { WindowDesk } from './windowDesk';

const folder = temporaryFolders();
const start = useJudgingServers();

interface Renamed extends ComparedPlace, ComparedRuns {
  readonly old: WindowDesk;
  readonly find: () => Promise<WindowDesk>;
  /** The desk of the new name, once it is there. */
  readonly fresh: () => WindowDesk | undefined;
}

/** A prompt `old.md` with two runs, which is renamed to `new.md` as soon as a run of it is under way; the store there is `root`. */
async function renamedWhileRunning(root?: string): Promise<Renamed> {
  const place = { tutor: await start(), judge: await start(), root: await folder() };
  const runs = await evaluatedPair(
    place,
    { path: 'old.md', judgeModels: ['old'] },
    { path: 'old.md', judgeModels: ['new'] },
  );
  const desks = new Map<string, WindowDesk>();
  const moves = new PromptMoves<string, WindowDesk>({
    find: (name) => desks.get(name),
    replace: async (desk, to, ended) => {
      if (desk !== undefined) desks.delete(desk.uri);
      const now = desks.get(to) ?? new WindowDesk(root ?? place.root, to);
      desks.set(to, now);
      if (ended !== undefined && root === undefined) await now.evaluation.open(ended);
    },
    failed: (error) => {
      throw error;
    },
  });
  let isRenamed = false;
  const old = new WindowDesk(place.root, 'old.md', async () => {
    if (isRenamed) return;
    isRenamed = true;
    const at = new Date().toISOString();
    await new FileRevisionLog(place.root).append({ kind: 'moved', at, from: 'old.md', to: 'new.md' });
    await moves.moved('old.md', 'new.md');
  });
  desks.set('old.md', old);
  const find = async (): Promise<WindowDesk> => {
    const name = await moves.whereIs(old);
    const desk = desks.get(name);
    if (desk === undefined) throw new Error(`Nothing is at ${name}.`);
    return desk;
  };
  return { ...place, ...runs, old, find, fresh: () => desks.get('new.md') };
}

describe('a prompt that gets another name while runs are made of stored ones', () => {
  it('shows the new judging beside the other run under its new name', async () => {
    const { old, find, fresh, before, after, ...place } = await renamedWhileRunning();
    await judgeAgain(
      pressed({ kind: 'judgeAgain', runId: before, like: after }),
      { first: old, find },
      (rejudging, prompt, settings: { readonly caps: object }) =>
        prepareRejudge(rejudging, prompt, settings, surroundingsAt(place)),
    );
    const desk = fresh()!;
    const again = (await desk.history()).runs.find(({ rejudgedFrom }) => rejudgedFrom === before);
    expect(await shownIn(desk)).toMatchObject({ before: { id: again?.id }, after: { id: after }, comparable: true });
    expect(desk.evaluation.session?.manifest.runId).toBe(after);
    expect(old).toMatchObject({ posted: [], opened: [] });
  });

  it('shows both larger runs under its new name', async () => {
    const { old, find, fresh, before, after, ...place } = await renamedWhileRunning();
    await runMore(
      pressed({ kind: 'runMore', benchmark: 'guideeval', count: 2, before, after }),
      { first: old, find },
      (pair, prompt, settings: { readonly caps: object }) =>
        prepareLarger(pair, prompt, settings, surroundingsAt(place)),
    );
    const desk = fresh()!;
    const [second, first, ...others] = (await desk.history()).runs;
    expect(others.map(({ id }) => id)).toEqual([after, before]);
    expect(await shownIn(desk)).toMatchObject({
      before: { id: first?.id },
      after: { id: second?.id },
      // Two more than the eight of four units.
      benchmarks: [{ both: 10 }],
    });
    expect(desk.evaluation.session?.manifest.runId).toBe(second?.id);
    expect(old).toMatchObject({ posted: [], opened: [] });
  });

  it('shows nothing where the new name is in the reach of another store: what has ended stays where it began', async () => {
    const { old, find, fresh, before, after, ...place } = await renamedWhileRunning(await folder());
    await judgeAgain(
      pressed({ kind: 'judgeAgain', runId: before, like: after }),
      { first: old, find },
      (rejudging, prompt, settings: { readonly caps: object }) =>
        prepareRejudge(rejudging, prompt, settings, surroundingsAt(place)),
    );
    for (const desk of [old, fresh()]) expect(desk).toMatchObject({ posted: [], opened: [] });
    expect((await new WindowDesk(place.root, 'new.md').history()).runs).toContainEqual(
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
    const desk = new WindowDesk(place.root, 'folder/tutor.md');
    await runMore(
      pressed({ kind: 'runMore', benchmark: 'guideeval', count: 2, before, after }),
      { first: desk, find: () => Promise.resolve(desk) },
      (pair, prompt, settings: { readonly caps: object }) =>
        prepareLarger(pair, prompt, settings, surroundingsAt(place)),
    );
    const { runs } = await desk.history();
    expect(runs.map(({ path }) => path)).toEqual(['folder/tutor.md', 'folder/tutor.md', 'old.md', 'old.md']);
    expect((await desk.revisions.session(runs[0]!.id)).manifest.prompt.name).toBe('tutor.md');
  });
});
