import { describe, expect, it } from 'vitest';
import { defaultPolicy } from '../../../src/core/benchmarks/policies';
import { tutorBench } from '../../../src/core/benchmarks/tutorbench/definition';
import {
  type TutorBenchSample,
  tutorBenchSampleSchema,
  useCaseIds,
} from '../../../src/core/benchmarks/tutorbench/samples';
import { useCaseInstructions } from '../../../src/core/benchmarks/tutorbench/plan';
import { messagesForTurn, type DialoguePlan } from '../../../src/core/benchmark/dialogue';
import { parseTemplate, type Placement } from '../../../src/core/prompt/promptTemplate';
import { missingNote, publicFile } from '../mrbench/publicFile';
import { publicSampleFiles, publicSamples, starterSamples } from './sampleFiles';

const figure = { path: 'images/figure.png', mediaType: 'image/png', alt: 'A figure' };
const photo = { path: 'images/photo.png', mediaType: 'image/png', alt: 'A photo' };

const sample = tutorBenchSampleSchema.parse({
  system: 'tutorbench',
  id: 'secret-id',
  title: 'secret title',
  useCase: 'adaptive_explanation',
  modality: 'multimodal',
  subject: 'Physics',
  bloom: 'analyze',
  turns: [
    { role: 'user', content: 'Why does it fall?', images: [figure] },
    { role: 'assistant', content: 'Because of {{subject}} and gravity.' },
    { role: 'user', content: 'But why?', images: [photo] },
  ],
  criteria: [
    { id: 'secret-c1', text: 'secret criterion', weight: 5, dimensions: ['truthfulness'], skill: 'stating_knowledge' },
    { id: 'secret-c2', text: 'secret behaviour', weight: -5, dimensions: ['visual_reasoning'], skill: null },
  ],
  humanRatings: [{ reply: 'secret reply', criterionId: 'secret-c1', ratings: [true, false, true] }],
});

const allVariables = tutorBench.variables.map(({ name }) => `${name}={{${name}}}`).join('\n');

function planOf(text: string, placement: Placement = 'own+instructions', of: TutorBenchSample = sample): DialoguePlan {
  const prompt = { template: parseTemplate(text), placement };
  return tutorBench.plan(of, prompt, defaultPolicy, { repeat: 0, seed: 1 });
}

const instructions = useCaseInstructions.adaptive_explanation.multimodal;

describe('the plan', () => {
  it('puts the instruction of the use case after the file by default', () => {
    expect(tutorBench.placements.default).toBe('own+instructions');
    const plan = planOf('Be kind.');
    expect(plan.system).toBe(`Be kind.\n\n${instructions}`);
    expect(plan.decoding).toEqual({ temperature: 0, maxOutputTokens: 4096 });
    expect(messagesForTurn(plan, [], 1)).toEqual([
      { role: 'user', content: 'Why does it fall?', images: [figure] },
      { role: 'assistant', content: 'Because of {{subject}} and gravity.' },
      { role: 'user', content: 'But why?', images: [photo] },
    ]);
  });

  it('sends the file alone, or the instruction alone', () => {
    expect(planOf('Be kind.', 'own').system).toBe('Be kind.');
    expect(planOf('Be kind.', 'benchmark').system).toBe(instructions);
  });

  it('does not append what the file places itself', () => {
    expect(planOf('First: {{instructions}} Then smile.').system).toBe(`First: ${instructions} Then smile.`);
  });

  it('moves the conversation into the file and lets its images travel with the last message', () => {
    const plan = planOf('Earlier:\n{{history}}', 'own');
    expect(plan.opening).toEqual([]);
    expect(plan.system).toBe(
      'Earlier:\nStudent: Why does it fall?\n[image 1, attached to the last message]\n\nTutor: Because of {{subject}} and gravity.',
    );
    expect(plan.studentTurns).toEqual([{ role: 'user', content: 'But why?', images: [figure, photo] }]);
  });

  it('calls the first response of an assessment sample the student’s solution', () => {
    const assessed = { ...sample, useCase: 'assessment_feedback' } as const;
    expect(planOf('{{history}}', 'own', assessed).system).toContain('First response (the student’s solution): Because');
  });

  it('has a value for each variable, and warns of an empty history', () => {
    expect(planOf(allVariables, 'own')).toMatchObject({ warnings: [] });
    expect(planOf(allVariables, 'own').system).toContain('subject=Physics\nuse_case=adaptive explanation\n');
    const lone = { ...sample, turns: sample.turns.slice(2) };
    expect(planOf('[{{history}}]', 'own', lone)).toMatchObject({ system: '[]', studentTurns: [{ images: [photo] }] });
    expect(planOf('[{{history}}]', 'own', lone).warnings).toHaveLength(1);
  });

  it('differs in its instruction by use case, and by modality except for explanations', () => {
    for (const useCase of useCaseIds) {
      const [text, multimodal] = [useCaseInstructions[useCase].text, useCaseInstructions[useCase].multimodal];
      expect(text === multimodal).toBe(useCase === 'adaptive_explanation');
    }
    expect(new Set(useCaseIds.map((id) => useCaseInstructions[id].text)).size).toBe(3);
    expect(useCaseInstructions.assessment_feedback.text).toContain('first response');
    expect(useCaseInstructions.active_learning.multimodal.match(/complete solution|solution in full/g)).toHaveLength(2);
  });
});

/** A sample without anything that a tutor must not see. */
function bare({ system, useCase, modality, subject, turns }: TutorBenchSample): TutorBenchSample {
  return { system, id: '-', useCase, modality, subject, bloom: undefined, turns, criteria: [], humanRatings: [] };
}

const placements: readonly Placement[] = ['own', 'own+instructions', 'benchmark'];

function expectNothingSecret(samples: readonly TutorBenchSample[]): void {
  for (const each of samples) {
    const given = each.turns.map(({ content }) => content).join('\n');
    for (const placement of placements) {
      for (const text of ['Be kind.', allVariables]) {
        const plan = planOf(text, placement, each);
        // What the plan of a sample without secrets equals cannot hold one.
        expect(plan).toEqual(planOf(text, placement, bare(each)));
        const sent = JSON.stringify(
          [plan.system, plan.opening, plan.studentTurns]
            .flat()
            .map((part) => (typeof part === 'string' ? part : part.content)),
        );
        const found = each.criteria.filter(
          ({ text: secret }) => sent.includes(JSON.stringify(secret).slice(1, -1)) && !given.includes(secret),
        );
        expect(found).toEqual([]);
      }
    }
  }
}

describe('never to the tutor', () => {
  it('keeps criteria, tags, weights, ratings, title and id of an invented sample', () => {
    expectNothingSecret([sample]);
    for (const placement of placements) {
      const text = JSON.stringify(planOf(allVariables, placement));
      expect(text).not.toMatch(/secret|stating_knowledge|visual_reasoning|truthfulness|analyze|-5/i);
    }
  });

  it('keeps those of every starter sample', () => {
    const samples = starterSamples();
    expect(samples.length).toBeGreaterThanOrEqual(24);
    expectNothingSecret(samples);
  });

  describe.each(publicSampleFiles)('of public files', (path) => {
    it.skipIf(publicFile(path) === undefined)(`keeps those of every sample of ${path}${missingNote([path])}`, () => {
      const samples = publicSamples(path);
      expect(samples.length).toBeGreaterThan(0);
      expectNothingSecret(samples);
    });
  });
});
