import { describe, expect, it } from 'vitest';
import { summarizeRun } from '../../../src/core/history/summarizeRun';
import { buildReport } from '../../../src/core/results/buildReport';
import { FileRunStore } from '../../../src/core/store/fileRunStore';
import { prepareFreshBaseline, runAgain } from '../../../src/vscode/evaluation/prepareStored';
import type { StoredRunContext } from '../../../src/vscode/evaluation/prepareRun';
import { useJudgingServers } from '../../loopback/useJudgingServers';
import { temporaryFolders } from '../store/temporaryFolder';
import { contextAt, evaluatedPair } from './comparedRuns';
import { WindowController } from './windowController';
import { newRun, playInWindow } from './windowRun';
import { callCounts } from '../../callCounts';

const folder = temporaryFolders();
const start = useJudgingServers();

async function openPair() {
  const [tutor, judge, root] = [await start(), await start(), await folder()];
  const runs = await evaluatedPair({ tutor, judge, root }, {}, {});
  const context = contextAt({ tutor, judge });
  return { tutor, judge, root, context, runs, controller: new WindowController(root, 'tutor.md', context) };
}

describe('playing the baseline again', () => {
  it('makes a further run of its text with fresh replies, and leaves the run on screen', async () => {
    const { tutor, runs, controller } = await openPair();
    await controller.open(runs.after);
    const asked = tutor.calls;
    expect(await runAgain(runs.before, controller)).toBe(true);
    const history = await controller.history();
    const [latest] = history.runs;
    const before = await controller.revisions.session(runs.before);
    const again = await controller.revisions.session(latest?.id ?? '');
    expect(again.manifest).toMatchObject({ skipsCache: true, prompt: before.manifest.prompt });
    expect(again.manifest.runId).not.toBe(runs.after);
    expect(again.state.status?.status).toBe('completed');
    expect(callCounts(again.state).cachedCalls).toBe(0);
    expect(tutor.calls - asked).toBe(callCounts(again.state).tutorCalls);
    expect(controller.session?.manifest.runId).toBe(runs.after);
  });

  it('goes by batch where the settings say so, and asks no server that they do not name', async () => {
    const { root, runs, context, tutor, judge } = await openPair();
    const batched = new WindowController(root, 'tutor.md', { ...context, settings: { caps: {}, batch: true } });
    expect(await runAgain(runs.before, batched)).toBe(true);
    const [latest] = (await batched.history()).runs;
    const { manifest } = await batched.revisions.session(latest?.id ?? '');
    expect(manifest.batch).toBe(true);
    const elsewhere = new WindowController(root, 'tutor.md', contextAt({ tutor: judge, judge: tutor }));
    await expect(runAgain(runs.before, elsewhere)).rejects.toThrow(/configured now is/);
  });
});

describe('a baseline that was picked as the best of three', () => {
  /** Runs of three texts that score alike, of which the first one is pinned, and a fourth that is to be made. */
  async function openThree() {
    const [tutor, judge, root] = [await start(), await start(), await folder()];
    const servers = { tutor: tutor.url, judge: judge.url };
    const ids: string[] = [];
    for (const [day, rule] of ['', ' Ask one question.', ' Be brief.'].entries()) {
      const createdAt = `2026-08-0${day + 1}T12:00:00.000Z`;
      const run = await newRun(root, { ...servers, text: `You are a patient tutor.${rule}`, createdAt });
      const { ended } = playInWindow(run, root, 'sk-test-1a2b3c4d5e6f708192a3');
      const session = await ended;
      ids.push(session.manifest.runId);
      await new FileRunStore(root).writeSummary(
        session.manifest.runId,
        summarizeRun(buildReport(session), session, '0.0.0'),
      );
    }
    const store = new FileRunStore(root);
    const { manifest } = await store.open(ids[0]!);
    const { path: prompt, revision } = manifest.prompt;
    await store.revisions.append({ kind: 'pin', prompt, revision, at: '2026-08-04T12:00:00.000Z' });
    const planned = await newRun(root, { ...servers, text: 'You are kind.', createdAt: '2026-08-05T12:00:00.000Z' });
    const controller = new WindowController(root, prompt, contextAt({ tutor, judge }));
    const prepared = (context: StoredRunContext) =>
      prepareFreshBaseline(planned.session.manifest, { ownHistory: () => controller.history() }, context);
    return { first: manifest, planned: planned.session.manifest, controller, prepared, tutor, judge };
  }

  it('is prepared to be run afresh just before the new text, once, and with the judges that this needs', async () => {
    const { first, planned, controller, prepared } = await openThree();
    const [made] = await controller.start(prepared);
    expect(made?.manifest).toMatchObject({ prompt: first.prompt, skipsCache: true, aims: planned.aims });
    expect(made?.manifest.createdAt).toBe('2026-08-05T11:59:59.999Z');
    expect(made?.state.status?.status).toBe('completed');
    expect(await controller.start(prepared)).toEqual([]);
  });

  it('is left as it is where its servers are no longer those of the settings', async () => {
    const { controller, prepared, tutor, judge } = await openThree();
    const elsewhere = new WindowController('', '', contextAt({ tutor: judge, judge: tutor }));
    expect(await elsewhere.start(prepared)).toEqual([]);
    expect(controller.session).toBeUndefined();
  });
});
