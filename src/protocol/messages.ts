import * as z from 'zod';
import { type LabellingView, labelOptionsSchema } from '../core/labels/labellingView';
import type { FlipDetail } from '../core/report/comparisonViewModel';
import type { HistoryView, TradeOffView } from '../core/report/historyViewModel';
import type { JudgeCardDetail, JudgesView } from '../core/report/judgesViewModel';
import type { CaseDetail } from '../core/results/reportModel';
import type { RulesView } from '../core/results/ruleModel';
import type { CardKey } from '../core/results/trustModel';
import { panelActionSchema, type PanelState } from './panelState';

const position = z.string().min(1).max(2_000);
const slot = position;
/** Counts the page's requests, so that an answer can name the last one it covers. */
const number = z.int().nonnegative();

/** A `ComparisonView` as JSON, since VS Code would copy objects value by value; or why there is none. */
export type ComparisonAnswer = { readonly view: string } | { readonly problem: string };

/** Answers by request kind; `undefined` where the thing does not exist (any more). */
export interface Answers {
  readonly openCase: CaseDetail | undefined;
  /** `undefined` when another pair was requested meanwhile. */
  readonly compare: ComparisonAnswer | undefined;
  readonly openFlip: FlipDetail | undefined;
  readonly tradeOff: TradeOffView | { readonly problem: string };
  readonly openRules: RulesView;
  readonly openJudgeCard: JudgeCardDetail | undefined;
}

export type ToPanel =
  /** The page answers with `drawn`. */
  | { readonly kind: 'state'; readonly state: PanelState }
  | { readonly kind: 'answer'; readonly id: number; readonly value: Answers[keyof Answers] }
  /** `undefined` while it is being read. */
  | { readonly kind: 'history'; readonly view: HistoryView | undefined }
  /** The limits in the settings changed: the page asks again for its pair. */
  | { readonly kind: 'compareAgain' }
  /** State of label mode; closed without a view. */
  | { readonly kind: 'labelling'; readonly view: LabellingView | undefined }
  | { readonly kind: 'judges'; readonly view: JudgesView }
  | { readonly kind: 'show'; readonly tab: 'overview' | 'rules' | 'history' }
  /** With `caseId` that case opens. */
  | { readonly kind: 'show'; readonly tab: 'cases'; readonly caseId?: string }
  /** With `card` that card opens, else the unfinished checks are in sight. */
  | { readonly kind: 'show'; readonly tab: 'judges'; readonly card: CardKey | undefined }
  | { readonly kind: 'show'; readonly tab: 'compare'; readonly runs: RunPair };

const runId = z.string().min(1).max(500);
const judgeName = runId;
const caseId = z.string().max(500);
const ruleNumbers = z.array(z.int().positive()).max(100);
const revision = z.string().regex(/^sha256:[0-9a-f]{1,64}$/);
const benchmark = z.string().min(1).max(100);
/** Identifies a series by benchmark, block, judge model and metric. */
const seriesKey = z.string().min(1).max(2_000);

/** One case of each run; a side is absent if only the other run played it. */
const flipKeySchema = z.strictObject({
  beforeRun: runId,
  afterRun: runId,
  beforeCase: caseId.optional(),
  afterCase: caseId.optional(),
});
export type FlipKey = Readonly<z.infer<typeof flipKeySchema>>;

