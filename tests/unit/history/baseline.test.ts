import { describe, expect, it } from 'vitest';
import { baselineChoice, baselineOf, previousRevision, withPlanned } from '../../../src/core/history/baseline';
import { promptHistory, type PromptHistory } from '../../../src/core/history/promptHistory';
import { onDay, revisionFor, storeWith, type StoredEvaluation } from './historyStore';

async function historyOf(pinned: string | undefined, ...runs: readonly StoredEvaluation[]): Promise<PromptHistory> {
  const store = await storeWith(...runs);
  if (pinned !== undefined) {
    await store.revisions.append({ kind: 'pin', prompt: 'tutor.md', revision: revisionFor(pinned), at: onDay(20) });
  }
  return promptHistory(store, 'tutor.md');
}

const three: readonly StoredEvaluation[] = [
  { id: 'r1', day: 1, text: 'A' },
  { id: 'r2', day: 2, text: 'B' },
  { id: 'r3', day: 3, text: 'B' },
  { id: 'r4', day: 4, text: 'A' },
];

describe('previousRevision', () => {
  it('is the one evaluated before, as time has it', async () => {
    const history = await historyOf(undefined, ...three);
    expect(previousRevision(history, revisionFor('A'))?.revision).toBe(revisionFor('B'));
    expect(previousRevision(history, revisionFor('B'))?.revision).toBe(revisionFor('A'));
    expect(previousRevision(history, revisionFor('never'))).toBeUndefined();
    // A run that explores failing cases is no evaluation of its text.
    const explored = history.runs.map((run) => (run.id === 'r1' ? { ...run, purpose: 'explore' as const } : run));
    expect(previousRevision({ ...history, runs: explored }, revisionFor('B'))).toBeUndefined();
    const single = await historyOf(undefined, three[0]!);
    expect(previousRevision(single, revisionFor('A'))).toBeUndefined();
  });
});

describe('baselineOf', () => {
  it('is the last run before of another revision', async () => {
    const history = await historyOf(undefined, ...three);
    expect(baselineOf(history)?.id).toBe('r3');
    expect(baselineOf(history, 'r4')?.id).toBe('r3');
    expect(baselineOf(history, 'r3')?.id).toBe('r1');
    expect(baselineOf(history, 'r1')).toBeUndefined();
    expect(baselineOf(history, 'r9')).toBeUndefined();
    expect(baselineOf(await historyOf(undefined))).toBeUndefined();
  });

  it('is the pinned revision’s latest run, and nothing for that revision itself', async () => {
    const history = await historyOf('A', { id: 'r0', day: 0, text: 'A' }, ...three.slice(0, 3), {
      id: 'r5',
      day: 5,
      text: 'C',
    });
    expect(baselineOf(history)?.id).toBe('r1');
    expect(baselineOf(history, 'r3')?.id).toBe('r1');
    expect(baselineOf(history, 'r1')).toBeUndefined();
  });

  it('has some benchmarks of the run where none has all: the first run with one more is compared in the others', async () => {
    const history = await historyOf(
      undefined,
      { id: 'r1', day: 1, text: 'A', benchmarks: ['guideeval', 'mrbench'] },
      { id: 'r2', day: 2, text: 'B', benchmarks: ['guideeval'] },
      { id: 'r3', day: 3, text: 'C', benchmarks: ['guideeval', 'mrbench'] },
      { id: 'r4', day: 4, text: 'D', benchmarks: ['guideeval', 'tutorbench'] },
    );
    expect(baselineOf(history, 'r3')?.id).toBe('r1');
    expect(baselineOf(history, 'r4')?.id).toBe('r3');
  });

  it('has all benchmarks of the run; a pinned revision without them is passed over', async () => {
    const history = await historyOf(
      'P',
      { id: 'r1', day: 1, text: 'P', benchmarks: ['guideeval'] },
      { id: 'r2', day: 2, text: 'A', benchmarks: ['mrbench', 'guideeval'] },
      { id: 'r3', day: 3, text: 'B', benchmarks: ['guideeval'] },
      { id: 'r4', day: 4, text: 'C', benchmarks: ['mrbench'] },
    );
    expect(baselineOf(history, 'r4')?.id).toBe('r2');
    expect(baselineOf(history, 'r3')?.id).toBe('r1');
  });

  it('came to its end', async () => {
    const history = await historyOf(
      undefined,
      { id: 'r1', day: 1, text: 'A', status: 'incomplete' },
      { id: 'r2', day: 2, text: 'B', status: 'cancelled' },
      { id: 'r3', day: 3, text: 'C', status: 'running' },
      { id: 'r4', day: 4, text: 'D' },
    );
    expect(baselineOf(history)?.id).toBe('r1');
  });

  it('is one of the same tutor and judges before a later one of others', async () => {
    const history = await historyOf(
      undefined,
      { id: 'r1', day: 1, text: 'A' },
      { id: 'r2', day: 2, text: 'B', tutor: 'small' },
      { id: 'r3', day: 3, text: 'C' },
      { id: 'r4', day: 4, text: 'B', tutor: 'small', judge: 'new', rejudgedFrom: 'r2' },
      { id: 'r5', day: 5, text: 'D', tutor: 'small', judge: 'new' },
    );
    expect(baselineOf(history, 'r3')?.id).toBe('r1');
    expect(baselineOf(history, 'r5')?.id).toBe('r4');
  });

  it('is one of the same judge prompts, student and choices of protocol before a later one of others', async () => {
    const base = { text: 'A', benchmarks: ['socratesbench'], judgeVersions: { leak: '2' }, student: 's' } as const;
    const history = await historyOf(
      undefined,
      { id: 'r1', day: 1, ...base },
      { id: 'r2', day: 2, ...base, judgeVersions: { leak: '1' } },
      { id: 'r3', day: 3, ...base, student: 'another' },
      { id: 'r4', day: 4, ...base, policy: { exposeAnswerKey: true } },
      { id: 'r5', day: 5, ...base, tutor: 'another', text: 'B' },
      { id: 'r6', day: 6, ...base, text: 'C', policy: { oneSentence: false } },
    );
    // How MRBench is played has nothing to do with it; another tutor is worse than another judge prompt.
    expect(baselineOf(history)?.id).toBe('r1');
    const without = await historyOf(
      undefined,
      { id: 'r2', day: 2, ...base, judgeVersions: { leak: '1' } },
      {
        id: 'r5',
        day: 5,
        ...base,
        tutor: 'another',
      },
      { id: 'r6', day: 6, ...base, text: 'C' },
    );
    expect(baselineOf(without)?.id).toBe('r2');
  });
});

