import { z } from 'zod';
import { booleanJudge, systemOf, toyBenchmark } from './toyBenchmark';

const plainSample = z.object({ id: z.string(), turns: z.int().positive() });
export type PlainSample = z.infer<typeof plainSample>;

/** Any number of turns, and two judges of the last reply. Used for the engine's behaviour. */
export const plainToy = toyBenchmark('mrbench', plainSample, {
  plan: (sample, prompt) => ({
    system: systemOf(prompt),
    opening: [],
    studentTurns: Array.from({ length: sample.turns }, (_, index) => ({
      role: 'user' as const,
      content: `${sample.id} says ${index + 1}`,
    })),
    decoding: { maxOutputTokens: 100 },
    warnings: [],
  }),
  judgements: (sample, dialogue) =>
    ['tone', 'clarity'].map((judge) =>
      booleanJudge(judge, { judge, unit: 'reply' }, `${sample.id}: ${dialogue.replies.at(-1)?.visible ?? ''}`),
    ),
});

export function plainSamples(count: number, turns = 1): readonly PlainSample[] {
  return Array.from({ length: count }, (_, index) => ({ id: `s${index + 1}`, turns }));
}
