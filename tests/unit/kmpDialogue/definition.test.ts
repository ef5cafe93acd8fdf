import { describe, expect, it } from 'vitest';
import { kmpDialogue } from '../../../src/core/benchmarks/kmpDialogue/definition';
import { sideOfId } from '../../../src/core/benchmarks/kmpDialogue/preference';
import { defaultPolicy } from '../../../src/core/benchmarks/policies';
import type { Verdict } from '../../../src/core/benchmark/judging/verdict';
import { readRules } from '../prompt/rulesInBody';
import { dialogueWith, kmpSample } from './kmpDialogueFixtures';

const bothOrders = { ...defaultPolicy, bothOrders: true };
const sample = kmpSample();

describe('definition', () => {
  it('says how a verdict reads; with both orders only the agreed one', () => {
    const outcome = (label: string | undefined, judge = 'preference', policy = defaultPolicy) => {
      const verdict: Verdict = { judge, unit: 'pair', status: 'ok', criterionId: 'general.1', label };
      return kmpDialogue.outcomeOf(verdict, policy, sample);
    };
    expect(['win', 'tie', 'lose', 'better', undefined].map((label) => outcome(label))).toEqual([
      'desired',
      'partial',
      'undesired',
      'unscored',
      'unscored',
    ]);
    expect(outcome('lose', 'preference', bothOrders)).toBe('neutral');
    expect(outcome('lose', 'preference-swapped', bothOrders)).toBe('neutral');
    expect(outcome('lose', 'preference-agreed', bothOrders)).toBe('undesired');
  });

  it('shows the scenario and the reference reply beside a case', () => {
    const facts = new Map((kmpDialogue.facts?.(sample) ?? []).map(({ label, value }) => [label, value]));
    expect(facts.get('Reference reply')).toBe(sample.referenceReply);
    for (const text of [sample.persona, sample.studentProfile, sample.objective, sample.instructions, 'Questioning']) {
      expect([...facts.values()]).toContain(text);
    }
  });

  const replyFacts = (reply: string, policy = defaultPolicy) =>
    new Map(
      (kmpDialogue.replyFacts?.(sample, dialogueWith(reply), policy, []) ?? []).map(({ label, value }) => [
        label,
        value,
      ]),
    );

  it('says which letter the judge knew the reply by', () => {
    const label = 'This reply in the judge’s words';
    const [side, swapped] = sideOfId(sample.id) === 'A' ? ['A', 'B'] : ['B', 'A'];
    expect(replyFacts('Why?').get(label)).toBe(`Reply ${side}`);
    expect(replyFacts('Why?', bothOrders).get(label)).toBe(`Reply ${side}; with the sides swapped reply ${swapped}`);
    expect(kmpDialogue.replyFacts?.(sample, dialogueWith(''), defaultPolicy, [])).toEqual([]);
  });

  it('summarises a sample by title or objective, grouped by principles', () => {
    expect(kmpDialogue.summarize(sample)).toEqual({
      title: 'secret title',
      quote: '1/5, because 5 is more than 3.',
      group: 'Questioning',
      subject: 'fractions',
    });
    const bare = kmpSample({
      title: undefined,
      domain: undefined,
      principles: ['feedback', 'practice'],
      objective: 'x '.repeat(90),
    });
    const summary = kmpDialogue.summarize(bare);
    expect(summary.group).toBe('Feedback and Practice');
    expect(summary.subject).toBe('Mathematics');
    expect(summary.title.length).toBeLessThanOrEqual(60);
  });

  it('offers a baseline whose rules the simulated tutor understands for each principle', () => {
    const [instruction, ours] = kmpDialogue.baselines;
    expect(readRules(instruction?.text ?? 'none')).toEqual([]);
    const rules = new Set(readRules(ours?.text ?? ''));
    for (const id of [
      'askQuestions',
      'pointOutMistake',
      'explain',
      'modelThinking',
      'practice',
      'deepenWhenRight',
    ] as const) {
      expect(rules).toContain(id);
    }
  });
});
