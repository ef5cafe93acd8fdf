import { describe, expect, it } from 'vitest';
import { runsOfSameText } from '../../../src/core/compare/sameText';
import type { RunSession } from '../../../src/core/run/runSession';
import { claudeModel, offlineModel, openAiModel } from '../report/reportFixture';
import { type ComparedRunParts, comparedSession, oneTrial, type Trials } from './comparedSessions';

const offlineJudge = 'offline';
// Simulated models say the same again, so most runs here have others.
const judge = 'openai:gpt-5.4-mini';
const labels = [1, 0, 1, 1, 0, 1];

function run(id: string, more: Partial<ComparedRunParts> = {}, own: Trials = labels): RunSession {
  // Runs at other moments are other replies.
  const at = { replies: `replies of ${id}`, verdicts: `verdicts of ${id}`, ...more.at };
  const manifest = { runId: id, tutor: openAiModel, judges: [openAiModel], ...more.manifest };
  return comparedSession({ trials: oneTrial(own), judgeModel: judge, ...more, at, manifest });
}

function sorted(runs: readonly RunSession[], judgedBy = judge): { groups: string[][]; leftOut: unknown } {
  const { groups, leftOut } = runsOfSameText(runs, judgedBy);
  return { groups: groups.map((group) => group.map(({ manifest }) => manifest.runId)), leftOut };
}

describe('runsOfSameText', () => {
  it('is nothing without a run', () => {
    expect(sorted([])).toEqual({ groups: [], leftOut: [] });
  });

  it('takes runs with replies of their own for plays, and judgings of the same replies for one', () => {
    const again = { at: { replies: 'replies of a', verdicts: 'judged again' } };
    const runs = [run('a'), run('a2', again, [1, 1, 1, 0, 0, 1]), run('b')];
    expect(sorted(runs)).toEqual({ groups: [['a', 'a2'], ['b']], leftOut: [] });
  });

  it('leaves out what is no evidence, with the reason', () => {
    const a = run('a');
    const prompt = { ...a.manifest.prompt, revision: 'sha256:bb' };
    const copied = { at: { replies: 'replies of a', verdicts: 'verdicts of a' } };
    const runs = [
      a,
      run('other prompt', { manifest: { prompt } }),
      run('other tutor', { manifest: { tutor: claudeModel } }),
      run('copy', copied),
    ];
    expect(sorted(runs).leftOut).toEqual([
      { runId: 'other prompt', reason: 'otherPrompt' },
      { runId: 'other tutor', reason: 'unlike' },
      { runId: 'copy', reason: 'sharedVerdicts' },
    ]);
    const half = run('half');
    const reply = half.state.items.get('guideeval/s1#0')!.replyRecords[0]!;
    half.state.items.get('guideeval/s1#0')!.replyRecords[0] = { ...reply, calls: 0, cached: 1 };
    expect(sorted([a, half]).leftOut).toEqual([{ runId: 'half', reason: 'sharedReplies' }]);
  });

  it('takes replies from a cache for copies, whichever of the two runs had them from it', () => {
    const [asked, cached] = [run('asked'), run('cached')];
    for (const { replyRecords } of cached.state.items.values())
      replyRecords.forEach((reply, index) => (replyRecords[index] = { ...reply, calls: 0, cached: 1 }));
    // The judge was asked twice about the same replies: nothing is learned about the tutor.
    expect(sorted([asked, cached]).groups).toEqual([['asked', 'cached']]);
    expect(sorted([cached, asked]).groups).toEqual([['cached', 'asked']]);
  });

  it('learns nothing from simulated models that were asked again with the same seed', () => {
    const simulated = { tutor: offlineModel, judges: [offlineModel] };
    const offline = (id: string, seed: number): RunSession =>
      run(id, { judgeModel: offlineJudge, manifest: { ...simulated, seed } });
    expect(sorted([offline('a', 1), offline('b', 1)], offlineJudge)).toEqual({
      groups: [['a']],
      leftOut: [{ runId: 'b', reason: 'sameSimulation' }],
    });
    expect(sorted([offline('a', 1), offline('b', 2)], offlineJudge)).toEqual({ groups: [['a'], ['b']], leftOut: [] });
  });

  it('takes a simulated judge’s second look at one run’s replies for none', () => {
    const judged = (id: string): RunSession =>
      run(id, {
        judgeModel: offlineJudge,
        at: { replies: 'replies of a', verdicts: `verdicts of ${id}` },
        manifest: { judges: [offlineModel] },
      });
    expect(sorted([judged('a'), judged('again')], offlineJudge).leftOut).toEqual([
      { runId: 'again', reason: 'sameSimulation' },
    ]);
  });

  it('takes what a simulated tutor said twice for one play, judged twice', () => {
    const runs = ['a', 'b'].map((id) => run(id, { manifest: { tutor: offlineModel } }));
    expect(sorted(runs)).toEqual({ groups: [['a', 'b']], leftOut: [] });
  });
});
