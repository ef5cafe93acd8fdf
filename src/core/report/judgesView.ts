import type { Benchmark } from '../benchmark/benchmark';
import { isLearnedVersion } from '../benchmark/learnedJudge';
import { ratingsBy } from '../trust/calibrationResult';
import type { CalibrationSession } from '../trust/calibrationSession';
import { type Confusion, confusionOf } from '../trust/dimensionAgreement';
import { beatenWords, countingCard, trustByCard, trustFigures, type WordingInUse } from '../trust/trustOf';
import { disagreements, type RatedLabel } from '../trust/ratedLabel';
import type { RunSession } from '../run/runSession';
import type { WorkItem } from '../run/workItem';
import { wordingFile } from '../benchmark/judging/judgeWording';
import { sha256 } from '../text/sha256';
import type { Label } from '../statistics/agreement';
import { isPeople, modelDestination, modelName } from '../store/runManifest';
import type { TrustCard } from '../benchmark/trustCard';
import { boundedText } from '../text/boundedText';
import type {
  ConfusionView,
  DisagreementView,
  JudgeCardDetail,
  JudgeCardRow,
  JudgeCheck,
  JudgesView,
  UnfinishedCheck,
  ViewedJudge,
} from './judgesViewModel';
import { versionsInUse } from './runTrust';
import { labelName } from '../results/verdictChip';

interface JudgesFacts {
  readonly cards: readonly TrustCard[];
  readonly benchmarks: Iterable<Benchmark>;
  /** The run that is shown: its judges are listed even where nobody has checked them. */
  readonly run: RunSession | undefined;
  readonly unfinished: readonly UnfinishedCheck[];
  readonly problems: readonly string[];
}

type JudgeNature = Pick<ViewedJudge, 'simulated' | 'learned' | 'people'>;

/** A judge on a benchmark with the cards of both; `nature` is that of the shown run where it has the judge. */
interface JudgeCards {
  readonly judge: string;
  readonly benchmark: Benchmark;
  readonly inRun?: string;
  readonly nature?: JudgeNature;
  readonly cards: readonly TrustCard[];
}

/** Name of a card among all others. */
export function cardKey({ judge, benchmark, dimension, judgeVersion, gold, runId }: TrustCard): string {
  const parts = JSON.stringify([judge, benchmark, dimension, judgeVersion, gold.hash, runId]);
  return sha256(parts).slice(0, 32);
}

/** All cards by judge and calibration, the judges of the shown run first. */
export function judgesView({ cards, benchmarks, run, unfinished, problems }: JudgesFacts): JudgesView {
  const all = [...benchmarks];
  const wordingOf = wordingsOf(run);
  const ofCards = cards.map(({ judge, benchmark }) => ({ judge, benchmark }));
  const judges = new Map<string, JudgeCards>();
  for (const { judge, benchmark: id, ...inRun } of [...placesOfRun(run), ...ofCards]) {
    const benchmark = all.find((one) => one.id === id);
    const key = JSON.stringify([judge, id]);
    if (benchmark === undefined || judges.has(key)) continue;
    const own = cards.filter((card) => card.judge === judge && card.benchmark === id);
    judges.set(key, { judge, benchmark, ...inRun, cards: own });
  }
  const order = ({ inRun, benchmark, cards: own }: JudgeCards): number =>
    (inRun === undefined ? 1_000 : 0) + (own.length > 0 ? 0 : 100) + all.indexOf(benchmark);
  const sorted = [...judges].sort(
    ([, left], [, right]) => order(left) - order(right) || left.judge.localeCompare(right.judge),
  );
  return { judges: sorted.map(([key, one]) => viewedJudge(key, one, wordingOf)), unfinished, problems };
}

type WordingOf = (place: JudgeCards, dimension: string) => WordingInUse;

