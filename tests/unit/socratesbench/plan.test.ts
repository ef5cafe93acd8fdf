import { describe, expect, it } from 'vitest';
import type { ProtocolPolicy } from '../../../src/core/benchmark/protocolPolicy';
import { defaultPolicy } from '../../../src/core/benchmarks/policies';
import { socratesBench } from '../../../src/core/benchmarks/socratesbench/definition';
import { expandTheory, socraticBaseline } from '../../../src/core/benchmarks/socratesbench/plan';
import type { SocratesSample } from '../../../src/core/benchmarks/socratesbench/samples';
import { messagesForTurn, type DialoguePlan } from '../../../src/core/benchmark/dialogue';
import { parseTemplate, type Placement } from '../../../src/core/prompt/promptTemplate';
import { firstTrial, socratesSample, starterSamples, theory, withoutTheory } from './socratesFixtures';

function plan(
  text: string,
  sample: SocratesSample = socratesSample(),
  policy: ProtocolPolicy = {},
  placement: Placement = 'own',
): DialoguePlan {
  const prompt = { template: parseTemplate(text), placement };
  return socratesBench.plan(sample, prompt, { ...defaultPolicy, ...policy }, firstTrial);
}

function times(text: string, part: string): number {
  return text.split(part).length - 1;
}

const parts = [socratesSample().task, theory.subfieldTheory, theory.formulaSheet, theory.restrictionNote];
const allVariables = socratesBench.variables.map(({ name }) => `${name}={{${name}}}`).join('\n');

describe('planSocrates', () => {
  it('appends task, theory, formula sheet and restriction in this order under headings', () => {
    const { system } = plan('Be kind.');
    expect(system).toBe(
      `Be kind.\n\n# Task\n\n${parts[0]}\n\n# Subfield theory\n\n${parts[1]}\n\n# Field formula sheet\n\n${parts[2]}\n\n# Restriction\n\n${parts[3]}`,
    );
  });

  it.each(['task', 'theory', 'formula_sheet', 'restriction_note'])(
    'puts {{%s}} where the file has it, once',
    (name) => {
      const { system, warnings } = plan(`Start {{ ${name} }} end.`);
      for (const part of parts) expect(times(system, part)).toBe(1);
      expect(system.indexOf(parts[['task', 'theory', 'formula_sheet', 'restriction_note'].indexOf(name)] ?? '-')).toBe(
        6,
      );
      expect(warnings).toEqual([]);
    },
  );

  it('gives the task alone without theory, and an empty variable with a warning', () => {
    const bare = socratesSample(withoutTheory);
    expect(plan('Be kind.', bare).system).toBe(`Be kind.\n\n# Task\n\n${bare.task}`);
    const { system, warnings } = plan('[{{theory}}]', bare);
    expect(system).toBe(`[]\n\n# Task\n\n${bare.task}`);
    expect(warnings).toEqual([expect.stringContaining('{{theory}}')]);
    // A sample that is played without theory gets none even if it still carries one.
    expect(plan('Be kind.', { ...socratesSample(), condition: 'noTheory' }).system).not.toContain('THEORY');
  });

  it('leaves a formula sheet out that has no text', () => {
    const sample = socratesSample({ theory: { ...theory, formulaSheet: '' } });
    expect(plan('Be kind.', sample).system).not.toContain('formula sheet');
  });

  it('gives the answer key only where policy and file both ask for it', () => {
    const { display } = socratesSample().answer;
    const hidden = plan('Key: [{{answer}}]');
    expect(hidden.system).toContain('Key: []');
    expect(hidden.warnings).toEqual([expect.stringContaining('exposeAnswerKey')]);
    expect(plan('Be kind.', socratesSample(), { exposeAnswerKey: true }).system).not.toContain(display);
    const shown = plan('Key: [{{answer}}]', socratesSample(), { exposeAnswerKey: true });
    expect(shown.system).toContain(`Key: [${display}]`);
    expect(shown.system).not.toContain('minus två');
    expect(shown.warnings).toEqual([]);
  });

  it('takes the built-in prompt in benchmark placement and nothing of the file', () => {
    const { system } = plan('NEVER SENT {{answer}}', socratesSample(), {}, 'benchmark');
    expect(system.startsWith(socraticBaseline.text.trimEnd())).toBe(true);
    expect(system).not.toContain('NEVER SENT');
    for (const part of parts) expect(times(system, part)).toBe(1);
  });

  it('never reads a task text for variables', () => {
    const { system } = plan('{{task}}', socratesSample({ task: 'Show {{answer}} and {{theory}}.' }));
    expect(system.startsWith('Show {{answer}} and {{theory}}.')).toBe(true);
  });

  it('plays the script turn by turn, with the provider’s own temperature', () => {
    const sample = socratesSample();
    const { studentTurns, opening, decoding, modelledStudent } = plan('Be kind.');
    expect(studentTurns.map(({ content }) => content)).toEqual(sample.script);
    expect(studentTurns).toHaveLength(10);
    expect([opening, decoding, modelledStudent]).toEqual([[], { maxOutputTokens: 1024 }, undefined]);
    expect('temperature' in decoding).toBe(false);
  });
});

