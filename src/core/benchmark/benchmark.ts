import type * as z from 'zod';
import type { Placement, TutorPrompt } from '../prompt/promptTemplate';
import type { PromptRule } from '../prompt/rules';
import type { ChatMessage, ImageReference } from '../providers/message';
import type { Label } from '../statistics/agreement';
import type { Random } from '../statistics/random';
import type { Dialogue, DialoguePlan } from './dialogue';
import type { FailureTaxonomy } from './failureTaxonomy';
import type { GoldReply, JudgedForm, RatedDecision, ReliabilityTable } from './goldReply';
import type { Importer } from './importer';
import type { ComputedVerdicts, JudgeInfo, JudgeTask } from './judging/judgeTask';
import type { Outcome, Verdict, VerdictSlot } from './judging/verdict';
import type { LabelGuide } from './labelGuide';
import type { LearnedJudgeFile } from './learnedJudge';
import type { FigureOfMean, LabelledGroup, MetricDefinition, MetricHead } from './metric';
import type { BenchmarkPicture } from './picture';
import type { ProtocolPolicy } from './protocolPolicy';
import type { SampleResult } from './sampleResult';
import type { Sample, BenchmarkId, SampleProblem, SampleSummary } from './samples';

/** `{{name}}` in a prompt file. */
export interface PromptVariable {
  readonly name: string;
  readonly explain: string;
}

/** A built-in prompt to compare with, worded by this project after the paper's description. Ids are like `guideeval/rule`. */
export type BaselinePrompt = Readonly<Record<'id' | 'title' | 'text', string>>;

/** Verdicts can be filtered by the tags, for instance a weight. */
export interface CriterionText {
  readonly text: string;
  readonly tags: readonly string[];
}

/** Which trial of a sample a plan is for; `repeat` counts from 0. */
export interface Play {
  readonly repeat: number;
  readonly seed: number;
}

/** Untrusted text. */
export interface Fact {
  readonly label: string;
  readonly value: string;
}

/**
 * A benchmark: its data, how a dialogue is played, who judges it and what is computed from the verdicts.
 * All members are pure; nothing here makes a call or reads a file.
 */
