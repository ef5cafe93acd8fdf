import * as z from 'zod';
import type { LabellingView } from '../core/labels/labellingView';
import type { FlipDetail } from '../core/report/comparisonViewModel';
import type { ChangedRevision, HistoryPoint, HistoryView } from '../core/report/historyViewModel';
import type { JudgeCardDetail, JudgesView } from '../core/report/judgesViewModel';
import type { CaseDetail } from '../core/results/reportModel';
import type { CardPosition } from '../core/results/trustModel';
import { panelActionSchema, type PanelState, type StateChange } from './panelState';

const position = z.string().min(1).max(2_000);
const slot = position;
/** Counts the page's requests, so that an answer says which of them it knows of. */
const number = z.int().nonnegative();

const wish = z.strictObject({
  benchmark: z.string().max(100),
  dimension: z.string().max(200),
  mode: z.enum(['blind', 'reviewing']),
  layout: z.enum(['rows', 'single']),
  order: z.enum(['random', 'failing', 'disagreement']),
});

const labelRequestSchema = z.discriminatedUnion('do', [
  z.strictObject({ do: z.enum(['open', 'name', 'check', 'export', 'end']) }),
  z.strictObject({ do: z.enum(['choose', 'start']), wish }),
  z.strictObject({
    do: z.literal('label'),
    number,
    position,
    slot,
    choice: z.int().nonnegative().max(1_000),
    reason: z.string().trim().min(1).max(20_000).optional(),
  }),
  /** Takes the last label of this sitting back, or that of the row where there is none. */
  z.strictObject({ do: z.literal('undo'), number, position: position.optional(), slot: slot.optional() }),
  /** `takeUp` goes through the replies that were set aside. */
  z.strictObject({ do: z.enum(['next', 'back', 'skip', 'takeUp']), number }),
]);

export type LabelRequest = Readonly<z.infer<typeof labelRequestSchema>>;

export interface SeriesPoints {
  readonly reading: number;
  readonly key: string;
  readonly points: readonly HistoryPoint[];
}

/** A `ComparisonView` as JSON, as objects would be copied value by value; or why there is none. */
export type ComparisonAnswer = { readonly view: string } | { readonly problem: string };

/** By the kind of the request: `undefined` where there is no such thing (any more). */
export interface Answers {
  readonly openCase: CaseDetail | undefined;
  readonly openSeries: SeriesPoints | undefined;
  /** `undefined` when another pair was asked for since. */
  readonly compare: ComparisonAnswer | undefined;
  readonly openFlip: FlipDetail | undefined;
  readonly openJudgeCard: JudgeCardDetail | undefined;
}

export type ToPanel =
  | { readonly kind: 'state'; readonly state: PanelState }
  /** A state as a change of the one sent before to the same page. Also answered by `drawn`. */
  | { readonly kind: 'changed'; readonly change: StateChange }
  | { readonly kind: 'answer'; readonly id: number; readonly value: Answers[keyof Answers] }
  /** `undefined` while it is being read. `reading` counts histories: what comes later for one names it. */
  | { readonly kind: 'history'; readonly view: HistoryView | undefined; readonly reading?: number }
  /** What changed in revisions of a history that was sent without it: their texts are read afterwards. */
  | { readonly kind: 'historyChanges'; readonly reading: number; readonly changes: readonly ChangedRevision[] }
  /** The settings name other limits: the page asks again for the pair that it shows. */
  | { readonly kind: 'compareAgain' }
  /** Label mode as it stands; without a view it is closed. */
  | { readonly kind: 'labelling'; readonly view: LabellingView | undefined }
  | { readonly kind: 'judges'; readonly view: JudgesView }
  | { readonly kind: 'showJudges'; readonly position: CardPosition | undefined }
  | { readonly kind: 'show'; readonly tab: 'overview' | 'cases' | 'history' }
  | { readonly kind: 'show'; readonly tab: 'compare'; readonly runs: RunPair };

const runId = z.string().min(1).max(500);
const judgeName = runId;
const caseId = z.string().max(500);
const revision = z.string().regex(/^sha256:[0-9a-f]{1,64}$/);
const benchmark = z.string().min(1).max(100);
/** Of a series: names of a benchmark, a block, a judge model and a metric. */
const seriesKey = z.string().min(1).max(2_000);

