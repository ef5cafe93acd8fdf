import { z } from 'zod';
import type { Benchmark } from '../../src/core/benchmark/benchmark';
import type { JudgeReading, JudgeTask } from '../../src/core/benchmark/judging/judgeTask';
import { lastJsonObject } from '../../src/core/benchmark/judging/lastJsonObject';
import { readVerdict } from '../../src/core/benchmark/judging/readAnswer';
import type { VerdictSlot } from '../../src/core/benchmark/judging/verdict';
import type { BenchmarkId, Sample } from '../../src/core/benchmark/samples';
import { renderTemplate, type TutorPrompt } from '../../src/core/prompt/promptTemplate';
import type { ImageReference } from '../../src/core/providers/message';

/** The members of a benchmark that make its shape; the rest is the same for all toys. */
export type ToyParts<S extends Sample> = Pick<Benchmark<S>, 'plan' | 'judgements'> & Partial<Benchmark<S>>;

/** A benchmark for tests, complete in every member. */
export function toyBenchmark<S extends Sample>(
  id: BenchmarkId,
  sampleSchema: z.ZodType<S>,
  parts: ToyParts<S>,
): Benchmark<S> {
  return {
    id,
    system: id,
    title: `Toy ${id}`,
    question: 'Does the engine work?',
    protocol: 'toy-1',
    starterSet: `${id}.jsonl`,
    sampleSchema,
    checkSamples: () => [],
    importers: [],
    placements: { default: 'own', allowed: ['own', 'benchmark'] },
    variables: [],
    baselines: [],
    defaultRepeats: 1,
    unitOf: (sample) => sample.id,
    summarize: (sample) => ({ title: sample.id, quote: '', group: '', subject: '' }),
    judges: [],
    metrics: [],
    outcomeOf: (verdict) =>
      verdict.status === 'unscored' ? 'unscored' : verdict.label === true ? 'desired' : 'undesired',
    blocks: [],
    simulateTutor: (sample, turn) => `Simulated reply ${turn} to ${sample.id}.`,
    ...parts,
  };
}

/** The system message of a toy: the prompt file alone. */
export function systemOf(prompt: TutorPrompt): string {
  return renderTemplate(prompt.template, {}).text;
}

const booleanAnswer = z.object({ reasoning: z.string(), verdict: z.boolean() });

/** A judge that owes one boolean: `{"reasoning": …, "verdict": true}`. */
export function booleanJudge(
  key: string,
  slot: VerdictSlot,
  material: string,
  images?: readonly ImageReference[],
): JudgeTask {
  return {
    key,
    judge: slot.judge,
    version: `${slot.judge}@00000001`,
    slots: [slot],
    prompt: { fixed: `You are judge ${slot.judge}.`, material, images },
    schema: { name: slot.judge, zod: booleanAnswer },
    read: readVerdict({
      schema: booleanAnswer,
      toVerdicts: ({ reasoning, verdict }) => [{ ...slot, status: 'ok', label: verdict, reasoning }],
    }),
    simulate: () => JSON.stringify({ reasoning: 'simulated', verdict: true }),
  };
}

const criteriaAnswer = z.object({ verdicts: z.array(z.object({ id: z.string(), met: z.boolean() })) });

/** A judge that owes one boolean for each criterion; ids that it leaves out are asked for again alone. */
export function criteriaJudge(
  key: string,
  judge: string,
  ids: readonly string[],
  material: string,
  images?: readonly ImageReference[],
): JudgeTask {
  const slots = ids.map((criterionId): VerdictSlot => ({ judge, unit: 'criterion', criterionId }));
  const promptFor = (asked: readonly VerdictSlot[]): JudgeTask['prompt'] => ({
    fixed: `You are judge ${judge}.`,
    material: `${material}\nCriteria: ${asked.map((slot) => slot.criterionId).join(', ')}`,
    images,
  });
  return {
    key,
    judge,
    version: `${judge}@00000002`,
    slots,
    prompt: promptFor(slots),
    schema: { name: judge, zod: criteriaAnswer },
    read(text, expected = slots): JudgeReading {
      const search = lastJsonObject(text);
      if (search.kind === 'none') return { kind: 'unreadable', problem: search.problem };
      const answer = criteriaAnswer.safeParse(search.value);
      if (!answer.success) return { kind: 'unreadable', problem: 'The answer is not in the shape asked for.' };
      const met = new Map(answer.data.verdicts.map((verdict) => [verdict.id, verdict.met]));
      const read = expected.filter((slot) => met.has(slot.criterionId ?? ''));
      const verdicts = read.map((slot) => ({ ...slot, status: 'ok', label: met.get(slot.criterionId ?? '') }) as const);
      const left = expected.filter((slot) => !met.has(slot.criterionId ?? ''));
      if (left.length === 0) return { kind: 'verdicts', verdicts };
      const problem = `Left out: ${left.map((slot) => slot.criterionId).join(', ')}.`;
      return { kind: 'partial', verdicts, problem, remaining: promptFor(left) };
    },
    simulate: () => JSON.stringify({ verdicts: ids.map((id) => ({ id, met: true })) }),
  };
}