export interface Benchmark<S extends Sample = Sample> {
  readonly id: BenchmarkId;
  readonly title: string;
  /** One sentence: what it asks of a tutor. */
  readonly question: string;
  /** The metrics that stand for it, `block/id`, three at most, first the one that is shown alone. Its first metric where absent. */
  readonly headlines?: readonly string[];
  /** Changes when the protocol does; part of what makes two runs comparable. */
  readonly protocol: string;
  /** File name in `starter-sets/`. */
  readonly starterSet: string;
  /** What the project's own sample files say in `system`. */
  readonly system: string;
  readonly sampleSchema: z.ZodType<S>;
  /** For the project's own sample files where a record may refer to another; absent where each record stands alone. */
  readonly ownImporter?: Importer<S>;
  /** Rules that hold between records, for instance that a pair is complete. */
  checkSamples(samples: readonly S[]): readonly SampleProblem[];
  /** Public data sets in their original form, tried in order after the project's own form. */
  readonly importers: readonly Importer<S>[];
  readonly placements: { readonly default: Placement; readonly allowed: readonly Placement[] };
  /** What the tutor is sent in the placement `benchmark`; absent where that is a sample's instructions alone. */
  readonly builtInPrompt?: string;
  readonly variables: readonly PromptVariable[];
  readonly baselines: readonly BaselinePrompt[];
  /** Trials of each sample unless the user or the sample says otherwise. */
  readonly defaultRepeats: number;
  /** Trials that the sample itself asks for; the user's number goes before it. */
  repeatsOf?(sample: S): number;
  /** The samples as they are played under a policy, for instance each with and without theory. Ids stay unique. */
  expand?(samples: readonly S[], policy: ProtocolPolicy): readonly S[];
  /** The samples of a run with what depends on all of them in `judgedAs`, which is no part of a sample's content. */
  deal?(samples: readonly S[]): readonly S[];
  /** `path` is relative to the sample file. */
  imagesOf?(sample: S): readonly ImageReference[];
  /** What `--limit` counts and statistics treat as one: a pair, the dialogue of several records, or the sample itself. */
  unitOf(sample: S): string;
  summarize(sample: S): SampleSummary;
  /** The messages of a sample. Nothing that the specification keeps from the tutor may occur in them, such as labels or references. */
  plan(sample: S, prompt: TutorPrompt, policy: ProtocolPolicy, play: Play): DialoguePlan;
  /** What was said before the reply, where `plan` sends it in another form: recorded chats are matched by it. */
  dialogueOf?(sample: S): readonly ChatMessage[];
  readonly judges: readonly JudgeInfo[];
  /** Versions of judges, by id, that are others under a policy than in `judges`. */
  versionsUnder?(policy: ProtocolPolicy): Readonly<Record<string, string>>;
  /**
   * The judgements that can be made now. Called when a dialogue is complete and again after every verdict, so a
   * judge may depend on another's verdict; the engine leaves out tasks whose key was answered before.
   */
  judgements(
    sample: S,
    dialogue: Dialogue,
    verdicts: readonly Verdict[],
    policy: ProtocolPolicy,
  ): readonly (JudgeTask | ComputedVerdicts)[];
  /**
   * Whether a judge can have given this verdict on this sample: its turn, its criterion, and a label on the scale,
   * which an unscored verdict lacks. Asked of tens of thousands of stored verdicts and labels: constant time.
   */
  canGive?(verdict: Verdict, sample: S): boolean;
  readonly metrics: readonly MetricDefinition<S>[];
  /** Whether the trials of these results are their units, as all are of one sample. They have no partner in another run. */
  playsAreUnits?(results: readonly SampleResult<S>[]): boolean;
  /** How a derived metric follows from the mean of its units' numbers, where it does. */
  figureOfMean?(metric: Pick<MetricHead, 'id' | 'block' | 'unit'>): FigureOfMean | undefined;
  outcomeOf(verdict: Verdict, policy: ProtocolPolicy, sample: S): Outcome;
  /** What stored labels are called for people, where the label itself would not do. */
  readonly labelTitles?: Readonly<Record<string, string>>;
  readonly blocks: readonly { readonly id: string; readonly title: string }[];
  /** Untrusted text; `undefined` for an id that the sample lacks. */
  criterionOf?(sample: S, criterionId: string): CriterionText | undefined;
  /** For a person who reviews a case, for instance the ground truth. Never sent to the tutor. */
  facts?(sample: S): readonly Fact[];
  /** What code can say of a dialogue, given the verdicts of the first judge model; never scored. Empty while there is no reply. */
  replyFacts?(sample: S, dialogue: Dialogue, policy: ProtocolPolicy, verdicts: readonly Verdict[]): readonly Fact[];
  /** In which ways a reply fails, by its text and the verdicts of the first judge model; `turns` count from 1. */
  replyTags?(
    sample: S,
    dialogue: Dialogue,
    policy: ProtocolPolicy,
    verdicts: readonly Verdict[],
  ): readonly { readonly title: string; readonly turns?: readonly number[] }[];
  readonly taxonomy?: FailureTaxonomy<S>;
  /** In the order they are shown; one with nothing to draw yet is left out. */
  pictures?(results: readonly SampleResult<S>[], policy: ProtocolPolicy): readonly BenchmarkPicture[];
  /** The metrics of labels that people gave to replies in the data, one group per tutor. */
  labelledMetrics?(samples: readonly S[]): readonly LabelledGroup[];
  /** A judge's labels in the order of its scale, which gives text labels their numbers, from 1. Empty where they have no order. */
  labelsOf?(judge: string): readonly Label[];
  /** What the benchmark's paper reports of judges and people besides, printed by `calibrate`. */
  reliability?(rated: readonly RatedDecision[], samples: ReadonlyMap<string, S>): readonly ReliabilityTable[];
  /** What two judges must say alike to agree, where a label says more than that; `undefined` where it is the label. */
  decisionOf?(verdict: Verdict): Label | undefined;
  /** The message that a verdict on a whole dialogue names, counted from 1; `undefined` where it names none. */
  namedTurn?(verdict: Verdict): number | undefined;
  /**
   * What a judge's check was made on where that is not what a metric of a run asks of it, half a sentence after “the
   * judge was”; `undefined` where the two are alike. `isLearned`: it is the judge that learned from people's labels.
   */
  checkedOnOther?(
    metric: Pick<MetricHead, 'block'>,
    checked: { readonly dimension: string; readonly isLearned: boolean },
    policy: ProtocolPolicy,
  ): string | undefined;
  readonly learnedJudge?: LearnedJudgeFile<S>;
  /** What a person who labels by hand decides about a slot; `undefined` for one that is no decision of a person's. */
  labelGuide?(slot: VerdictSlot, sample: S): LabelGuide | undefined;
  /**
   * The slots of judges that are asked only after certain verdicts of others, wherever they can be asked of the sample
   * at all. People are asked them always: a row that hung on a verdict would give it away.
   */
  dependentSlots?(sample: S): readonly VerdictSlot[];
  /** The replies in the data on which people gave verdicts: what a judge can be checked against. */
  goldReplies?(sample: S): readonly GoldReply[];
  /** Files with such labels, for people who look for one: half a sentence. */
  readonly goldFiles?: string;
  readonly judgedForms?: readonly JudgedForm<S>[];
  /** The offline provider's tutor, who follows the rules that the prompt states. It may look at what a tutor must not see. */
  simulateTutor(sample: S, turn: number, rules: readonly PromptRule[], random: Random): string;
}

/** The label, or what the benchmark takes for its decision. */
export function labelDecision(
  benchmark: Pick<Benchmark, 'decisionOf'>,
  { judge, unit, turn, criterionId }: VerdictSlot,
  label: Label,
): Label {
  return benchmark.decisionOf?.({ judge, unit, turn, criterionId, status: 'ok', label }) ?? label;
}
