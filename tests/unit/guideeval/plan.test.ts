import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { defaultPolicy } from '../../../src/core/benchmarks/policies';
import { guideEval } from '../../../src/core/benchmarks/guideeval/definition';
import { originalPrompt } from '../../../src/core/benchmarks/guideeval/plan';
import type { GuideEvalSample } from '../../../src/core/benchmarks/guideeval/samples';
import { messagesForTurn, type DialoguePlan } from '../../../src/core/benchmark/dialogue';
import type { Placement } from '../../../src/core/prompt/promptTemplate';
import { readPromptFile } from '../../../src/core/prompt/promptFile';
import { guideEvalSample, starterSamples } from './guideEvalFixtures';

function plan(sample: GuideEvalSample, file: string, placement: Placement = 'own'): DialoguePlan {
  return guideEval.plan(sample, { template: readPromptFile('tutor.md', file).template, placement }, defaultPolicy, {
    repeat: 0,
    seed: 1,
  });
}

function sent(dialoguePlan: DialoguePlan): string {
  return [dialoguePlan.system, ...messagesForTurn(dialoguePlan, [], 1).map(({ content }) => content)].join('\n');
}

const sample = guideEvalSample();
const everything = '{{subject}} {{language}} {{history}} {{student_message}}';

describe('planGuideEval', () => {
  it('sends a file without variables as it is, the context as chat turns and the utterance last', () => {
    const played = plan(sample, 'You are a tutor.');
    expect(played).toMatchObject({
      system: 'You are a tutor.',
      warnings: [],
      decoding: { temperature: 0.1, maxOutputTokens: 4096 },
    });
    expect(messagesForTurn(played, [], 1)).toEqual([
      { role: 'user', content: sample.context[0]?.content },
      { role: 'assistant', content: sample.context[1]?.content },
      { role: 'user', content: '14 euro' },
    ]);
  });

  it('moves the transcript to {{history}} and sends it once', () => {
    const played = plan(sample, 'Before:\n{{ history }}\nGo on.');
    expect(played.system).toBe(
      `Before:\nStudent: ${sample.context[0]?.content ?? ''}\nTutor: ${sample.context[1]?.content ?? ''}\nGo on.`,
    );
    expect(messagesForTurn(played, [], 1)).toEqual([{ role: 'user', content: '14 euro' }]);
  });

  it('fills in the other variables and still sends the utterance as the user turn', () => {
    const played = plan(sample, '{{subject}}/{{language}}: {{student_message}} \\{{subject}}');
    expect(played.system).toBe('mathematics/en: 14 euro {{subject}}');
    expect(messagesForTurn(played, [], 1)).toHaveLength(3);
  });

  it('does not scan the text of a sample for variables', () => {
    const hostile = guideEvalSample({ studentMessage: '{{history}} {{subject}}' });
    const played = plan(hostile, '{{student_message}}');
    expect(played.system).toBe('{{history}} {{subject}}');
    expect(played.opening).toHaveLength(2);
  });

  it('warns about a known variable without a value, and renders it empty', () => {
    const played = plan(guideEvalSample({ subject: '' }), 'Teach {{subject}}!');
    expect(played.system).toBe('Teach !');
    expect(played.warnings).toEqual([expect.stringContaining('{{subject}}')]);
  });

  it('leaves front matter out', () => {
    expect(plan(sample, '---\nbenchmarks: [guideeval]\n---\nTeach.').system).toBe('Teach.');
  });

  it('uses the original prompt instead of the file for the placement "benchmark"', () => {
    const played = plan(sample, 'My own words {{history}}', 'benchmark');
    expect(played.system).toBe(originalPrompt.text.trimEnd());
    expect(played.opening).toHaveLength(2);
  });

  it('knows exactly the variables that it fills', () => {
    expect(guideEval.variables.map(({ name }) => name)).toEqual(['subject', 'language', 'history', 'student_message']);
    expect(plan(sample, everything).warnings).toEqual([]);
  });
});

describe('never to the tutor', () => {
  const marked = guideEvalSample({
    id: 'MARK-id',
    pairId: 'MARK-pair',
    state: 'erroneous',
    editFlag: 1,
    editType: 'acc_err',
    groundTruth: 'MARK-truth',
    dialogueId: 'MARK-dialogue',
    turnIndex: 987_654,
    title: 'MARK-title',
    level: 'MARK-level',
    checks: [{ text: 'MARK-check', claim: 'MARK-claim', holds: false }],
    gold: [{ perception: 0.5, orchestration: 1, elicitation: 3, forReply: 'MARK-gold' }],
  });

  it.each<[string, Placement]>([
    ['Teach.', 'own'],
    [everything, 'own'],
    [everything, 'benchmark'],
    ['Teach.', 'own+instructions'],
  ])('sends no secret field with %j, placement %s', (file, placement) => {
    const text = JSON.stringify(plan(marked, file, placement));
    expect(text).not.toMatch(/MARK|erroneous|acc_err|987654/);
  });

  it('depends on nothing but context, utterance, subject and language', () => {
    const secrets = fc.record({
      id: fc.string({ minLength: 1 }),
      pairId: fc.option(fc.string({ minLength: 1 }), { nil: undefined }),
      state: fc.constantFrom('accurate', 'erroneous', 'comprehension', 'confusion'),
      editFlag: fc.constantFrom(0, 1),
      groundTruth: fc.option(fc.string(), { nil: undefined }),
      title: fc.string(),
    });
    fc.assert(
      fc.property(secrets, fc.constantFrom('Teach.', everything), (fields, file) => {
        expect(plan({ ...sample, ...fields }, file)).toEqual(plan(sample, file));
      }),
    );
  });

  const starter = starterSamples();
  it.skipIf(starter.length === 0)(
    'sends only the given turns of each starter sample (skipped if the file is missing)',
    () => {
      for (const given of starter) {
        const turns = [...given.context.map(({ content }) => content), given.studentMessage];
        expect(sent(plan(given, 'Teach.'))).toBe(['Teach.', ...turns].join('\n'));
        const filled = sent(plan(given, everything));
        for (const secret of [given.id, given.pairId, given.groundTruth, given.title]) {
          if (secret === undefined || turns.some((turn) => turn.includes(secret))) continue;
          // A short answer ("8") that occurs in the dialogue was skipped.
          expect(filled).not.toContain(secret);
        }
      }
    },
  );
});
