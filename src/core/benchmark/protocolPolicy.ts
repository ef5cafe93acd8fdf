/** A choice in how a benchmark is played, judged or counted. Schema, options, settings and comparison use it. */
export interface PolicyDefinition {
  /** All values, default first. Runs with different values are not comparable, unless `isAdditive`. */
  readonly values: readonly [PolicyValue, ...PolicyValue[]];
  /** One sentence without its full stop: the text of the setting, and of the option unless that has its own. */
  readonly text: string;
  /** What the setting says after that sentence. */
  readonly more?: string;
  /** It only adds a statistic beside the others. */
  readonly isAdditive?: true;
  /** The value that makes the benchmark ask all its judges, if the default does not. */
  readonly widest?: PolicyValue;
  /** A non-default value is a whole published protocol: nothing else of the benchmark can be chosen then. */
  readonly isPreset?: true;
  /** Another value plays other samples than those that are stored with a calibration. */
  readonly changesSamples?: true;
  /** The setting's name after `tutorPromptLab.`. */
  readonly setting?: string;
  /** The same of a setting that names the model which plays the student: the second value, if there is one. */
  readonly studentSetting?: string;
  /** The command-line option. A boolean choice is a switch: `--no-…` if the default is true. */
  readonly option?: { readonly name: string; readonly value?: string; readonly text?: string };
  /** The option of `calibrate`, and the note that a calibration then shows. */
  readonly calibrate?: { readonly text: string; readonly note: string };
  /** The option of `judge-prompt`, if a judge has another text under this choice. */
  readonly judgePrompt?: string;
}

type PolicyValue = string | boolean;

/** The choices of one benchmark by name. No two benchmarks have one of the same name. */
export type Policies = Readonly<Record<string, PolicyDefinition>>;

/** What was chosen for all benchmarks, by name. A choice that is missing has its default. */
export type ProtocolPolicy = Readonly<Record<string, PolicyValue>>;

/** Reads a benchmark's own choices from what was chosen for all. */
export function choiceReader<P extends Policies>(
  policies: P,
): <Name extends keyof P & string>(policy: ProtocolPolicy, name: Name) => P[Name]['values'][number] {
  return (policy, name) => (policy[name] ?? policies[name]?.values[0]) as P[typeof name]['values'][number];
}