describe('the baseline of a planned run', () => {
  const planned: StoredEvaluation = { id: 'r9', day: 9, text: 'D', benchmarks: ['guideeval'] };
  const stored: readonly StoredEvaluation[] = [
    { id: 'r1', day: 1, text: 'P', benchmarks: ['guideeval'] },
    { id: 'r2', day: 2, text: 'A', benchmarks: ['guideeval'] },
    { id: 'r3', day: 3, text: 'B', benchmarks: ['guideeval'], tutor: 'another' },
    { id: 'r4', day: 4, text: 'C', benchmarks: ['mrbench'] },
  ];

  it.each([
    ['of the same models, though a later one has others', undefined, 'r2'],
    ['of the pinned revision', 'P', 'r1'],
    ['before, where the pinned revision has another benchmark', 'C', 'r2'],
    ['nowhere, where its own text is pinned', 'D', undefined],
  ])('is the run that it is compared with once it is played: %s', async (_, pinned, expected) => {
    const before = pinned === 'D' ? [...stored, { ...planned, id: 'r0', day: 0 }] : stored;
    const manifest = await (await storeWith(planned)).readManifest('r9');
    expect(baselineOf(withPlanned(await historyOf(pinned, ...before), manifest), manifest.runId)?.id).toBe(expected);
    expect(baselineOf(await historyOf(pinned, ...before, planned), 'r9')?.id).toBe(expected);
  });
});

describe('baselineChoice', () => {
  it('says why a pinned revision is passed over', async () => {
    const runs: readonly StoredEvaluation[] = [
      { id: 'r1', day: 1, text: 'P', benchmarks: ['guideeval'] },
      { id: 'r2', day: 2, text: 'A' },
      { id: 'r3', day: 3, text: 'B' },
    ];
    const choice = baselineChoice(await historyOf('P', ...runs));
    expect(choice.run?.id).toBe('r2');
    expect(choice.passedOver).toMatch(/“version of 1 Mar 2026, .+” has no finished run with a benchmark of this/);
    const cancelled = await historyOf('P', { ...runs[0]!, status: 'cancelled' }, ...runs.slice(1));
    expect(baselineChoice(cancelled).passedOver).toContain('has no finished run. ');
  });

  it('passes nothing over where nothing is pinned, where the pinned revision is it, and for its own runs', async () => {
    expect(Object.keys(baselineChoice(await historyOf(undefined, ...three)))).toEqual(['run']);
    const pinned = await historyOf('A', ...three.slice(0, 3));
    expect(Object.keys(baselineChoice(pinned))).toEqual(['run']);
    expect(baselineChoice(pinned, 'r1')).toEqual({});
    expect(baselineChoice(pinned, 'never')).toEqual({});
  });
});
