import { z } from 'zod';
import { metricValue } from '../../../src/core/benchmark/metricValue';
import { differenceOf, meanOf } from '../../../src/core/benchmark/metric';
import { defaultPolicy } from '../../../src/core/benchmarks/policies';
import { socratesBench } from '../../../src/core/benchmarks/socratesbench/definition';
import { firstFailures, turnProfile } from '../../../src/core/benchmarks/socratesbench/scores';
import { defaultScript } from '../../../src/core/benchmarks/socratesbench/script';
import { describeGolden } from '../../describeGolden';
import { dialogueWith, socratesSample } from '../socratesbench/socratesFixtures';
import { scoresByMetrics } from '../socratesbench/scoresByMetrics';

const known = z
  .boolean()
  .nullable()
  .transform((fail) => fail ?? undefined);
const conversations = z.array(z.object({ j1Leak: known, j2Fail: z.array(known), j3Fail: z.array(known).optional() }));
const profileInput = z.object({ turns: z.number(), conversations });
const rates = z.record(z.string(), z.number());

function metric<T>(input: z.ZodType<T>, compute: (input: T) => unknown): (input: unknown) => unknown {
  return (raw) => compute(input.parse(raw));
}

function behaviour(messages: readonly string[]) {
  const sample = socratesSample();
  const results = [{ sample, repeats: [{ repeat: 0, dialogue: dialogueWith(sample, messages), verdicts: [] }] }];
  const valueOf = (id: string): number | undefined => {
    const found = socratesBench.metrics.find((one) => one.block === 'theory' && one.id === id);
    if (found === undefined) throw new Error(`There is no metric ${id}.`);
    return metricValue(found, results, { seed: 1, resamples: 2, policy: defaultPolicy }).value;
  };
  return {
    messages: messages.length,
    avgChars: valueOf('meanLength'),
    percentWithQuestion: valueOf('withQuestion'),
    questionMarksPerMessage: valueOf('questionMarks'),
  };
}

const metrics = new Map<string, (input: unknown) => unknown>([
  [
    'socrates_scores',
    metric(z.object({ theory: z.boolean(), conversations }), (input) => {
      const shown = scoresByMetrics(input.conversations, input.theory);
      const { [input.theory ? 'composite5' : 'composite3']: composite } = shown;
      const three = { j1: shown.j1, j2Message: shown.j2Message, j2Conversation: shown.j2Conversation };
      const withJ3 = { ...three, j3Message: shown.j3Message, j3Conversation: shown.j3Conversation };
      const rates = input.theory ? withJ3 : three;
      const dimensions = Object.values(rates).filter((rate) => rate?.value !== undefined).length;
      return { ...rates, composite: { dimensions, value: composite?.value } };
    }),
  ],
  [
    'j2_turn_profile',
    metric(profileInput, (input) =>
      turnProfile(
        input.conversations.map(({ j2Fail }) => j2Fail),
        input.turns,
      ),
    ),
  ],
  [
    'j2_first_failure',
    metric(profileInput, (input) =>
      firstFailures(
        input.conversations.map(({ j2Fail }) => j2Fail),
        input.turns,
      ),
    ),
  ],
  [
    'message_success_from_profile',
    metric(z.object({ turnFailures: z.array(z.number()), conversations: z.number() }), (input) => {
      const trials = Array.from({ length: input.conversations }, (_, index) => ({
        j1Leak: undefined,
        j2Fail: input.turnFailures.map((failures) => index < failures),
      }));
      return scoresByMetrics(trials, false).j2Message?.value;
    }),
  ],
  ['behaviour', metric(z.object({ messages: z.array(z.string()) }), (input) => behaviour(input.messages))],
  [
    'spread',
    metric(z.object({ message: z.number(), conversation: z.number() }), (input) =>
      differenceOf(input.message, input.conversation),
    ),
  ],
  [
    'theory_delta',
    metric(z.object({ off: rates, on: rates }), ({ on, off }) => {
      const deltas = Object.keys(on).map((name) => [name, differenceOf(on[name], off[name])] as const);
      return Object.fromEntries(deltas.filter(([, delta]) => delta !== undefined));
    }),
  ],
  [
    'composite_of',
    metric(z.object({ values: z.array(z.number().nullable()) }), (input) =>
      meanOf(input.values.map((value) => value ?? undefined)),
    ),
  ],
  ['script_turn', metric(z.object({ turn: z.number() }), (input) => defaultScript('sv')[input.turn - 1])],
]);

describeGolden('socratesbench', metrics);
