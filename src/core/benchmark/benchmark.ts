import type * as z from 'zod';
import type { Placement, TutorPrompt } from '../prompt/promptTemplate';
import type { RuleId } from '../prompt/rules';
import type { Aspect } from '../prompt/ruleTopics';
import type { ChatMessage, ImageReference } from '../providers/message';
import type { Label } from '../statistics/agreement';
import type { Random } from '../statistics/random';
import type { Dialogue, DialoguePlan } from './dialogue';
import type { FailureTaxonomy } from './failureTaxonomy';
import type { GoldReply, RatedDecision, ReliabilityTable } from './goldReply';
import type { Importer } from './importer';
import type { ComputedVerdicts, JudgeInfo, JudgeTask } from './judging/judgeTask';
import type { Outcome, Verdict, VerdictSlot } from './judging/verdict';
import type { LabelGuide } from './labelGuide';
import type { StatisticOfMean, LabelledGroup, MetricDefinition, MetricMetadata } from './metric';
import type { BenchmarkPicture } from './picture';
import type { Policies, ProtocolPolicy } from './protocolPolicy';
import type { SampleResult } from './sampleResult';
import type { Sample, BenchmarkId, SampleProblem, SampleSummary } from './samples';

/** `{{name}}` in a prompt file. */
export interface PromptVariable {
  readonly name: string;
  readonly explain: string;
}

/** A built-in prompt to compare with, written after the paper's description. Ids look like `guideeval/rule`. */
export type BaselinePrompt = Readonly<Record<'id' | 'title' | 'text', string>>;

/** Verdicts can be filtered by tags, for instance by weight. */
export interface CriterionText {
  readonly text: string;
  readonly tags: readonly string[];
}

/** The trial of a sample that a plan is for; `repeat` counts from 0. */
export interface Trial {
  readonly repeat: number;
  readonly seed: number;
}

/** `value` is untrusted text. */
export interface Fact {
  readonly label: string;
  readonly value: string;
}

