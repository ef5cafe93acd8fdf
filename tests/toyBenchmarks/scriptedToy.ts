import { z } from 'zod';
import { booleanJudge, systemOf, toyBenchmark } from './toyBenchmark';

const scriptedSample = z.object({ id: z.string(), script: z.array(z.string()).min(1), answer: z.string() });

/** The shape of SocratesBench: a script, one judge of the conversation, one judge of each message. */
export const scriptedToy = toyBenchmark('socratesbench', scriptedSample, {
  defaultRepeats: 10,
  plan: (sample, prompt) => ({
    system: systemOf(prompt),
    opening: [],
    studentTurns: sample.script.map((content) => ({ role: 'user' as const, content })),
    decoding: { maxOutputTokens: 100 },
    warnings: [],
  }),
  judgements: (sample, dialogue) => [
    booleanJudge(
      'J1',
      { judge: 'J1', unit: 'conversation' },
      `Answer ${sample.answer}\n${dialogue.replies.map((reply) => reply.visible).join('\n')}`,
    ),
    ...dialogue.replies.map(({ turn, visible }) =>
      booleanJudge(`J2@${turn}`, { judge: 'J2', unit: 'message', turn }, `Message ${turn}: ${visible}`),
    ),
  ],
});