/** The wording that the shown run had where it was judged by the judge, else the one that a run would have now. */
function wordingsOf(run: RunSession | undefined): WordingOf {
  const versionOf = run && versionsInUse(run);
  const worded = new Map(run?.manifest.benchmarks.map(({ id, wordings }) => [id, wordings]));
  const simulated = new Set(run?.manifest.judges.filter((model) => model.simulated).map(modelName));
  return ({ benchmark, inRun, cards: own }, dimension) => {
    const version = inRun && versionOf?.(benchmark.id, inRun, dimension);
    if (inRun !== undefined && version !== undefined) {
      const isOwn = !simulated.has(inRun) && wordingFile(worded.get(benchmark.id), dimension) !== undefined;
      return { versions: new Set([version]), isOwn };
    }
    // Where a learned judge comes with the program, so do its cards, and the rules that it replaced are in use no more.
    const learned = own.flatMap(({ runId, dimension: on, judgeVersion }) =>
      runId === '' && on === dimension && isLearnedVersion(judgeVersion) ? [judgeVersion] : [],
    );
    const present = benchmark.judges.flatMap((judge) => (judge.id === dimension ? [judge.version] : []));
    return { versions: new Set(learned.length > 0 ? learned : present), isOwn: false };
  };
}

function placesOfRun(
  run: RunSession | undefined,
): readonly (Pick<JudgeCards, 'judge' | 'inRun' | 'nature'> & { readonly benchmark: string })[] {
  const { benchmarks = [], judges = [] } = run?.manifest ?? {};
  return benchmarks.flatMap(({ id, learnedJudge }) =>
    judges.map((model) => ({
      judge: modelDestination(model),
      benchmark: id,
      inRun: modelName(model),
      nature: isPeople(model) ? { simulated: false, people: true } : natureOf(model.simulated, learnedJudge === true),
    })),
  );
}

function viewedJudge(key: string, place: JudgeCards, wordingOf: WordingOf): ViewedJudge {
  const { judge, benchmark, inRun, nature, cards } = place;
  const counting = benchmark.judges.flatMap(({ id }) => {
    const own = cards.filter(({ dimension }) => dimension === id);
    return countingCard(own, wordingOf(place, id)) ?? [];
  });
  const checks = new Map<string, TrustCard[]>();
  for (const card of cards) {
    const run = JSON.stringify([card.runId, card.gold.hash]);
    checks.set(run, [...(checks.get(run) ?? []), card]);
  }
  const rowIn = (card: TrustCard): JudgeCardRow => {
    const older = !wordingOf(place, card.dimension).versions.has(card.judgeVersion);
    return rowOf(card, benchmark, { older, counts: counting.includes(card) });
  };
  const isLearned = cards.some(({ judgeVersion }) => isLearnedVersion(judgeVersion));
  return {
    key,
    judge,
    benchmark: benchmark.id,
    benchmarkTitle: benchmark.title,
    // Where a learned judge comes with the program, the rules that it replaced are in use no more, whatever cards they left.
    ...(nature ?? natureOf(isLearned || cards.some(({ simulated }) => simulated), isLearned)),
    inRun,
    checks: [...checks.values()]
      .map((one) => checkOf(one, benchmark, rowIn))
      .sort((left, right) => right.at.localeCompare(left.at) || right.runId.localeCompare(left.runId)),
    unchecked: benchmark.judges.flatMap(({ id, title }) =>
      counting.some(({ dimension, gold }) => dimension === id && gold.by === 'people') ? [] : [title],
    ),
  };
}

/** The offline judge goes by rules, which are simulated, or learned from people's labels, which is not. */
function natureOf(isOffline: boolean, hasLearned: boolean): JudgeNature {
  return isOffline && hasLearned ? { simulated: false, learned: true } : { simulated: isOffline };
}

