import { describe, expect, it } from 'vitest';
import type { HistoryRun, PromptHistory } from '../../../src/core/history/promptHistory';
import { furtherRunsOf } from '../../../src/core/history/baseline';
import type { RunSummary } from '../../../src/core/store/runSummary';

const small = 500;
const large = 15_220;

interface Listed {
  readonly id: string;
  readonly verdicts: number;
  /** The run whose replies it judges again. */
  readonly of?: string;
  readonly tutor?: string;
  readonly judge?: string;
  readonly dataHash?: string;
}

function listed({
  id,
  verdicts,
  of,
  tutor = 'openai:t',
  judge = 'openai:j',
  dataHash = 'sha256:0',
}: Listed): HistoryRun {
  const benchmark = { id: 'guideeval', placement: 'own', dataHash, judgeVersions: {} };
  return {
    id,
    createdAt: `made ${id}`,
    repliesAt: `replies of ${of ?? id}`,
    status: 'completed',
    purpose: undefined,
    path: 'tutor.md',
    revision: 'sha256:aa',
    git: undefined,
    benchmarks: [benchmark],
    tutor,
    student: undefined,
    policy: {},
    judges: [judge],
    rejudgedFrom: of,
    summary: { benchmarks: [{ ...benchmark, verdicts }] } as unknown as RunSummary,
  };
}

/** The others that are opened beside the run `a`, whose text all runs have; the latest first. */
function openedBeside(others: readonly Listed[], size = large): readonly string[] {
  const own = listed({ id: 'a', verdicts: size });
  const runs = [...others.map(listed), own];
  const history: PromptHistory = {
    prompt: 'tutor.md',
    revisions: [{ revision: 'sha256:aa', label: undefined, pinned: false, firstAt: '', lastAt: '', git: [], runs }],
    runs,
    damaged: [],
    problems: [],
  };
  return furtherRunsOf(history, own, ['a', 'later']);
}

describe('furtherRunsOf', () => {
  it('opens the latest four of a text that are small, and not the runs that are compared', () => {
    const others = ['f', 'e', 'd', 'c', 'b'].map((id) => ({ id, verdicts: small }));
    expect(openedBeside(others)).toEqual(['f', 'e', 'd', 'c']);
    expect(openedBeside([{ id: 'later', verdicts: small }])).toEqual([]);
    expect(openedBeside([{ id: 'b', verdicts: small, dataHash: 'sha256:1' }])).toEqual([]);
  });

  it('opens the newest other run and the newest judging of the same replies at any size, and no further large one', () => {
    const others = [
      { id: 'e', verdicts: large },
      { id: 'd', verdicts: large },
      { id: 'c', verdicts: small },
      { id: 'a3', verdicts: large, of: 'a' },
      { id: 'a2', verdicts: large, of: 'a' },
    ];
    expect(openedBeside(others)).toEqual(['e', 'c', 'a3']);
  });

  it('keeps a place for the judging of the same replies among many runs', () => {
    const others = ['f', 'e', 'd', 'c'].map((id) => ({ id, verdicts: small }));
    expect(openedBeside([...others, { id: 'a2', verdicts: large, of: 'a' }])).toEqual(['f', 'e', 'd', 'a2']);
  });

  it('opens none beyond a hundred thousand verdicts', () => {
    expect(openedBeside([{ id: 'b', verdicts: 100_000 }])).toEqual(['b']);
    expect(openedBeside([{ id: 'b', verdicts: 100_001 }])).toEqual([]);
  });

  it('spends the place of a large run on none that is unlike: of another tutor, or without a judge of the earlier run', () => {
    const others = [
      { id: 'd', verdicts: large, tutor: 'openai:other' },
      { id: 'c', verdicts: large, judge: 'openai:other' },
      { id: 'b', verdicts: large },
    ];
    expect(openedBeside(others)).toEqual(['b']);
  });
});
