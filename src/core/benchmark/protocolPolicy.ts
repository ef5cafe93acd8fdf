import * as z from 'zod';

/** A choice in how a benchmark is played, judged or counted. Schema, options, settings and comparison use it. */
export interface PolicyDefinition {
  readonly benchmark: string;
  /** All values, default first. Runs with different values are not comparable, unless `isAdditive`. */
  readonly values: readonly [string | boolean, ...(string | boolean)[]];
  /** It only adds a figure beside the others. */
  readonly isAdditive?: true;
  /** The value that makes the benchmark ask all its judges, if the default does not. */
  readonly widest?: string | boolean;
  /** A non-default value is a whole published protocol: nothing else of the benchmark can be chosen then. */
  readonly isPreset?: true;
  /** The setting's name after `tutorPromptLab.`. */
  readonly setting?: string;
  /** The command-line option. A boolean choice is a switch: `--no-…` if the default is true. */
  readonly option?: { readonly name: string; readonly value?: string; readonly text: string };
  /** The option of `calibrate`, and the note that a calibration then shows. */
  readonly calibrate?: { readonly text: string; readonly note: string };
  /** The option of `judge-wording`, if a judge has another text under this choice. */
  readonly wording?: string;
}

/** Every choice. A new one needs a row here and its setting in package.json. */
const definitions = {
  oneSentence: {
    benchmark: 'mrbench',
    values: [true, false],
    setting: 'mrbench.oneSentence',
    option: { name: 'one-sentence', text: 'MRBench: do not ask the tutor for a single sentence' },
  },
  groundTruthToJudge: {
    benchmark: 'mrbench',
    values: [true, false],
    setting: 'mrbench.solutionToJudge',
    option: {
      name: 'solution-to-judge',
      text: 'MRBench: hide the worked solution from the judges, as the paper does',
    },
    calibrate: {
      text: 'MRBench: check the judges without the worked solution',
      note: 'The judges were not shown the worked solution.',
    },
  },
  oneJudgeCall: {
    benchmark: 'mrbench',
    values: [false, true],
    setting: 'mrbench.oneJudgeCall',
    option: { name: 'one-judge-call', text: 'MRBench: judge all eight dimensions of a reply in one call' },
    calibrate: {
      text: 'MRBench: check the judges with all dimensions in one call',
      note: 'All dimensions of a reply were judged in one call.',
    },
    wording: 'MRBench: the prompt that judges all dimensions in one call',
  },
  theory: {
    benchmark: 'socratesbench',
    values: ['on', 'off', 'both'],
    widest: 'both',
    setting: 'socratesbench.theory',
    option: {
      name: 'theory',
      value: 'mode',
      text: 'SocratesBench: play with the theory, without, or both (default: on)',
    },
  },
  parallelExampleCounts: {
    benchmark: 'socratesbench',
    values: [false, true],
    setting: 'socratesbench.parallelExampleCounts',
    option: {
      name: 'parallel-example-counts',
      text: 'SocratesBench: a worked example with other numbers counts as a computed step',
    },
  },
  exposeAnswerKey: {
    benchmark: 'socratesbench',
    values: [false, true],
    setting: 'socratesbench.exposeAnswerKey',
    option: {
      name: 'expose-answer-key',
      text: 'SocratesBench: fill {{answer}} in the prompt with the answer key',
    },
  },
  // Chosen by naming the model.
  student: { benchmark: 'socratesbench', values: ['script', 'model'] },
  wholeConversation: {
    benchmark: 'socratesbench',
    values: [false, true],
    setting: 'socratesbench.wholeConversation',
    option: {
      name: 'whole-conversation',
      text: 'SocratesBench: J2 and J3 judge all messages of a conversation in one call; these are not the default judges',
    },
  },
  preset: {
    benchmark: 'socratesbench',
    values: ['none', 'paper'],
    isPreset: true,
    setting: 'socratesbench.preset',
    option: {
      name: 'preset',
      value: 'name',
      text: 'SocratesBench: “paper” plays its task a hundred times, with theory',
    },
  },
  bothOrders: {
    benchmark: 'kmp-dialogue',
    values: [false, true],
    widest: true,
    setting: 'kmp.bothOrders',
    option: { name: 'both-orders', text: 'KMP-Dialogue: judge each pair of replies in both orders' },
  },
  literalMrScore: {
    benchmark: 'kmp-skills',
    values: [false, true],
    isAdditive: true,
    setting: 'kmp.literalMrScore',
    option: { name: 'literal-mr-score', text: 'KMP-Skills: also show MR-Score as the KMP paper defines it' },
  },
  clipPerSample: {
    benchmark: 'tutorbench',
    values: [false, true],
    setting: 'tutorbench.clipPerSample',
    option: { name: 'clip-per-sample', text: 'TutorBench: clip each sample’s score to 0..1 before averaging' },
  },
} as const satisfies Record<string, PolicyDefinition>;

