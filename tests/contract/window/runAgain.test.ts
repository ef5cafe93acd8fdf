import { describe, expect, it } from 'vitest';
import { runAgain } from '../../../src/vscode/evaluation/prepareStored';
import { useJudgingServers } from '../../loopback/useJudgingServers';
import { temporaryFolders } from '../store/temporaryFolder';
import { contextAt, evaluatedPair } from './comparedRuns';
import { WindowController } from './windowController';

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
    expect(again.state.counts.cachedCalls).toBe(0);
    expect(tutor.calls - asked).toBe(again.state.counts.tutorCalls);
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
