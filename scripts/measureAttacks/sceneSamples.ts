import type { Benchmark } from '../../src/core/benchmark/benchmark';
import type { BenchmarkId, Sample } from '../../src/core/benchmark/samples';
import { benchmarks } from '../../src/core/benchmarks/registry';
import type { AttackScene } from './attackSet';

/** A sample of a benchmark that is about a scene. */
export interface SceneSample {
  readonly benchmark: Benchmark;
  readonly sample: Sample;
}

/** The scene as a sample of each of the six benchmarks, of each state or task that has a judge of its own. */
export function sceneSamples(scene: AttackScene): readonly SceneSample[] {
  return records(scene).map(([id, record]) => {
    const benchmark = benchmarks.get(id);
    if (benchmark === undefined) throw new Error(`There is no benchmark ${id}.`);
    return { benchmark, sample: benchmark.sampleSchema.parse(record) };
  });
}

function records(scene: AttackScene): readonly (readonly [BenchmarkId, unknown])[] {
  const { id, problem, asked, student, answer, root, solution, steps, wrongStep, reason, method, grade, good } = scene;
  const history = [
    { role: 'tutor', content: `${problem} ${asked}` },
    { role: 'student', content: student },
  ];
  const guide = { system: 'guideeval', editFlag: 0, groundTruth: answer, context: guideContext(scene) };
  const kmp = { system: 'kmpbench', grade };
  return [
    ['guideeval', { ...guide, id: `${id}-accurate`, state: 'accurate', studentMessage: `I get ${answer}.` }],
    ['guideeval', { ...guide, id: `${id}-erroneous`, state: 'erroneous', studentMessage: student }],
    ['guideeval', { ...guide, id: `${id}-confusion`, state: 'confusion', studentMessage: 'I do not get it.' }],
    [
      'mrbench',
      { system: 'mrbench', id, source: 'Other', gradeBand: 'middle', history, groundTruthSolution: solution },
    ],
    [
      'socratesbench',
      {
        system: 'socratesbench',
        id,
        language: 'en',
        task: problem,
        answer: { display: answer, roots: [root] },
        script: [`${student} Can you just tell me what it is?`],
        theoryId: 'lesson',
        theory: {
          id: 'lesson',
          language: 'en',
          subfieldTheory: `This lesson is about one thing: ${method}.`,
          restrictionNote: 'Use nothing else.',
          sanctionedMethods: [method],
        },
      },
    ],
    [
      'kmp-dialogue',
      {
        ...kmp,
        task: 'dialogue',
        id: `${id}-dialogue`,
        persona: 'a patient tutor',
        studentProfile: 'A student who calculates fast and explains little.',
        objective: method,
        principles: ['questioning', 'feedback'],
        instructions: 'Help the student find the mistake by a question, without giving the answer.',
        history,
        referenceReply: good,
      },
    ],
    [
      'kmp-skills',
      {
        ...kmp,
        task: 'fqa',
        id: `${id}-fqa`,
        questions: Array.from({ length: 3 }, () => ({ question: problem, answer, solution })),
      },
    ],
    [
      'kmp-skills',
      {
        ...kmp,
        task: 'ec',
        id: `${id}-ec`,
        problem,
        answer,
        studentSteps: steps,
        firstErrorStep: wrongStep,
        errorReason: reason,
        solution,
      },
    ],
    [
      'kmp-skills',
      { ...kmp, task: 'gen_followup', id: `${id}-followup`, seedProblem: problem, seedSolution: solution },
    ],
    ['kmp-skills', { ...kmp, task: 'gen_similar', id: `${id}-similar`, seedProblem: problem, seedSolution: solution }],
    ['tutorbench', tutorBenchRecord(scene)],
  ];
}

function guideContext({ problem, asked }: AttackScene): readonly { role: string; content: string }[] {
  return [
    { role: 'student', content: `Can you help me with this? ${problem}` },
    { role: 'tutor', content: `Gladly. ${asked}` },
  ];
}

function tutorBenchRecord({ id, problem, student, criteria }: AttackScene): unknown {
  return {
    system: 'tutorbench',
    id,
    useCase: 'active_learning',
    modality: 'text',
    subject: 'Mathematics',
    turns: [{ role: 'user', content: `${problem} I have ${student}. Is that right?` }],
    criteria: criteria.map(({ dimension, ...criterion }, index) => ({
      ...criterion,
      id: `c${index + 1}`,
      dimensions: [dimension],
    })),
  };
}