/** Its data, dialogues, judges and metrics. All members are pure: they make no calls and read no files. */
export interface Benchmark<S extends Sample = Sample> {
  readonly id: BenchmarkId;
  readonly title: string;
  /** One sentence: what it asks of a tutor. */
  readonly question: string;
  /** Up to three metrics (`block/id`) that summarise the benchmark, best first. Defaults to its first metric. */
  readonly headlines?: readonly string[];
  /** Changes with the protocol. Runs with different values are not comparable. */
  readonly protocol: string;
  /** What can be chosen in that protocol. Listed in `policies.ts` beside the registry, too. */
  readonly policies?: Policies;
  /** File name in `starter-sets/`. */
  readonly starterSet: string;
  /** The value of `system` in the project's own sample files. */
  readonly system: string;
  readonly sampleSchema: z.ZodType<S>;
  /** Reads the project's own sample files when records refer to each other; absent when each record stands alone. */
  readonly ownImporter?: Importer<S>;
  /** Checks rules between records, for instance that a pair is complete. */
  checkSamples(samples: readonly S[]): readonly SampleProblem[];
  /** Readers for public data sets in their original form, tried in order after the project's own format. */
  readonly importers: readonly Importer<S>[];
  readonly placements: { readonly default: Placement; readonly allowed: readonly Placement[] };
  /** Sent to the tutor in the placement `benchmark`; absent when a sample's instructions are sent alone. */
  readonly builtInPrompt?: string;
  readonly variables: readonly PromptVariable[];
  readonly baselines: readonly BaselinePrompt[];
  /** Trials of each sample unless the user or the sample gives another number. */
  readonly defaultRepeats: number;
  /** Trials that the sample asks for. The user's number takes precedence. */
  repeatsOf?(sample: S): number;
  /** The samples to play under a policy, for instance each with and without theory. Ids must stay unique. */
  expand?(samples: readonly S[], policy: ProtocolPolicy): readonly S[];
  /** Fills in `judgedAs`, which depends on all samples of the run and is not part of a sample's content. */
  deal?(samples: readonly S[]): readonly S[];
  /** `path` is relative to the sample file. */
  imagesOf?(sample: S): readonly ImageReference[];
  /** The unit that `--limit` and statistics count: a pair, a dialogue of several records, or a sample. */
  unitOf(sample: S): string;
  /** Kinds of units that an early look must have in their shares, for instance the student's state. */
  stratumOf?(sample: S): string;
  summarize(sample: S): SampleSummary;
  /** The messages of a sample. They must not contain what the specification hides from tutors, such as labels. */
  plan(sample: S, prompt: TutorPrompt, policy: ProtocolPolicy, trial: Trial): DialoguePlan;
  /** The dialogue before the reply, when `plan` sends it in another form. Recorded chats are matched against it. */
  dialogueOf?(sample: S): readonly ChatMessage[];
  readonly judges: readonly JudgeInfo[];
  /** Judge versions, by id, that differ from `judges` under a policy. */
  versionsUnder?(policy: ProtocolPolicy): Readonly<Record<string, string>>;
  /**
   * The judgements that can be made now. Called when a dialogue is complete and again after every verdict, so that one
   * judge may depend on another. The engine skips tasks whose key is already answered.
   */
  judgements(
    sample: S,
    dialogue: Dialogue,
    verdicts: readonly Verdict[],
    policy: ProtocolPolicy,
  ): readonly (JudgeTask | ComputedVerdicts)[];
  /** Whether a judge can give this verdict on this sample. Runs for each stored verdict, so it takes constant time. */
  canGive?(verdict: Verdict, sample: S): boolean;
  readonly metrics: readonly MetricDefinition<S>[];
  /** Whether each trial is a unit because all results are of one sample. Such units have no partner in another run. */
  trialsAreUnits?(results: readonly SampleResult<S>[]): boolean;
  /** How a derived metric follows from the mean of its units, if it does. */
  statisticOfMean?(metric: Pick<MetricMetadata, 'id' | 'block' | 'unit'>): StatisticOfMean | undefined;
  outcomeOf(verdict: Verdict, policy: ProtocolPolicy, sample: S): Outcome;
  /** What verdicts of a slot are about, so that failing cases are found at the rule that speaks of it. */
  aspectOf?(slot: VerdictSlot, sample: S): Aspect | undefined;
  /** Readable names for stored labels that need one. */
  readonly labelTitles?: Readonly<Record<string, string>>;
  readonly blocks: readonly { readonly id: string; readonly title: string }[];
  /** Untrusted text; `undefined` for an id that the sample lacks. */
  criterionOf?(sample: S, criterionId: string): CriterionText | undefined;
  /** Shown to a person who reviews a case, for instance the ground truth. Never sent to the tutor. */
  facts?(sample: S): readonly Fact[];
  /** What code finds in a dialogue, given the first judge model's verdicts. Never scored; empty without a reply. */
  replyFacts?(sample: S, dialogue: Dialogue, policy: ProtocolPolicy, verdicts: readonly Verdict[]): readonly Fact[];
  /** How a reply fails, from its text and the first judge model's verdicts; `turns` count from 1. */
  replyTags?(
    sample: S,
    dialogue: Dialogue,
    policy: ProtocolPolicy,
    verdicts: readonly Verdict[],
  ): readonly { readonly title: string; readonly turns?: readonly number[] }[];
  readonly taxonomy?: FailureTaxonomy<S>;
  /** In display order; a picture without data is left out. */
  pictures?(results: readonly SampleResult<S>[], policy: ProtocolPolicy): readonly BenchmarkPicture[];
  /** Metrics of the labels that people gave to replies in the data, one group per tutor. */
  labelledMetrics?(samples: readonly S[]): readonly LabelledGroup[];
  /** A judge's labels in scale order, which numbers text labels from 1. Empty when they have no order. */
  labelsOf?(judge: string): readonly Label[];
  /** Further statistics on judges and people from the benchmark's paper, printed by `calibrate`. */
  reliability?(rated: readonly RatedDecision[], samples: ReadonlyMap<string, S>): readonly ReliabilityTable[];
  /** What two judges must share to agree, when a label says more than that; `undefined` when it is the label. */
  decisionOf?(verdict: Verdict): Label | undefined;
  /** The message, counted from 1, that a verdict on a whole dialogue names; `undefined` when it names none. */
  namedTurn?(verdict: Verdict): number | undefined;
  /** What a judge was checked on, if a metric asks for something else: half a sentence after “the judge was”. */
  checkedOnOther?(metric: Pick<MetricMetadata, 'block'>, dimension: string): string | undefined;
  /** What a person decides when labelling a slot by hand; `undefined` when a person cannot decide it. */
  labelGuide?(slot: VerdictSlot, sample: S): LabelGuide | undefined;
  /** Slots of judges that are asked only after certain verdicts. People always are: else a row reveals the verdict. */
  dependentSlots?(sample: S): readonly VerdictSlot[];
  /** Replies in the data that people labelled. Judges are checked against them. */
  goldReplies?(sample: S): readonly GoldReply[];
  /** Names files with such labels, for people who look for one: half a sentence. */
  readonly goldFiles?: string;
  /** What gives more units than the starter set: the rest of a sentence after “More: ”. */
  readonly moreUnits?: string;
  /** The offline provider's tutor, which follows the prompt's rules. It may read what is hidden from tutors. */
  simulateTutor(sample: S, turn: number, rules: readonly RuleId[], random: Random): string;
}

export type Benchmarks = ReadonlyMap<BenchmarkId, Benchmark>;

/** The version of each judge under a policy, by the judge's id. */
export function judgeVersions(benchmark: Benchmark, policy: ProtocolPolicy): Readonly<Record<string, string>> {
  const versions = Object.fromEntries(benchmark.judges.map(({ id, version }) => [id, version]));
  return { ...versions, ...benchmark.versionsUnder?.(policy) };
}

/** The label, or the decision that the benchmark derives from it. */
export function labelDecision(
  benchmark: Pick<Benchmark, 'decisionOf'>,
  { judge, unit, turn, criterionId }: VerdictSlot,
  label: Label,
): Label {
  return benchmark.decisionOf?.({ judge, unit, turn, criterionId, status: 'ok', label }) ?? label;
}
