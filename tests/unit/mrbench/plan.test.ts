import { describe, expect, it } from 'vitest';
import { messagesForTurn, transcriptOf } from '../../../src/core/benchmark/dialogue';
import type { ProtocolPolicy } from '../../../src/core/benchmark/protocolPolicy';
import { defaultPolicy } from '../../../src/core/benchmarks/policies';
import { mrBench } from '../../../src/core/benchmarks/mrbench/definition';
import { extentLabels, revealingLabels, toneLabels } from '../../../src/core/benchmarks/mrbench/labels';
import { bareRequest, personaBaseline } from '../../../src/core/benchmarks/mrbench/plan';
import type { MrSample } from '../../../src/core/benchmarks/mrbench/samples';
import { parseTemplate, type Placement } from '../../../src/core/prompt/promptTemplate';
import { missingNote, publicFile } from './publicFile';
import { publicSampleFiles, publicSamples, starterSamples } from './sampleFiles';

const sample: MrSample = {
  system: 'mrbench',
  id: 'secret-id',
  title: 'secret title',
  source: 'Other',
  gradeBand: 'elementary',
  topic: 'Adding fractions',
  history: [
    { role: 'tutor', content: 'What is 1/4 + 2/4?' },
    { role: 'student', content: 'Is it {{instructions}}?' },
    { role: 'tutor', content: 'Tell me more.' },
    { role: 'student', content: '3/8' },
  ],
  groundTruthSolution: 'secret solution 3/4',
  answer: 'secret answer',
  checks: [{ text: 'secret check', claim: '1/4 + 2/4 = 3/4', holds: true }],
  references: {
    SecretTutor: {
      response: 'secret reply',
      labels: { tutor_tone: 'Encouraging', coherence: 'To some extent' },
      secondAnnotator: { tutor_tone: 'Offensive' },
    },
  },
};

interface Sent {
  readonly system: string;
  readonly user: string;
  readonly warnings: readonly string[];
}

function sent(text: string, placement: Placement = 'own', policy: ProtocolPolicy = defaultPolicy, of = sample): Sent {
  const plan = mrBench.plan(of, { template: parseTemplate(text), placement }, policy, { repeat: 0, seed: 1 });
  const messages = messagesForTurn(plan, [], 1);
  expect(messages.map(({ role }) => role)).toEqual(['user']);
  expect(plan.decoding).toEqual({ temperature: 0, maxOutputTokens: 1024 });
  return { system: plan.system, user: messages[0]?.content ?? '', warnings: plan.warnings };
}

const allVariables = mrBench.variables.map(({ name }) => `${name}={{${name}}}`).join('\n');
const transcript = transcriptOf(sample.history);