/** A case of each run, by run and case; a side is absent where only the other run played it. */
const flipPositionSchema = z.strictObject({
  beforeRun: runId,
  afterRun: runId,
  beforeCase: caseId.optional(),
  afterCase: caseId.optional(),
});
export type FlipPosition = Readonly<z.infer<typeof flipPositionSchema>>;

/** Panel to host. The webview renders hostile text, so the host trusts nothing that it has not parsed. */
const fromPanelSchema = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('ready') }),
  z.strictObject({ kind: z.literal('drawn') }),
  z.strictObject({ kind: z.literal('action'), action: panelActionSchema }),
  z.strictObject({ kind: z.literal('openCase'), caseId }),
  z.strictObject({ kind: z.literal('labelling'), request: labelRequestSchema }),
  z.strictObject({ kind: z.literal('copy'), text: z.string().max(1_000_000) }),
  z.strictObject({ kind: z.literal('error'), message: z.string().max(4_000) }),
  /** When Compare or History come into sight. `series`: whose points are to be in the history. */
  z.strictObject({ kind: z.literal('openHistory'), series: seriesKey.optional() }),
  z.strictObject({ kind: z.literal('openSeries'), key: seriesKey }),
  z.strictObject({
    kind: z.literal('compare'),
    before: runId,
    after: runId,
    /** The judge model of each run whose verdicts count. Absent where the host chooses one that both runs have. */
    judges: z.strictObject({ before: judgeName, after: judgeName }).optional(),
  }),
  z.strictObject({ kind: z.literal('openFlip'), flip: flipPositionSchema }),
  z.strictObject({ kind: z.literal('openJudges') }),
  z.strictObject({ kind: z.literal('openJudgeCard'), key: z.string().regex(/^[0-9a-f]{1,64}$/) }),
  /** Checks a judge against labelled replies. The host asks for the labels, and says what it costs first. */
  z.strictObject({ kind: z.literal('checkJudge'), benchmark, judge: judgeName.optional() }),
  z.strictObject({ kind: z.literal('resumeCheck'), runId }),
  z.strictObject({ kind: z.literal('tagFailures') }),
  z.strictObject({ kind: z.literal('openRun'), runId }),
  z.strictObject({ kind: z.literal('restoreRevision'), revision }),
  z.strictObject({ kind: z.literal('openRevision'), revision }),
  z.strictObject({ kind: z.literal('diffRevisions'), before: revision, after: revision }),
  z.strictObject({
    kind: z.literal('labelRevision'),
    revision,
    // At most as long as in the revision journal.
    label: z.string().trim().min(1).max(200).nullable(),
  }),
  z.strictObject({ kind: z.literal('pinRevision'), revision: revision.nullable() }),
  z.strictObject({ kind: z.literal('deleteRun'), runId }),
  /** With the judges of `like` where that is given. The host shows what it costs first. */
  z.strictObject({ kind: z.literal('judgeAgain'), runId, like: runId.optional() }),
  /** Evaluates that many samples more than both runs `before` and `after` have. The host shows what it costs first. */
  z.strictObject({
    kind: z.literal('runMore'),
    benchmark,
    count: z.int().positive().max(10_000),
    before: runId,
    after: runId,
  }),
]);

/** `error` reports a fault of the webview's own code to the log. */
export type FromPanel = z.infer<typeof fromPanelSchema>;

export const sentByPanelSchema = z.strictObject({ message: fromPanelSchema, id: number.optional() });

export type MessageOf<Kind extends FromPanel['kind']> = Extract<FromPanel, { readonly kind: Kind }>;

/** Two runs by their ids, or one run by two of its judges. */
export type RunPair = Readonly<Omit<MessageOf<'compare'>, 'kind'>>;
export type JudgePair = NonNullable<RunPair['judges']>;

export type PanelHandlers<Kind extends FromPanel['kind']> = {
  readonly [One in Kind]: (
    message: MessageOf<One>,
  ) => One extends keyof Answers ? Answers[One] | Promise<Answers[One]> : void | Promise<void>;
};
