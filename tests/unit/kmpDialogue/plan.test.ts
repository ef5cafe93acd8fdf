import { describe, expect, it } from 'vitest';
import { kmpDialogue } from '../../../src/core/benchmarks/kmpDialogue/definition';
import { principlesBaseline } from '../../../src/core/benchmarks/kmpDialogue/plan';
import type { KmpDialogueSample } from '../../../src/core/benchmarks/kmpDialogue/samples';
import { defaultPolicy } from '../../../src/core/benchmarks/policies';
import { messagesForTurn, type DialoguePlan } from '../../../src/core/benchmark/dialogue';
import { parseTemplate, type Placement } from '../../../src/core/prompt/promptTemplate';
import { kmpSample, starterSamples } from './kmpDialogueFixtures';
import { importedSamples } from './mathTutorBenchFiles';

const trial = { repeat: 0, seed: 1 };
const sample = kmpSample();
const instruction = 'Ask one question that lets Mia discover how the size of a piece changes.';
const allVariables = kmpDialogue.variables.map(({ name }) => `${name}={{${name}}}`).join('\n');

function planned(text: string, placement: Placement = 'own+instructions', of = sample): DialoguePlan {
  return kmpDialogue.plan(of, { template: parseTemplate(text), placement }, defaultPolicy, trial);
}

describe('plan', () => {
  it('appends the instruction block to the file and sends the history as native turns', () => {
    const plan = planned('Be kind.');
    expect(plan.system).toMatch(/^Be kind\.\n\nAbout this dialogue:\n/);
    for (const part of [sample.persona, sample.studentProfile, sample.objective, 'Questioning', instruction]) {
      expect(plan.system).toContain(part);
    }
    expect(messagesForTurn(plan, [], 1)).toEqual([
      { role: 'user', content: '(The tutor speaks first.)' },
      { role: 'assistant', content: 'Which is more pizza, 1/3 or 1/5? {{persona}}' },
      { role: 'user', content: '1/5, because 5 is more than 3.' },
    ]);
    expect(plan.decoding).toEqual({ temperature: 0, maxOutputTokens: 2_048 });
    expect(plan.warnings).toEqual([]);
  });

  it('begins with the student’s side without a cue where the student spoke first', () => {
    const history = [
      { role: 'student', content: 'one' },
      { role: 'tutor', content: 'two' },
      { role: 'tutor', content: 'three' },
      { role: 'student', content: 'four' },
      { role: 'student', content: 'five' },
    ] as const;
    const plan = planned('Be kind.', 'own+instructions', kmpSample({ history: [...history] }));
    expect(messagesForTurn(plan, [], 1).map(({ role, content }) => [role, content])).toEqual([
      ['user', 'one'],
      ['assistant', 'two\nthree'],
      ['user', 'four\nfive'],
    ]);
  });

  it('puts the block where the file has it and nowhere else, also in the mode own', () => {
    for (const placement of ['own', 'own+instructions'] as const) {
      const plan = planned('{{ instructions }}\nBe kind.', placement);
      expect(plan.system.split(instruction).length - 1).toBe(1);
      expect(plan.system.endsWith('Be kind.')).toBe(true);
      expect(plan.warnings).toEqual([]);
    }
  });

  it('leaves parts that the file places itself out of the appended block', () => {
    const { system } = planned('You are {{persona}}. Aim: {{objective}}.');
    expect(system.split(sample.persona).length - 1).toBe(1);
    expect(system.split(sample.objective).length - 1).toBe(1);
    expect(system).toContain(sample.studentProfile);
    expect(system).toContain(instruction);
  });

  it('sends the instruction alone in benchmark mode', () => {
    const plan = planned('Never sent {{history}}', 'benchmark');
    expect(plan.system).toMatch(/^About this dialogue:/);
    expect(plan.system).not.toContain('Never sent');
    expect(plan.opening).toHaveLength(2);
  });

  it('sends the file alone in mode own and says that this is not comparable', () => {
    const plan = planned('Be kind.', 'own');
    expect(plan.system).toBe('Be kind.');
    expect(plan.warnings).toEqual([expect.stringMatching(/not told what.*not comparable/)]);
  });

  it('says the same where the file names the principle', () => {
    const plan = planned('Use {{principles}} for {{persona}}.', 'own');
    expect(plan.system).toContain('Questioning');
    expect(plan.warnings).toEqual([expect.stringContaining('not comparable')]);
    expect(planned('For {{persona}}.', 'own').warnings).toEqual(plan.warnings);
  });

  it('moves the history to where the file has it; the student’s last words stay the user message', () => {
    const plan = planned('So far:\n{{history}}', 'own');
    expect(plan.system).toBe('So far:\nTutor: Which is more pizza, 1/3 or 1/5? {{persona}}');
    expect(messagesForTurn(plan, [], 1)).toEqual([{ role: 'user', content: '1/5, because 5 is more than 3.' }]);
  });

  it('has a value for each variable, warns of an empty one, and fills in one pass', () => {
    const { system, warnings } = planned(allVariables, 'own');
    expect(warnings).toEqual([]);
    expect(system).toContain('grade=4\ndomain=fractions\n');
    expect(system).toContain('{{persona}}');
    const missing = planned('{{grade}}', 'own+instructions', kmpSample({ grade: undefined }));
    expect(missing.warnings).toHaveLength(1);
    expect(missing.warnings[0]).toContain('{{grade}}');
  });

  it('sends the block alone when the file is empty, without lines for what is not known', () => {
    const { system } = planned('', 'own+instructions', kmpSample({ persona: ' ', studentProfile: '' }));
    expect(system).toMatch(/^About this dialogue:\n- Learning objective:/);
  });
});

const placements: readonly Placement[] = ['own', 'own+instructions', 'benchmark'];

/** A sample without anything that a tutor must not see. */
function bare(of: KmpDialogueSample): KmpDialogueSample {
  const hidden = { title: undefined, seedId: undefined, referenceSolution: undefined, judgedAs: undefined };
  return { ...of, ...hidden, id: '-', referenceReply: '-', criteriaNotes: {} };
}

/** Asserts by the plan of a bare sample: what it equals cannot hold a secret. */
function expectNothingSecret(samples: readonly KmpDialogueSample[]): void {
  expect(samples.length).toBeGreaterThan(0);
  for (const each of samples) {
    for (const placement of placements) {
      for (const text of ['Be kind.', allVariables, principlesBaseline.text]) {
        const plan = planned(text, placement, each);
        expect(plan).toEqual(planned(text, placement, bare(each)));
        const given = JSON.stringify([each.history, each.instructions, each.persona, each.studentProfile]);
        const sent = JSON.stringify([plan.system, plan.opening, plan.studentTurns]);
        const reference = JSON.stringify(each.referenceReply).slice(1, -1);
        // Some teachers only write "correct", or say what they said before.
        if (reference.length > 12 && !given.includes(reference)) expect(sent).not.toContain(reference);
      }
    }
  }
}

describe('never to the tutor', () => {
  it('keeps reference, notes, ids and titles of an invented sample', () => {
    expectNothingSecret([sample]);
    for (const placement of placements) {
      expect(JSON.stringify(planned(allVariables, placement))).not.toMatch(/secret|reference|criteri/i);
    }
  });

  it('keeps those of every starter sample', () => {
    expectNothingSecret(starterSamples());
  });

  const imported = importedSamples();
  it.skipIf(imported.length === 0)(
    `keeps those of every imported sample${imported.length === 0 ? ' (skipped: the public data is not there)' : ''}`,
    () => {
      expectNothingSecret(imported.map(({ sample: each }) => each));
    },
  );
});