describe('plan', () => {
  it('sends a file without variables as it is, and topic, transcript and request as the user message', () => {
    const { system, user, warnings } = sent('Be kind.');
    expect(system).toBe('Be kind.');
    expect(user).toMatch(/^Topic: Adding fractions\n\nConversation:\nTutor: What is 1\/4 \+ 2\/4\?\nStudent: /);
    expect(user).toContain(`${transcript}\n\n`);
    expect(user).toMatch(/one sentence[^\n]*$/);
    expect(warnings).toEqual([]);
  });

  it('does not limit the reply to one sentence when that is switched off', () => {
    const policy = { ...defaultPolicy, oneSentence: false };
    expect(sent('Be kind.', 'own', policy).user).not.toContain('one sentence');
    expect(sent('{{instructions}}', 'own', policy).system).not.toContain('one sentence');
  });

  it('leaves out the topic line of a sample without a topic', () => {
    const { user } = sent('Be kind.', 'own', defaultPolicy, { ...sample, topic: undefined });
    expect(user).toMatch(/^Conversation:\n/);
    expect(user).not.toContain('topic');
  });

  it('moves topic and history to where the file has them; the student’s last words stay the user message', () => {
    const { system, user } = sent('About {{topic}}.\n{{history}}');
    expect(system).toBe(`About Adding fractions.\n${transcript}`);
    expect(user).toMatch(/^3\/8\n\nWrite the tutor’s next reply, in one sentence at most/);
    expect(user).not.toContain('What is 1/4');
    expect(user).not.toContain('Adding fractions');
  });

  it('only asks for the next reply when the file has the instructions', () => {
    const { system, user } = sent('Be kind. {{ instructions }}');
    expect(system).toMatch(/^Be kind\. Write the tutor’s next reply, in one sentence at most/);
    expect(user.endsWith(`\n\n${bareRequest}`)).toBe(true);
    expect(user).not.toContain('one sentence');
  });

  it('appends the instructions in the mode for it, unless the file has them', () => {
    const appended = sent('Be kind.', 'own+instructions');
    expect(appended.system).toMatch(/^Be kind\.\n\nWrite the tutor’s next reply, in one sentence/);
    expect(appended.user.endsWith(bareRequest)).toBe(true);
    const placed = sent('{{instructions}} Be kind.', 'own+instructions');
    expect(placed.system.split('Write the tutor').length - 1).toBe(1);
    expect(placed.system.endsWith('Be kind.')).toBe(true);
    expect(sent('', 'own+instructions').system).toMatch(/^Write the tutor/);
  });

  it('uses the built-in persona in benchmark mode and nothing of the file', () => {
    const { system, user } = sent('Never sent {{history}} {{instructions}}', 'benchmark');
    expect(system).toBe(personaBaseline.text.replace('{{grade_band}}', 'elementary school'));
    expect(sent('x', 'benchmark', defaultPolicy, { ...sample, gradeBand: 'middle' }).system).toContain('middle school');
    expect(user).toBe(sent('Be kind.').user);
  });

  it('fills in one pass: a variable inside a student turn stays text', () => {
    expect(sent('{{history}}').system).toContain('Is it {{instructions}}?');
    expect(sent('Be kind.').user).toContain('Is it {{instructions}}?');
  });

  it('keeps an escaped variable and warns of a known one without a value', () => {
    expect(sent('\\{{topic}}').system).toBe('{{topic}}');
    const { system, warnings } = sent('[{{topic}}]', 'own', defaultPolicy, { ...sample, topic: undefined });
    expect(system).toBe('[]');
    expect(warnings).toHaveLength(1);
    expect(warnings[0]).toContain('{{topic}}');
  });

  it('has a value for each variable it lists', () => {
    const { system, warnings } = sent(allVariables);
    expect(warnings).toEqual([]);
    expect(system).toContain('grade_band=elementary school\nsubject=mathematics\n');
  });

  it('can be sent when no student has spoken', () => {
    const only = { ...sample, source: 'MathDial', history: [{ role: 'tutor', content: 'Hello?' }] } as const;
    expect(sent('Be kind.', 'own', defaultPolicy, only).user).toContain('Tutor: Hello?');
    expect(sent('{{history}}{{topic}}', 'own', defaultPolicy, only).user).toMatch(/^Write the tutor’s next reply/);
  });
});

const placements: readonly Placement[] = ['own', 'own+instructions', 'benchmark'];

/** A sample without anything that a tutor must not see. */
function bare({ system, gradeBand, topic, history }: MrSample): MrSample {
  return {
    system,
    id: '-',
    source: 'MathDial',
    gradeBand,
    topic,
    history,
    groundTruthSolution: undefined,
    references: {},
  };
}

function secretsIn(of: MrSample, text: string): readonly string[] {
  const given = transcriptOf(of.history);
  const replies = Object.values(of.references).map(({ response }) => response);
  return [of.groundTruthSolution ?? '', ...replies].filter(
    (secret) => secret.length > 12 && text.includes(secret) && !given.includes(secret),
  );
}

function expectNothingSecret(samples: readonly MrSample[]): void {
  for (const each of samples) {
    for (const placement of placements) {
      for (const text of ['Be kind.', allVariables]) {
        const prompt = { template: parseTemplate(text), placement };
        const plan = mrBench.plan(each, prompt, defaultPolicy, { repeat: 0, seed: 1 });
        // What the plan of a sample without secrets equals cannot hold one.
        expect(plan).toEqual(mrBench.plan(bare(each), prompt, defaultPolicy, { repeat: 0, seed: 1 }));
        expect(secretsIn(each, JSON.stringify([plan.system, plan.studentTurns]).replace(/\\n/g, '\n'))).toEqual([]);
      }
    }
  }
}

describe('never to the tutor', () => {
  it('keeps the secrets of an invented sample', () => {
    expectNothingSecret([sample]);
    for (const placement of placements) {
      const { system, user } = sent(allVariables, placement);
      expect(system + user).not.toMatch(/secret/i);
      for (const label of [...extentLabels.slice(1, 2), ...revealingLabels.slice(0, 2), ...toneLabels]) {
        expect(system + user).not.toContain(label);
      }
    }
  });

  it('keeps those of every starter sample', () => {
    const samples = starterSamples();
    expect(samples.length).toBeGreaterThanOrEqual(30);
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
