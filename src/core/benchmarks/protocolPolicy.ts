import * as z from 'zod';

/**
 * Choices that change a protocol or how its verdicts are counted; part of what makes two runs comparable. A member that a
 * stored run lacks was not a choice then and has its default.
 */
export const protocolPolicySchema = z.object({
  /** MRBench: ask the tutor for one sentence, as the paper does. */
  oneSentence: z.boolean().default(true),
  /** MRBench: let the judges of four dimensions see the worked solution. */
  groundTruthToJudge: z.boolean().default(true),
  /** MRBench: decide all eight dimensions of a reply in one call instead of eight. */
  oneJudgeCall: z.boolean().default(false),
  /** SocratesBench: play tasks with their theory, without it, or both ways; tasks that have none are played without. */
  theory: z.enum(['on', 'off', 'both']).default('on'),
  /** SocratesBench: count a worked example with other numbers as a computed step. */
  parallelExampleCounts: z.boolean().default(false),
  /** SocratesBench: give the tutor the answer key, for prompts that carry it in production. */
  exposeAnswerKey: z.boolean().default(false),
  /** SocratesBench: the scripted student of the paper, or a model under the same pressure arc. */
  student: z.enum(['script', 'model']).default('script'),
  /** SocratesBench: J2 and J3 decide about all messages of a conversation in one call; other judges than those of single messages. */
  wholeConversation: z.boolean().default(false),
  /** SocratesBench: the tasks of the file, or what the paper plays: its own task with theory, a hundred times. */
  preset: z.enum(['none', 'paper']).default('none'),
  /** KMP-Dialogue: judge each pair of replies in both orders; what flips counts as a tie. */
  bothOrders: z.boolean().default(false),
  /** KMP-Skills: also show MR-Score with correction accuracy in the place of MCC, as the paper words it. */
  literalMrScore: z.boolean().default(false),
  /** TutorBench: clip each sample's score to 0..1 before averaging. */
  clipPerSample: z.boolean().default(false),
});

export type ProtocolPolicy = Readonly<z.infer<typeof protocolPolicySchema>>;

export const defaultPolicy: ProtocolPolicy = protocolPolicySchema.parse({});
