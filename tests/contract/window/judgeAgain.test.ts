import { describe, expect, it } from 'vitest';
import type { ComparisonView } from '../../../src/core/report/comparisonViewModel';
import { FileRevisionLog } from '../../../src/core/store/revisionLog';
import type { MessageOf } from '../../../src/protocol/messages';
import { judgeAgain } from '../../../src/vscode/evaluation/prepareStored';
import { useJudgingServers } from '../../loopback/useJudgingServers';
import { temporaryFolders } from '../store/temporaryFolder';
import {
  type ComparedParts,
  type ComparedPosition,
  type ComparedRuns,
  contextAt,
  evaluatedPair,
  pressed,
  shownIn,
} from './comparedRuns';
import { WindowController } from './windowController';
import { callCounts } from '../../callCounts';

const folder = temporaryFolders();
const start = useJudgingServers();

interface OpenPair extends ComparedPosition, ComparedRuns {
  readonly controller: WindowController;
}

/** Two texts of `tutor.md`, and its controller. */
async function openPair(earlier: ComparedParts, later: ComparedParts): Promise<OpenPair> {
  const place = { tutor: await start(), judge: await start(), root: await folder() };
  const runs = await evaluatedPair(place, earlier, later);
  return { ...place, ...runs, controller: new WindowController(place.root, 'tutor.md', contextAt(place)) };
}

function judge(request: MessageOf<'judgeAgain'>, { controller }: OpenPair): Promise<void> {
  return judgeAgain(request, controller);
}

/** The button of a pair that is not comparable, as the page sends it. */
function buttonOf({ before, after, staleSide }: ComparisonView, side = staleSide): MessageOf<'judgeAgain'> {
  const [run, like] = side === 'after' ? [after, before] : [before, after];
  return pressed({ kind: 'judgeAgain', runId: run.id, like: like.id });
}

function metricWords({ benchmarks }: ComparisonView): readonly string[] {
  return benchmarks.flatMap(({ groups }) => groups.flatMap(({ rows }) => rows.map(({ outcome }) => outcome)));
}

describe('the button that makes a pair comparable', () => {
  const [old, fresh] = [{ judgeModels: ['old'] }, { judgeModels: ['new'] }];

  it.each<[string, ComparedParts, ComparedParts]>([
    ['another judge', old, fresh],
    ['a custom prompt of the later run’s own', {}, { hasOverride: true }],
    ['a custom prompt of the earlier run’s own', { hasOverride: true }, {}],
    ['another judge with a custom prompt', old, { ...fresh, hasOverride: true }],
  ])('has the old replies judged as the new ones were: %s', async (_what, earlier, later) => {
    const pair = await openPair(earlier, later);
    const { controller, tutor, before, after } = pair;
    controller.compare({ before, after });
    const stale = await shownIn(controller);
    expect(stale).toMatchObject({ comparable: false, staleSide: 'before' });
    expect(metricWords(stale)).toContain('notComparable');
    const [tutorCalls, judgeCalls] = [tutor.calls, pair.judge.calls];
    await judge(buttonOf(stale), pair);
    const view = await shownIn(controller);
    const { runs } = await controller.history();
    const again = runs.find(({ rejudgedFrom }) => rejudgedFrom === before);
    expect(again).toMatchObject({ path: 'tutor.md', status: 'completed' });
    expect(runs.map(({ id }) => id)).toEqual([after, again?.id, before]);
    expect(view).toMatchObject({ before: { id: again?.id }, after: { id: after }, comparable: true });
    expect(view.staleSide).toBeUndefined();
    expect(view.differences.filter(({ breaks }) => breaks)).toEqual([]);
    expect(metricWords(view)).not.toContain('notComparable');
    expect(controller.session?.manifest.runId).toBe(after);
    expect(tutor.calls).toBe(tutorCalls);
    expect(pair.judge.calls).toBeGreaterThan(judgeCalls);
    const counts = callCounts((await controller.revisions.session(again?.id ?? '')).state);
    expect(counts.tutorCalls).toBe(0);
    expect(counts.judgements).toBeGreaterThan(0);
  });

  it('has the new replies judged where they are the ones that are asked for, and keeps both in their order', async () => {
    const pair = await openPair(old, fresh);
    const { controller, before, after } = pair;
    controller.compare({ before, after });
    await judge(buttonOf(await shownIn(controller), 'after'), pair);
    const again = (await controller.history()).runs.find(({ rejudgedFrom }) => rejudgedFrom === after);
    expect(await shownIn(controller)).toMatchObject({
      before: { id: before },
      after: { id: again?.id },
      comparable: true,
    });
    expect(controller.session?.manifest.runId).toBe(again?.id);
  });

  it('stays with the judge by which the reader had the runs compared', async () => {
    const pair = await openPair(old, { judgeModels: ['old', 'new'] });
    const { controller, before, after } = pair;
    const judges = { before: 'openai:old', after: 'openai:new' };
    controller.compare({ before, after, judges });
    const stale = await shownIn(controller);
    expect(stale).toMatchObject({ comparable: false, before: { judge: 'openai:old' }, after: { judge: 'openai:new' } });
    await judge(buttonOf(stale), pair);
    expect(await shownIn(controller)).toMatchObject({
      comparable: true,
      before: { judge: 'openai:new' },
      after: { id: after, judge: 'openai:new' },
    });
  });

  it('keeps the judging in sight where the replies are of the prompt’s former name', async () => {
    const named = { path: 'old.md', createdAt: '2026-03-01T10:00:00.000Z' };
    const pair = await openPair({ ...old, ...named }, fresh);
    const { controller, root, before, after } = pair;
    const at = '2026-03-02T10:00:00.000Z';
    await new FileRevisionLog(root).append({ kind: 'moved', at, from: 'old.md', to: 'tutor.md' });
    controller.compare({ before, after });
    await judge(buttonOf(await shownIn(controller)), pair);
    const again = (await controller.history()).runs.find(({ rejudgedFrom }) => rejudgedFrom === before);
    expect(again).toMatchObject({ path: 'tutor.md' });
  });

  it('leaves in front what the reader looked at, where a run is judged again for its noise', async () => {
    const pair = await openPair(old, fresh);
    const { controller, before, after, tutor } = pair;
    await controller.open(after);
    const calls = tutor.calls;
    await judge(pressed({ kind: 'judgeAgain', runId: before }), pair);
    expect((await controller.history()).runs.map(({ rejudgedFrom }) => rejudgedFrom)).toEqual([
      undefined,
      before,
      undefined,
    ]);
    expect(controller.session?.manifest.runId).toBe(after);
    expect(controller.answers).toEqual([]);
    expect(tutor.calls).toBe(calls);
  });
});