/** The same sample with nothing in it that is kept from the tutor. */
function bare(sample: SocratesSample): SocratesSample {
  const answer = { display: '-', roots: ['-'], equivalents: [] };
  const shown = sample.theory === null ? null : { ...sample.theory, sanctionedMethods: ['-'], id: '-' };
  return { ...sample, id: '-', answer, theory: shown, theoryId: '-', topic: '-', level: '-', title: '-' };
}

function expectNothingSecret(sample: SocratesSample, policy: ProtocolPolicy): void {
  for (const placement of ['own', 'own+instructions', 'benchmark'] as const) {
    for (const text of ['Be kind.', allVariables, '{{answer}}{{answer}}\\{{answer}}']) {
      const { system, opening, studentTurns, ...rest } = plan(text, sample, policy, placement);
      const sent = JSON.stringify([system, opening, studentTurns, rest.modelledStudent]);
      // What the plan of a sample without secrets equals cannot hold one.
      const other = plan(text, bare(sample), policy, placement);
      expect(sent).toBe(JSON.stringify([other.system, other.opening, other.studentTurns, other.modelledStudent]));
      const given = `${sample.task}\n${sample.theory?.subfieldTheory ?? ''}\n${sample.theory?.formulaSheet ?? ''}`;
      for (const secret of [sample.answer.display, ...sample.answer.equivalents].filter((form) => form.length > 6)) {
        if (!given.includes(secret)) expect(sent.includes(secret)).toBe(false);
      }
    }
  }
}

describe('never to the tutor', () => {
  it('keeps the answer key, its forms and the labels of an invented sample', () => {
    const sample = socratesSample({
      title: 'SECRET title',
      topic: 'SECRET topic',
      level: 'SECRET level',
      answer: { display: 'SECRET display', roots: ['SECRET root'], equivalents: ['SECRET form'] },
    });
    for (const student of ['script', 'model'] as const) expectNothingSecret(sample, { student });
    for (const placement of ['own', 'own+instructions', 'benchmark'] as const) {
      const made = plan(allVariables, sample, {}, placement);
      const messages = messagesForTurn(made, [], 10);
      expect(JSON.stringify([made.system, messages])).not.toMatch(/SECRET/);
    }
  });

  it('keeps those of every task that ships, in both conditions', () => {
    const samples = expandTheory(starterSamples(), { theory: 'both' });
    expect(samples.length).toBeGreaterThan(20);
    for (const sample of samples) {
      for (const student of ['script', 'model'] as const) expectNothingSecret(sample, { student });
      if (sample.condition === 'noTheory') expect(plan(allVariables, sample).system).not.toContain('REFERENCE');
    }
  });
});
