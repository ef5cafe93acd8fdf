import { describe, expect, it } from 'vitest';
import { type FromPanel, sentByPanelSchema } from '../../src/protocol/messages';

const revision = `sha256:${'a'.repeat(64)}`;
const flip = { beforeRun: 'run-1', afterRun: 'run-2', beforeCase: 'guideeval/a#0' };

const good: readonly FromPanel[] = [
  { kind: 'openHistory' },
  { kind: 'openHistory', series: 'guideeval\nmain\njudge\nP-Affirm' },
  { kind: 'openSeries', key: 'guideeval\nmain\njudge\nP-Affirm' },
  { kind: 'compare', before: 'run-1', after: 'run-2' },
  { kind: 'openFlip', flip },
  { kind: 'tradeOff', keys: ['mrbench\nall\njudge\na', 'mrbench\nall\njudge\nb'] },
  { kind: 'openJudges' },
  { kind: 'openJudgeCard', key: 'a0'.repeat(16) },
  { kind: 'checkJudge', benchmark: 'mrbench' },
  { kind: 'checkJudge', benchmark: 'mrbench', judge: 'openai:gpt-4.1-mini' },
  { kind: 'resumeCheck', runId: 'run-1' },
  { kind: 'openRun', runId: 'run-1' },
  { kind: 'restoreRevision', revision },
  { kind: 'openRevision', revision },
  { kind: 'diffRevisions', before: revision, after: revision },
  { kind: 'labelRevision', revision },
  { kind: 'pinRevision', revision: null },
  { kind: 'deleteRun', runId: 'run-1' },
  { kind: 'judgeAgain', runId: 'run-1', like: 'run-2' },
  { kind: 'compare', before: 'run-1', after: 'run-1', judges: { before: 'judge-a', after: 'judge-b' } },
  { kind: 'runRemaining', before: 'run-1', after: 'run-2' },
];

describe('messages of the panel', () => {
  it('are taken as they are meant', () => {
    for (const message of good) expect(sentByPanelSchema.parse({ message })).toEqual({ message });
  });

  it('come with a number where an answer is waited for', () => {
    const [message] = good;
    expect(sentByPanelSchema.parse({ message, id: 3 })).toEqual({ message, id: 3 });
    expect(sentByPanelSchema.parse({ message })).toEqual({ message });
    for (const id of [-1, 0.5, '3', null]) expect(sentByPanelSchema.safeParse({ message, id }).success).toBe(false);
    expect(sentByPanelSchema.safeParse({ message, id: 3, extra: 1 }).success).toBe(false);
    expect(sentByPanelSchema.safeParse(message).success).toBe(false);
  });

  it('are refused with a member too many', () => {
    for (const message of good)
      expect(sentByPanelSchema.safeParse({ message: { ...message, extra: 1 } }).success).toBe(false);
  });

  it('are refused beyond their bounds', () => {
    const bad: readonly unknown[] = [
      { kind: 'openHistory', series: '' },
      { kind: 'openHistory', series: 's'.repeat(2_001) },
      { kind: 'openSeries' },
      { kind: 'tradeOff', keys: ['only one'] },
      { kind: 'openSeries', key: 's'.repeat(2_001) },
      { kind: 'compare', before: '', after: 'run-2' },
      { kind: 'compare', before: 'r'.repeat(501), after: 'run-2' },
      { kind: 'compare', before: 'run-1', after: 'run-2', judges: { before: '', after: 'judge-b' } },
      { kind: 'compare', before: 'run-1', after: 'run-2', judges: { before: 'judge-a' } },
      { kind: 'compare', before: 'run-1', after: 'run-2', judges: { before: 'judge-a', after: 'j'.repeat(501) } },
      { kind: 'runRemaining', before: 'run-1' },
      { kind: 'openFlip', flip: { ...flip, path: '../..' } },
      { kind: 'openFlip', flip: { ...flip, beforeCase: 'c'.repeat(501) } },
      { kind: 'restoreRevision', revision: '../../etc/passwd' },
      { kind: 'openRevision', revision: 'sha256:XYZ' },
      { kind: 'labelRevision', revision, label: 'kinder' },
      { kind: 'openJudgeCard', key: '../../cards/x' },
      { kind: 'openJudgeCard', key: 'a'.repeat(65) },
      { kind: 'checkJudge', benchmark: '' },
      { kind: 'checkJudge', benchmark: 'mrbench', judge: 'j'.repeat(501) },
      { kind: 'resumeCheck', runId: '' },
      { kind: 'pinRevision', revision: 'latest' },
      { kind: 'deleteRun', runId: 7 },
    ];
    for (const message of bad)
      expect(sentByPanelSchema.safeParse({ message }).success, JSON.stringify(message)).toBe(false);
  });
});
