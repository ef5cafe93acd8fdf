import type { Benchmark } from '../benchmarks/benchmark';
import { ratingsBy } from '../calibration/calibrationResult';
import type { CalibrationSession } from '../calibration/calibrationSession';
import { addedCounts, countsByCluster, labelsInUse } from '../calibration/confusionTable';
import { disagreements, type RatedLabel } from '../calibration/ratedLabel';
import type { WorkItem } from '../engine/workItem';
import type { Label } from '../statistics/agreement';
import type { TrustCard } from '../store/trustCard';
import { boundedText } from './boundedText';
import type { ConfusionView, DisagreementView, JudgeCardDetail } from './judgesViewModel';

/** Disagreements that are sent to be read; a reader finds the pattern in far fewer. */
const mostListed = 200;
/** Characters of a text that is read in a list. */
const longestText = 4_000;

/** A calibration's run as far as it could be opened; the `problem` is a sentence. */
export type OpenedCalibration =
  | { readonly kind: 'opened'; readonly session: CalibrationSession }
  | { readonly kind: 'unavailable'; readonly problem: string };

/** A card with its confusion matrix and the replies on which judge and people differ, read from the run of its calibration. */
export function judgeCardDetail(
  card: TrustCard,
  benchmark: Benchmark | undefined,
  opened: OpenedCalibration,
): JudgeCardDetail {
  const textOf = (label: Label): string => labelText(label, benchmark?.labelTitles);
  const known = card.confusion === undefined ? {} : { confusion: confusionOfCard(card.confusion, textOf) };
  if (opened.kind === 'unavailable') return { ...known, problem: opened.problem };
  const { session } = opened;
  const ratings = ratingsBy(session, card.judge);
  if (ratings === undefined) {
    return { ...known, problem: `Run ${card.runId} no longer has answers of this judge.` };
  }
  const rated = ratings.filter(({ dimension }) => dimension === card.dimension);
  const scale = benchmark?.labelsOf?.(card.dimension) ?? [];
  const all = disagreements(rated, () => scale);
  const items = new Map(session.items.map((item) => [item.sample.id, item]));
  return {
    confusion: known.confusion ?? confusionOf(rated, scale, textOf),
    disagreements: {
      total: all.length,
      listed: all.slice(0, mostListed).map((one) => disagreementView(one, items.get(one.sampleId), textOf)),
    },
  };
}

type TextOf = (label: Label) => string;

function confusionOfCard(
  { labels, counts, failed }: NonNullable<TrustCard['confusion']>,
  textOf: TextOf,
): ConfusionView {
  return { labels: labels.map(textOf), counts, failed };
}

function confusionOf(rated: readonly RatedLabel[], scale: readonly Label[], textOf: TextOf): ConfusionView {
  const labels = labelsInUse(rated, scale);
  const size = labels.length + 1;
  const rows = addedCounts(countsByCluster(rated, labels), size).slice(0, -1);
  return {
    labels: labels.map(textOf),
    counts: rows.map((row) => row.slice(0, -1)),
    failed: rows.map((row) => row[size - 1] ?? 0),
  };
}

function disagreementView(one: RatedLabel, item: WorkItem | undefined, textOf: TextOf): DisagreementView {
  const { sampleId, tutor, criterionId, human, humanReason, humanBy = [], judge, judgeReason } = one;
  const { turn, reply } = one.named ?? one;
  const bounded = (text: string): string => boundedText(text, longestText);
  return {
    sampleId: boundedText(sampleId),
    quote: boundedText(item?.benchmark.summarize(item.sample).quote ?? ''),
    tutor: boundedText(tutor),
    ...(turn === undefined ? {} : { turn }),
    ...(criterionId === undefined ? {} : { criterionId: boundedText(criterionId) }),
    human: textOf(human),
    ...(hasWords(humanReason) ? { humanReason: bounded(humanReason) } : {}),
    labelledBy: humanBy.map((name) => boundedText(name)),
    judge: judge === undefined ? '' : textOf(judge),
    ...(hasWords(judgeReason) ? { judgeReason: bounded(judgeReason) } : {}),
    reply: bounded(reply),
  };
}

function hasWords(text: string | undefined): text is string {
  return text !== undefined && text.trim() !== '';
}

/** As in a case list. */
function labelText(label: Label, titles: Readonly<Record<string, string>> = {}): string {
  if (typeof label === 'boolean') return label ? 'yes' : 'no';
  const text = String(label);
  return boundedText(Object.hasOwn(titles, text) ? (titles[text] ?? text) : text);
}
