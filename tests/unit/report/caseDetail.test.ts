import { describe, expect, it } from 'vitest';
import { defaultPolicy } from '../../../src/core/benchmarks/policies';
import { boundedText } from '../../../src/core/text/readableText';
import { caseDetail } from '../../../src/core/results/caseDetail';
import { buildReport } from '../../../src/core/results/buildReport';
import { itemKey, judged, mixedRun, replied, sample, toySession } from './reportFixture';

describe('caseDetail', () => {
  const session = mixedRun();

  it('shows the dialogue with its roles, and pictures as words', () => {
    expect(caseDetail(session, itemKey('a'))?.turns).toEqual([
      { speaker: 'tutor', text: 'What do you get?', role: 'given', images: [] },
      { speaker: 'student', text: 'I think a', role: 'pivot', turn: 1, images: [{ source: '', alt: 'a ruler' }] },
      { speaker: 'tutor', text: 'Yes, \\(x = 10\\).', role: 'reply', turn: 1, images: [] },
    ]);
  });

  it('keeps a raw reply only where a trace was removed', () => {
    expect(caseDetail(session, itemKey('a'))?.rawReplies).toEqual([
      { turn: 1, text: '<think>hm</think>Yes, \\(x = 10\\).' },
    ]);
    const padded = toySession({ samples: [sample('a')], records: [replied('a', '  Hi \n')] });
    expect(caseDetail(padded, itemKey('a'))?.rawReplies).toEqual([]);
  });

  it('lists verdicts in the benchmark’s order with question, version and reason', () => {
    expect(caseDetail(session, itemKey('a'))?.verdicts).toEqual([
      expect.objectContaining({
        judge: 'Helps',
        label: '1',
        outcome: 'desired',
        unit: 'reply',
        question: 'Does it help?',
        reasoning: 'It says yes.',
        evidence: 'Yes',
        attempts: 1,
        version: 'Helps@12345678',
      }),
      expect.objectContaining({ judge: 'Level', label: '2', outcome: 'neutral' }),
    ]);
  });

  it('shows unscored verdicts and those of failed calls with their problem', () => {
    expect(caseDetail(session, itemKey('c'))?.verdicts).toEqual([
      expect.objectContaining({
        label: '–',
        outcome: 'unscored',
        problem: 'No readable verdict after 3 attempts.',
        attempts: 1,
      }),
      expect.objectContaining({
        label: '–',
        outcome: 'unscored',
        problem: 'The judge is away.',
        attempts: 0,
        version: 'Level@12345678',
      }),
    ]);
  });

  it('puts the other member of a pair beside it, of the same repeat', () => {
    const detail = caseDetail(session, itemKey('b'));
    expect(detail?.sibling?.summary.sampleId).toBe('a');
    expect(detail?.sibling).not.toHaveProperty('sibling');
    const twice = toySession({
      samples: [sample('a', 'right', { pairId: 'p' }), sample('b', 'wrong', { pairId: 'p' })],
      records: [],
      repeats: 2,
    });
    expect(caseDetail(twice, itemKey('b', 1))?.sibling?.summary.id).toBe(itemKey('a', 1));
    expect(caseDetail(session, itemKey('c'))?.sibling).toBeUndefined();
  });

  it('gives facts and failures', () => {
    expect(caseDetail(session, itemKey('a'))?.facts).toEqual([
      { label: 'Subject', value: 'Mathematics' },
      { label: 'Group', value: 'right' },
      { label: 'Right answer', value: '\\(x = 10\\)' },
      { label: 'Reply', value: 'a: 1, true' },
    ]);
    const policy = { ...defaultPolicy, oneSentence: false };
    const long = toySession({ samples: [sample('a')], records: [replied('a', 'Hi')], manifest: { policy } });
    expect(caseDetail(long, itemKey('a'))?.facts.at(-1)).toEqual({ label: 'Reply', value: 'a: 1, false' });
    const failed = caseDetail(session, itemKey('e'));
    expect(failed).toMatchObject({ failure: 'The server said no.', verdicts: [], summary: { status: 'failed' } });
    expect(failed?.turns.map(({ role }) => role)).toEqual(['given', 'pivot']);
    expect(failed?.facts.map(({ label }) => label)).toEqual(['Subject', 'Group']);
  });

  it('knows no case of another id', () => {
    expect(caseDetail(session, 'guideeval/zzz#0')).toBeUndefined();
  });

  it('does not add to the state it reads', () => {
    const untouched = toySession({ samples: [sample('a')], records: [] });
    caseDetail(untouched, itemKey('a'));
    buildReport(untouched, { resamples: 10 });
    expect(untouched.state.items.size).toBe(0);
  });
});

describe('case summaries', () => {
  it('bound their texts to 300 code points without splitting one', () => {
    const long = '😀'.repeat(400);
    const session = toySession({
      samples: [sample('a', 'right', { words: long, title: long })],
      records: [replied('a', long), judged('a', 'Helps', long)],
    });
    const summary = buildReport(session, { resamples: 10 }).benchmarks[0]?.cases[0];
    for (const text of [summary?.title, summary?.quote, summary?.reply, summary?.chips[0]?.label]) {
      expect(Array.from(text ?? '')).toHaveLength(300);
      expect(text).toBe(`${'😀'.repeat(299)}…`);
    }
  });

  it('leave texts of just the bound alone', () => {
    expect(boundedText('é'.repeat(300))).toBe('é'.repeat(300));
    expect(boundedText('😀'.repeat(300))).toBe('😀'.repeat(300));
    expect(boundedText('x'.repeat(301))).toBe(`${'x'.repeat(299)}…`);
  });

  it('rank by the share of what is not as wanted', () => {
    const helps = [1, 0, 0].map(
      (label, turn) => ({ judge: 'Helps', unit: 'message', turn, status: 'ok', label }) as const,
    );
    const session = toySession({
      samples: ['several', 'partly', 'neutral', 'unscored', 'unjudged'].map((id) => sample(id)),
      records: [
        ...['several', 'partly', 'neutral', 'unscored', 'unjudged'].map((id) => replied(id, 'Hi')),
        judged('several', 'Helps', 1, { verdicts: helps }),
        judged('several', 'Level', 2),
        judged('partly', 'Helps', 0.5),
        judged('partly', 'Level', undefined),
        judged('neutral', 'Level', 2),
        judged('unscored', 'Helps', undefined),
      ],
    });
    const { cases } = buildReport(session, { resamples: 10 }).benchmarks[0]!;
    expect(cases.map(({ badness }) => badness)).toEqual([2 / 3, 0.5, 0, undefined, undefined]);
  });
});
