import { describe, expect, it } from 'vitest';
import { chosenBaseline } from '../../../src/core/history/chosenBaseline';
import { promptHistory } from '../../../src/core/history/promptHistory';
import type { RunSummary } from '../../../src/core/store/runSummary';
import { onDay, revisionFor, storeWith } from './historyStore';

type Scored = readonly [id: string, day: number, text: string, score: number | undefined];

/** What is known of `baseline` when run `later` is compared with it. */
async function chosen(runs: readonly Scored[], baseline: string, later: string, pinned?: string, tested?: string) {
  const store = await storeWith(...runs.map(([id, day, text]) => ({ id, day, text })));
  if (pinned !== undefined)
    await store.revisions.append({ kind: 'pin', prompt: 'tutor.md', revision: revisionFor(pinned), at: onDay(20) });
  const history = await promptHistory(store, 'tutor.md');
  const summaryOf = (score: number | undefined): RunSummary => {
    const metric = { id: 'm', scale: [0, 1], direction: 'up', value: score };
    const block = { id: 'all', judge: 'fake:judge', metrics: [metric] };
    return { benchmarks: [{ id: 'mrbench', headlines: ['all/m'], blocks: [block] }] } as unknown as RunSummary;
  };
  const scores = new Map(runs.map(([id, , , score]) => [id, score]));
  const withScores = history.runs.map((run) => {
    const purpose = run.id === tested ? ('rules' as const) : run.purpose;
    return { ...run, summary: summaryOf(scores.get(run.id)), purpose };
  });
  return chosenBaseline({ ...history, runs: withScores }, baseline, later);
}

const three: readonly Scored[] = [
  ['r1', 1, 'A', 0.5],
  ['r2', 2, 'B', 0.7],
  ['r3', 3, 'C', 0.6],
  ['r9', 9, 'D', 0.6],
];

describe('chosenBaseline', () => {
  it('is the text with the best score among three', async () => {
    const found = await chosen(three, 'r2', 'r9');
    expect(found).toMatchObject({ among: 3, chosenBy: ['r2'], fresh: undefined });
    expect(found?.warning).toMatch(/^This baseline was chosen among 3 runs: run it again before you compare\./);
  });

  it('is none of two texts, nor one that does not score best, nor one whose rivals have no score', async () => {
    expect(await chosen([three[0]!, three[1]!, three[3]!], 'r2', 'r9')).toBeUndefined();
    expect(await chosen(three, 'r1', 'r9')).toBeUndefined();
    expect(await chosen([...three, ['r4', 4, 'E', undefined]], 'r2', 'r9')).toBeUndefined();
  });

  it('is not the text that was edited last, unless it is pinned', async () => {
    const last: readonly Scored[] = [...three.slice(0, 2), ['r3', 3, 'C', 0.9], three[3]!];
    expect(await chosen(last, 'r3', 'r9')).toBeUndefined();
    expect(await chosen(last, 'r3', 'r9', 'C')).toMatchObject({ among: 3, chosenBy: ['r3'] });
  });

  it('has a fresh play where its text was played after the choice, whatever that found', async () => {
    const played: readonly Scored[] = [...three, ['r5', 5, 'B', 0.1]];
    const found = await chosen(played, 'r2', 'r9');
    expect(found).toMatchObject({ among: 3, chosenBy: ['r2'], fresh: 'r5' });
    expect(found?.warning).toMatch(/compare with run r5, which was made after the choice\.$/);
    expect(await chosen(played, 'r5', 'r9')).toMatchObject({ chosenBy: ['r2'], warning: undefined });
    // A play after the later run came too late to be compared with it.
    expect(await chosen([...three, ['r10', 10, 'B', 0.1]], 'r2', 'r9')).toMatchObject({ fresh: undefined });
  });

  it('has no fresh play in a test of its rules', async () => {
    const runs: readonly Scored[] = [...three.slice(0, 3), ['r4', 4, 'B', 0.7], three[3]!];
    expect((await chosen(runs, 'r2', 'r9'))?.fresh).toBe('r4');
    expect(await chosen(runs, 'r2', 'r9', undefined, 'r4')).toMatchObject({ among: 3, fresh: undefined });
  });

  it('keeps its fresh run while five more texts are tried, since most of their calls would go into it otherwise', async () => {
    const played: readonly Scored[] = [
      ...three.slice(0, 3),
      ['r5', 5, 'B', 0.1],
      ...[1, 2, 3, 4, 5].map((day): Scored => [`e${day}`, 5 + day, `edit ${day}`, 0.4]),
      ['r19', 19, 'D', 0.6],
    ];
    expect(await chosen(played.toSpliced(-2, 1), 'r2', 'r19')).toMatchObject({ chosenBy: ['r2'], fresh: 'r5' });
    expect(await chosen(played, 'r5', 'r19')).toMatchObject({ chosenBy: ['r5', 'r2'], fresh: undefined });
  });

  it('has no fresh run where the text was played again before it was the best of three', async () => {
    const early: readonly Scored[] = [three[0]!, three[1]!, ['r2b', 2.5, 'B', 0.9], three[2]!, three[3]!];
    expect(await chosen(early, 'r2', 'r9')).toMatchObject({ chosenBy: ['r2b', 'r2'], fresh: undefined });
  });
});