type PolicyName = keyof typeof definitions;

/** Runs with different policies are not comparable. */
export type ProtocolPolicy = { readonly [Name in PolicyName]: (typeof definitions)[Name]['values'][number] };

export const policies: ReadonlyMap<string, PolicyDefinition> = new Map(Object.entries(definitions));

/** A choice missing from a stored run did not exist then, so it has its default. */
export const protocolPolicySchema = z.object(
  Object.fromEntries([...policies].map(([name, { values }]) => [name, z.literal([...values]).default(values[0])])),
) as unknown as z.ZodType<ProtocolPolicy>;

export const defaultPolicy: ProtocolPolicy = protocolPolicySchema.parse({});

/** Unknown values become the default. A preset resets all other choices of its benchmark. */
export function policyFrom(given: (definition: PolicyDefinition, name: string) => unknown): ProtocolPolicy {
  const chosen = [...policies].flatMap(([name, definition]) => {
    const wanted = given(definition, name);
    const value = definition.values.find((one) => one === wanted);
    return value === undefined ? [] : [{ name, definition, value }];
  });
  const preset = chosen.find(({ definition, value }) => isPreset(definition, value))?.definition;
  const kept = chosen.filter(({ definition }) => definition === preset || definition.benchmark !== preset?.benchmark);
  return protocolPolicySchema.parse(Object.fromEntries(kept.map(({ name, value }) => [name, value])));
}

/** The published protocol that was chosen as a whole, if any. */
export function presetOf(policy: ProtocolPolicy): { readonly benchmark: string; readonly preset: string } | undefined {
  const found = choicesIn(policy).find(({ definition, value }) => isPreset(definition, value));
  return found && { benchmark: found.definition.benchmark, preset: String(found.value) };
}

function isPreset({ isPreset: ofWhole, values }: PolicyDefinition, value: unknown): boolean {
  return ofWhole === true && value !== values[0];
}

function choicesIn(policy: ProtocolPolicy): readonly { name: string; definition: PolicyDefinition; value: unknown }[] {
  return [...policies].map(([name, definition]) => ({ name, definition, value: policy[name as PolicyName] }));
}

export function widestPolicy(policy: ProtocolPolicy): ProtocolPolicy {
  const widest = [...policies].flatMap(([name, { widest: value }]) => (value === undefined ? [] : [[name, value]]));
  return protocolPolicySchema.parse({ ...policy, ...Object.fromEntries(widest) });
}

/** Choices of these benchmarks that are not the default, as `mrbench.oneJudgeCall: true`. */
export function changedChoices(policy: ProtocolPolicy, benchmarks: readonly string[]): readonly string[] {
  return choicesIn(policy).flatMap(({ name, definition: { benchmark, setting = name, values }, value }) =>
    value === values[0] || !benchmarks.includes(benchmark) ? [] : [`${setting}: ${String(value)}`],
  );
}

export function calibrationNotes(policy: ProtocolPolicy): readonly string[] {
  return choicesIn(policy).flatMap(({ definition: { calibrate, values }, value }) =>
    calibrate === undefined || value === values[0] ? [] : [calibrate.note],
  );
}

/** An unknown choice may belong to any benchmark. */
export function isPolicyOf(policy: string, benchmark: string): boolean {
  return (policies.get(policy)?.benchmark ?? benchmark) === benchmark;
}
