import * as z from 'zod';
import type { LabelChoice, LabelGuide } from '../benchmark/labelGuide';
import type { CaseDetail, CaseVerdict } from '../results/reportModel';

/** A schema, because the page sends options. */
export const labelOptionsSchema = z.strictObject({
  benchmark: z.string().max(100),
  dimension: z.string().max(200),
  /** `blind`: judge and tutor hidden, order shuffled. `reviewing`: the judge's verdict and reason in sight. */
  mode: z.enum(['blind', 'reviewing']),
});

export type LabelOptions = Readonly<z.infer<typeof labelOptionsSchema>>;
export type LabelMode = LabelOptions['mode'];

export interface LabelOffer {
  readonly id: string;
  readonly title: string;
  readonly replies: number;
  readonly dimensions: readonly { readonly id: string; readonly title: string; readonly total: number }[];
  readonly labelled: number;
  readonly notes: readonly string[];
}

export interface LabelSetup {
  readonly kind: 'setup';
  readonly by?: string;
  readonly offers: readonly LabelOffer[];
  readonly options: LabelOptions;
  readonly problem?: string;
}

/** Agreement of one judge with this person. `hidden`: too few blind labels, so a statistic would reveal verdicts. */
export type LabelStatistic =
  | { readonly kind: 'hidden'; readonly judge: string; readonly n: number; readonly needed: number }
  | {
      readonly kind: 'shown';
      readonly judge: string;
      /** Labels that the judge was asked about, including failures. */
      readonly n: number;
      readonly failed: number;
      readonly agreement: number | undefined;
      readonly kappa: number | undefined;
    };

export interface LabelDimension {
  readonly title: string;
  readonly labelled: number;
  readonly total: number;
  readonly statistics: readonly LabelStatistic[];
}

export interface LabelRow extends Pick<LabelGuide, 'question' | 'definition'> {
  /** Unique within the reply. */
  readonly slot: string;
  readonly title: string;
  readonly criterion?: string;
  readonly choices: readonly Pick<LabelChoice, 'title' | 'meaning'>[];
  /** Index of the person's label among the choices. */
  readonly chosen?: number;
  readonly mode?: LabelMode;
  readonly reason?: string;
  /** Shown to reviewers; empty in blind mode. Untrusted texts. */
  readonly verdicts: readonly CaseVerdict[];
}

export interface LabelPositionView extends Pick<CaseDetail, 'turns' | 'facts'> {
  readonly id: string;
  readonly title: string;
  readonly replies: number;
  /** The reply that the decisions are about, counted from 1; absent for the whole dialogue. */
  readonly turn?: number;
  readonly rows: readonly LabelRow[];
}

export interface LabelWork {
  readonly kind: 'work';
  readonly by: string;
  readonly benchmark: { readonly id: string; readonly title: string };
  readonly mode: LabelMode;
  /** Replies fully labelled, skipped, and in total. */
  readonly progress: { readonly done: number; readonly skipped: number; readonly total: number };
  readonly dimensions: readonly LabelDimension[];
  readonly position?: LabelPositionView;
  readonly canUndo: boolean;
  /** Number of the last request that this answers. */
  readonly answered: number;
  /** Why the last label could not be stored. */
  readonly problem?: string;
}

export type LabellingView = LabelSetup | LabelWork;
