import type { Interval } from '../statistics/interval';

/** What a check found on one tutor's replies. */
export interface TutorRow {
  readonly tutor: string;
  readonly n: number;
  readonly agreement: number;
  readonly kappa?: number;
  readonly pearson?: number;
  /** The tutor's own commonest label. */
  readonly majority: { readonly label: string; readonly agreement: number };
}

/** What a check found on one dimension. A figure is absent where it is not defined. */
export interface JudgeCardRow {
  /** Unique among all cards. */
  readonly key: string;
  readonly dimension: string;
  readonly title: string;
  /** The decision that the judge takes; empty for a dimension that this version does not know. */
  readonly question: string;
  /**
   * `beaten`: no better than always saying the commonest label; `few`: too few labels to tell; `unchecked`: the labels are another judge's, or the card does not tell tutors apart. The
   * `reason` is half a sentence.
   */
  readonly status: 'checked' | 'beaten' | 'few' | 'unchecked';
  readonly reason?: string;
  /** In which figure a checked judge is better than the majority label, half a sentence. */
  readonly beats?: string;
  readonly n: number;
  readonly failed: number;
  /** Dialogues or problems that the labels come from. */
  readonly clusters: number;
  readonly agreement?: number;
  /** In steps of the scale. */
  readonly deviation?: number;
  /** Within tutors where `tutors` is there. */
  readonly kappa?: number;
  readonly kappaCi?: Interval;
  /** Kappa over all labels together, which tells tutors apart, too. */
  readonly pooledKappa?: number;
  /** The tutors that kappa is within; absent where the labels name fewer than two. */
  readonly tutors?: readonly TutorRow[];
  readonly macroF1?: number;
  readonly pearson?: number;
  readonly majority?: { readonly label: string; readonly agreement: number; readonly macroF1: number };
  readonly version: string;
  /** True where that is a person's own wording. */
  readonly ownWording?: true;
  /** True where another wording of the judge was checked than the one in use. */
  readonly older: boolean;
  /** True where the judge learned from labels, so that it has versions and no wording. */
  readonly learned?: true;
  /** Labels answered by a model that had not learned from the reply. */
  readonly heldOut: number;
  /** Labels of new replies to dialogues that the judge was trained on. */
  readonly trainedDialogues?: number;
  /** What was measured in the place of what a run scores, half a sentence. */
  readonly measuredOn?: string;
  /** Whether badges go by this card: of several on one dimension the newest with enough labels, of the wording in use, does it. */
  readonly counts: boolean;
}

/** What one calibration found of one judge. */
export interface JudgeCheck {
  /** Run of the calibration; empty for a card that comes with the program. */
  readonly runId: string;
  /** ISO 8601, UTC. */
  readonly at: string;
  readonly gold: { readonly name: string; readonly format: string; readonly by: 'people' | 'judge' };
  /** In the benchmark's order. */
  readonly rows: readonly JudgeCardRow[];
}

/** A judge on one benchmark, checked or not. */
export interface ViewedJudge {
  readonly key: string;
  /** Model, with its server where that is not the provider's own. */
  readonly judge: string;
  readonly benchmark: string;
  readonly benchmarkTitle: string;
  readonly simulated: boolean;
  /** True for the offline judge where it learned from people's labels. */
  readonly learned?: boolean;
  /** True where people gave the verdicts. */
  readonly people?: true;
  /** The model as settings name it, where the shown run was judged by it. */
  readonly inRun?: string;
  /** The latest first. */
  readonly checks: readonly JudgeCheck[];
  /** Titles of the dimensions that it has no card of people's labels for. */
  readonly unchecked: readonly string[];
}

/** A calibration that was cut off, or that goes on in this window. */
export interface UnfinishedCheck {
  readonly runId: string;
  readonly at: string;
  readonly benchmarkTitle: string;
  readonly judges: readonly string[];
  readonly gold: string;
  /** Half a sentence: why it stopped, or that it goes on. */
  readonly statusText: string;
  readonly goesOn: boolean;
}

/** All judges that are known of. */
export interface JudgesView {
  /** Those of the shown run first. */
  readonly judges: readonly ViewedJudge[];
  readonly unfinished: readonly UnfinishedCheck[];
  /** One sentence for each card or file that could not be read. */
  readonly problems: readonly string[];
}

/** How often the judge's labels met people's. */
export interface ConfusionView {
  readonly labels: readonly string[];
  /** `counts[row][column]`: row = people, column = judge. */
  readonly counts: readonly (readonly number[])[];
  /** Labels without a verdict, by what people said. */
  readonly failed: readonly number[];
}

/** A reply on which judge and people say different things. All texts are untrusted and bounded. */
export interface DisagreementView {
  readonly sampleId: string;
  /** The student's last words. */
  readonly quote: string;
  /** Who wrote the reply; empty where that is not known. */
  readonly tutor: string;
  readonly turn?: number;
  readonly criterionId?: string;
  readonly human: string;
  readonly humanReason?: string;
  /** Who labelled it, as they call themselves; empty where the data do not say. */
  readonly labelledBy: readonly string[];
  readonly judge: string;
  readonly judgeReason?: string;
  readonly reply: string;
}

/** A card opened. */
export interface JudgeCardDetail {
  readonly confusion?: ConfusionView;
  readonly disagreements?: {
    /** How many there are; `listed` may be fewer. */
    readonly total: number;
    /** The widest apart first. */
    readonly listed: readonly DisagreementView[];
  };
  /** Why there is no list, a sentence. */
  readonly problem?: string;
}