function checkOf(
  cards: readonly TrustCard[],
  { judges }: Benchmark,
  rowIn: (card: TrustCard) => JudgeCardRow,
): JudgeCheck {
  const order = judges.map(({ id }) => id);
  // One that this version does not know comes last.
  const placeOf = ({ dimension }: TrustCard): number =>
    (order.indexOf(dimension) + order.length + 1) % (order.length + 1);
  const rows = cards.toSorted((left, right) => placeOf(left) - placeOf(right)).map(rowIn);
  const { runId = '', gold = { name: '', format: '', by: 'people' as const } } = rows[0] ?? {};
  return { runId, at: rows.reduce((latest, { at }) => (at > latest ? at : latest), ''), gold, rows };
}

function rowOf(card: TrustCard, { judges }: Benchmark, standing: Pick<JudgeCardRow, 'older' | 'counts'>): JudgeCardRow {
  const { within, ...shown } = card;
  const info = judges.find(({ id }) => id === card.dimension);
  const trust = trustByCard(card, false);
  const { kappa, kappaCi } = trustFigures(card);
  return {
    ...shown,
    ...standing,
    key: cardKey(card),
    title: info?.title ?? card.dimension,
    question: info?.question ?? '',
    status: trust.kind,
    ...(trust.kind === 'checked' ? { beats: beatenWords[trust.beats] } : { reason: trust.reason }),
    kappa,
    kappaCi,
    pooledKappa: within && card.kappa,
    tutors: within?.tutors,
    learned: isLearnedVersion(card.judgeVersion) || undefined,
  };
}

/** Disagreements that are sent to be read; a reader finds the pattern in far fewer. */
const mostListed = 200;
/** Characters of a text that is read in a list. */
const longestText = 4_000;

/** A calibration's run as far as it could be opened; the `problem` is a sentence. */
export type OpenedCalibration =
  | { readonly kind: 'opened'; readonly session: CalibrationSession }
  | { readonly kind: 'unavailable'; readonly problem: string };

export function judgeCardDetail(
  card: TrustCard,
  benchmark: Benchmark | undefined,
  opened: OpenedCalibration,
): JudgeCardDetail {
  const textOf = (label: Label): string => labelName(label, benchmark?.labelTitles);
  const confusion = card.confusion && confusionView(card.confusion, textOf);
  if (opened.kind === 'unavailable') return { confusion, problem: opened.problem };
  const { session } = opened;
  const ratings = ratingsBy(session, card.judge);
  if (ratings === undefined) return { confusion, problem: `Run ${card.runId} no longer has answers of this judge.` };
  const rated = ratings.filter(({ dimension }) => dimension === card.dimension);
  const scale = benchmark?.labelsOf?.(card.dimension) ?? [];
  const all = disagreements(rated, () => scale);
  const items = new Map(session.items.map((item) => [item.sample.id, item]));
  return {
    confusion: confusion ?? confusionView(confusionOf(rated, scale), textOf),
    disagreements: {
      total: all.length,
      listed: all.slice(0, mostListed).map((one) => disagreementView(one, items.get(one.sampleId), textOf)),
    },
  };
}

type TextOf = (label: Label) => string;

function confusionView(confusion: Confusion, textOf: TextOf): ConfusionView {
  return { ...confusion, labels: confusion.labels.map(textOf) };
}

function disagreementView(one: RatedLabel, item: WorkItem | undefined, textOf: TextOf): DisagreementView {
  const { sampleId, tutor, criterionId, human, humanReason, humanBy = [], judge, judgeReason } = one;
  const { turn, reply } = one.named ?? one;
  const bounded = (text = ''): string | undefined => (text.trim() === '' ? undefined : boundedText(text, longestText));
  return {
    sampleId: boundedText(sampleId),
    quote: boundedText(item?.benchmark.summarize(item.sample).quote ?? ''),
    tutor: boundedText(tutor),
    turn,
    criterionId: criterionId && boundedText(criterionId),
    human: textOf(human),
    humanReason: bounded(humanReason),
    labelledBy: humanBy.map((name) => boundedText(name)),
    judge: judge === undefined ? '' : textOf(judge),
    judgeReason: bounded(judgeReason),
    reply: boundedText(reply, longestText),
  };
}
