import { z } from 'zod';
import { booleanJudge, systemOf, toyBenchmark } from './toyBenchmark';

const scriptedSample = z.object({ id: z.string(), script: z.array(z.string()).min(1), answer: z.string() });

/** What stands in the place of words that a student's model has yet to say; no model may ever see it. */
export const unsaid = 'never to be sent';

/**
 * The shape of SocratesBench: a script, one judge of the conversation, one judge of each message; under the policy
 * `student: model` the script's later lines become the cues of a modelled student.
 */
export const scriptedToy = toyBenchmark('socratesbench', scriptedSample, {
  defaultRepeats: 10,
  plan: (sample, prompt, policy) => {
    const isModelled = policy.student === 'model';
    return {
      system: systemOf(prompt),
      opening: [],
      studentTurns: sample.script.map((content, index) => ({
        role: 'user' as const,
        content: isModelled && index > 0 ? unsaid : content,
      })),
      decoding: { maxOutputTokens: 100 },
      ...(isModelled
        ? {
            modelledStudent: {
              system: `You are the student of ${sample.id}.`,
              cues: sample.script.map((_, index) => (index === 0 ? '' : `Press ${index + 1}.`)),
              decoding: { maxOutputTokens: 50 },
              simulate: (turn: number) => `Simulated student words ${turn}.`,
            },
          }
        : {}),
      warnings: [],
    };
  },
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