/** Panel to host. The webview renders hostile text, so the host parses every message. */
const fromPanelSchema = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('ready') }),
  z.strictObject({ kind: z.literal('drawn') }),
  z.strictObject({ kind: z.literal('action'), action: panelActionSchema }),
  z.strictObject({ kind: z.literal('openCase'), caseId }),
  z.strictObject({ kind: z.literal('openLine'), line: z.int().positive() }),
  z.strictObject({ kind: z.literal('leaveOut'), runId, rules: ruleNumbers.min(1) }),
  /** Measures an edited prompt of a race by its position, or the prompt of a test without some rules. */
  z.strictObject({
    kind: z.literal('confirmEdit'),
    runId,
    position: z.int().nonnegative().max(100),
    rules: ruleNumbers,
  }),
  z.strictObject({ kind: z.literal('copy'), text: z.string().max(1_000_000) }),
  z.strictObject({ kind: z.literal('error'), message: z.string().max(4_000) }),
  /** Sent when Compare or History opens. `series`: the series to include points for. */
  z.strictObject({ kind: z.literal('openHistory'), series: seriesKey.optional() }),
  /** Answered by a history with the points of this series. */
  z.strictObject({ kind: z.literal('openSeries'), key: seriesKey }),
  /** Compares the latest revisions by the metrics of two series. */
  z.strictObject({ kind: z.literal('tradeOff'), keys: z.tuple([seriesKey, seriesKey]).readonly() }),
  z.strictObject({
    kind: z.literal('compare'),
    before: runId,
    after: runId,
    /** The judge whose verdicts count in each run. If absent, the host chooses one that both runs have. */
    judges: z.strictObject({ before: judgeName, after: judgeName }).optional(),
  }),
  z.strictObject({ kind: z.literal('openFlip'), flip: flipKeySchema }),
  z.strictObject({ kind: z.literal('openRules') }),
  z.strictObject({ kind: z.literal('openJudges') }),
  z.strictObject({ kind: z.literal('openJudgeCard'), key: z.string().regex(/^[0-9a-f]{1,64}$/) }),
  /** Calibrates a judge. The host asks for the labels and shows the cost first. */
  z.strictObject({ kind: z.literal('checkJudge'), benchmark, judge: judgeName.optional() }),
  z.strictObject({ kind: z.literal('resumeCheck'), runId }),
  z.strictObject({ kind: z.literal('tagFailures') }),
  z.strictObject({ kind: z.literal('citeRules') }),
  z.strictObject({ kind: z.literal('openRun'), runId }),
  z.strictObject({ kind: z.literal('restoreRevision'), revision }),
  z.strictObject({ kind: z.literal('openRevision'), revision }),
  z.strictObject({ kind: z.literal('diffRevisions'), before: revision, after: revision }),
  z.strictObject({ kind: z.literal('labelRevision'), revision }),
  z.strictObject({ kind: z.literal('pinRevision'), revision: revision.nullable() }),
  z.strictObject({ kind: z.literal('deleteRun'), runId }),
  /** Uses the judges of `like` if given. The host shows the cost first. */
  z.strictObject({ kind: z.literal('judgeAgain'), runId, like: runId.optional() }),
  /** Of compared runs: asks the judges that were not asked, or plays what is left of the sample files. */
  z.strictObject({ kind: z.literal('judgeRest'), before: runId, after: runId }),
  z.strictObject({ kind: z.literal('runRemaining'), before: runId, after: runId }),
  z.strictObject({ kind: z.literal('openLabelling') }),
  z.strictObject({ kind: z.literal('nameLabeller') }),
  z.strictObject({ kind: z.literal('chooseLabelling'), options: labelOptionsSchema }),
  z.strictObject({ kind: z.literal('startLabelling'), options: labelOptionsSchema }),
  z.strictObject({
    kind: z.literal('giveLabel'),
    number,
    position,
    slot,
    choice: z.int().nonnegative().max(1_000),
    reason: z.string().trim().min(1).max(20_000).optional(),
  }),
  /** Takes back the last label given in label mode. */
  z.strictObject({ kind: z.literal('takeBackLabel'), number }),
  /** `returnToSkipped` returns to the skipped replies. */
  z.strictObject({
    kind: z.literal('moveLabelling'),
    number,
    move: z.enum(['next', 'back', 'skip', 'returnToSkipped']),
  }),
  z.strictObject({ kind: z.literal('checkByLabels') }),
  z.strictObject({ kind: z.literal('exportLabels') }),
  z.strictObject({ kind: z.literal('endLabelling') }),
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
