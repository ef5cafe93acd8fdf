import { describe, expect, it } from 'vitest';
import { kmpSkills } from '../../../src/core/benchmarks/kmpSkills/definition';
import { correctionRequest, instructionsOf, requestsOf } from '../../../src/core/benchmarks/kmpSkills/plan';
import type { KmpSkillsSample } from '../../../src/core/benchmarks/kmpSkills/samples';
import { defaultPolicy } from '../../../src/core/benchmarks/policies';
import { messagesForTurn, type DialoguePlan } from '../../../src/core/benchmark/dialogue';
import { parseTemplate, type Placement } from '../../../src/core/prompt/promptTemplate';
import { missingNote, publicFile } from '../mrbench/publicFile';
import {
  chain,
  followUpSeed,
  oneOfEach,
  publicSampleFiles,
  publicSamples,
  rightSolution,
  seed,
  starterSamples,
  wrongSolution,
} from './sampleFiles';

function plan(sample: KmpSkillsSample, text = 'Be kind.', placement: Placement = 'own+instructions'): DialoguePlan {
  return kmpSkills.plan(sample, { template: parseTemplate(text), placement }, defaultPolicy, { repeat: 0, seed: 1 });
}

const allVariables = kmpSkills.variables.map(({ name }) => `${name}={{${name}}}`).join('\n');

describe('plan', () => {
  it('asks the three questions of a chain in turn, with the tutor’s own replies between them', () => {
    const played = plan(chain);
    expect(played.opening).toEqual([]);
    expect(played.decoding).toEqual({ temperature: 0, maxOutputTokens: 4_096 });
    const replies = [1, 2].map((turn) => ({ turn, raw: `R${turn}`, visible: `R${turn}`, finish: 'stop' as const }));
    expect(messagesForTurn(played, replies, 3).map(({ role, content }) => [role, content])).toEqual([
      ['user', chain.questions[0]?.question],
      ['assistant', 'R1'],
      ['user', chain.questions[1]?.question],
      ['assistant', 'R2'],
      ['user', chain.questions[2]?.question],
    ]);
  });

  it('shows problem and numbered steps, then asks for the corrected solution, whether or not there is an error', () => {
    for (const sample of [wrongSolution, rightSolution]) {
      const [first, second] = plan(sample).studentTurns;
      expect(first?.content).toContain(sample.problem);
      expect(first?.content).toContain(`Step 2: ${sample.studentSteps[1] ?? '?'}`);
      expect(first?.content).toMatch(/which step is the first wrong one/);
      expect(second?.content).toBe(correctionRequest);
    }
  });

  it('gives seed problem and seed solution, then asks for two problems, in the sample’s words where it has some', () => {
    const { opening, studentTurns } = plan(seed);
    expect(opening).toEqual([
      { role: 'user', content: seed.seedProblem },
      { role: 'assistant', content: seed.seedSolution },
    ]);
    expect(studentTurns.map(({ content }) => content)).toEqual(requestsOf(seed));
    expect(plan(followUpSeed).studentTurns.map(({ content }) => content)).toEqual(requestsOf(followUpSeed));
    const requests = ['An easy one, please.', 'A hard one.'] as const;
    expect(plan({ ...seed, requests }).studentTurns.map(({ content }) => content)).toEqual(requests);
  });

  it('appends the task statement by default, unless the file has it; sends the file alone or the statement alone otherwise', () => {
    for (const sample of oneOfEach) {
      const statement = instructionsOf[sample.task];
      expect(plan(sample).system).toBe(`Be kind.\n\n${statement}`);
      expect(plan(sample, '{{instructions}} Be kind.').system).toBe(`${statement} Be kind.`);
      expect(plan(sample, 'Be kind.', 'own').system).toBe('Be kind.');
      expect(plan(sample, 'Not sent {{history}}', 'benchmark').system).toBe(statement);
      expect(plan(sample, 'Not sent {{history}}', 'benchmark').opening).toEqual(plan(sample).opening);
    }
    expect(kmpSkills.placements).toMatchObject({ default: 'own+instructions' });
  });

  it('moves the seed to {{history}}, and fills in grade and domain', () => {
    const moved = plan(seed, '{{history}}');
    expect(moved.opening).toEqual([]);
    expect(moved.system).toContain(`Student: ${seed.seedProblem}\nTutor: ${seed.seedSolution}`);
    expect(plan(chain, 'Year {{grade}}, {{domain}}', 'own').system).toBe('Year 3, multiplication');
  });

  it('warns of what it left empty, and knows the variables of the dialogue benchmark', () => {
    expect(plan(chain).warnings).toEqual([]);
    const { system, warnings } = plan(seed, '[{{persona}}{{grade}}]', 'own');
    expect(system).toBe('[]');
    expect(warnings).toHaveLength(2);
    expect(warnings[0]).toContain('{{persona}}');
  });

  it('fills in one pass: a variable inside a question stays text', () => {
    expect(plan(chain, allVariables).studentTurns[1]?.content).toContain('{{instructions}}');
  });
});

const placements: readonly Placement[] = ['own', 'own+instructions', 'benchmark'];

/** The sample with everything that the tutor must not see exchanged. */
function disguised(sample: KmpSkillsSample): KmpSkillsSample {
  const meta = { id: '-', title: undefined, seedId: undefined };
  if (sample.task === 'fqa') {
    const questions = sample.questions.map(({ question }) => ({ question, answer: '-', solution: undefined }));
    return { ...sample, ...meta, questions };
  }
  if (sample.task !== 'ec') return { ...sample, ...meta };
  return {
    ...sample,
    ...meta,
    source: undefined,
    answer: undefined,
    firstErrorStep: -1,
    errorReason: undefined,
    solution: undefined,
  };
}

function expectNothingSecret(samples: readonly KmpSkillsSample[]): void {
  for (const sample of samples) {
    for (const placement of placements) {
      for (const text of ['Be kind.', allVariables]) {
        const sent = plan(sample, text, placement);
        // What the plan of a sample without secrets equals cannot hold one.
        expect(sent).toEqual(plan(disguised(sample), text, placement));
      }
    }
  }
}

describe('never to the tutor', () => {
  it('keeps answers, solutions, labels and reasons of invented samples', () => {
    expectNothingSecret(oneOfEach);
    for (const sample of oneOfEach) {
      for (const placement of placements) {
        expect(JSON.stringify(plan(sample, allVariables, placement))).not.toContain('SECRET');
      }
    }
  });

  it('keeps those of every starter sample', () => {
    const samples = starterSamples();
    expect(samples.length).toBeGreaterThanOrEqual(50);
    expectNothingSecret(samples);
    for (const sample of samples) {
      if (sample.task !== 'ec' || sample.errorReason === undefined) continue;
      expect(JSON.stringify(plan(sample, allVariables))).not.toContain(sample.errorReason);
    }
  });

  describe.each(publicSampleFiles)('of public files', (path, _format, records) => {
    it.skipIf(publicFile(path) === undefined)(`keeps those of every sample of ${path}${missingNote([path])}`, () => {
      const samples = publicSamples(path);
      expect(samples).toHaveLength(records);
      expectNothingSecret(samples);
    });
  });
});
