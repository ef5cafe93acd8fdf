import type { Benchmark } from '../benchmark/benchmark';
import { overrideFile } from '../benchmark/judging/promptOverride';
import { groupedBy } from '../benchmark/samples';
import type { TrustCard } from '../benchmark/trustCard';
import { isSimulated } from '../providers/providerRegistry';
import { criterionOf, labelName } from '../results/verdictChip';
import type { RunSession } from '../run/runSession';
import type { WorkItem } from '../run/workItem';
import type { Label } from '../statistics/agreement';
import { isPeople, modelDestination, modelName } from '../store/runManifest';
import { boundedText } from '../text/readableText';
import { t } from '../text/countWords';
import { sha256 } from '../text/sha256';
import { ratingsBy } from '../trust/calibrationResult';
import type { CalibrationSession } from '../trust/calibrationSession';
import { type Confusion, confusionOf } from '../trust/dimensionAgreement';
import { disagreements, type RatedLabel } from '../trust/ratedLabel';
import { beatenWords, countingCard, trustByCard, type OverrideInUse } from '../trust/trustOf';
import type {
  ConfusionView,
  DisagreementView,
  JudgeCardDetail,
  JudgeCardRow,
  JudgeCheck,
  JudgesView,
  ViewedJudge,
} from './judgesViewModel';
import { versionsInUse } from './runTrust';

interface JudgesFacts extends Pick<JudgesView, 'unfinished' | 'problems'> {
  readonly cards: readonly TrustCard[];
  readonly benchmarks: Iterable<Benchmark>;
  /** The displayed run; its judges are listed even if unchecked. */
  readonly run: RunSession | undefined;
}

/** A judge on a benchmark with its cards. `inRun` and `nature` are set if the displayed run uses it. */
interface JudgeCards {
  readonly judge: string;
  readonly benchmark: Benchmark;
  readonly inRun?: string;
  readonly nature?: Pick<ViewedJudge, 'simulated' | 'people'>;
  readonly cards: readonly TrustCard[];
}

export function cardKey({ judge, benchmark, dimension, judgeVersion, gold, runId }: TrustCard): string {
  const parts = JSON.stringify([judge, benchmark, dimension, judgeVersion, gold.hash, runId]);
  return sha256(parts).slice(0, 32);
}

/** All cards by judge and calibration, the judges of the displayed run first. */
export function judgesView({ cards, benchmarks, run, unfinished, problems }: JudgesFacts): JudgesView {
  const all = [...benchmarks];
  const overrideOf = overridesOf(run);
  const { benchmarks: played = [], judges: models = [] } = run?.manifest ?? {};
  const ofRun = played.flatMap(({ id }) =>
    models.map((model) => ({
      judge: modelDestination(model),
      benchmark: id,
      inRun: modelName(model),
      nature: isPeople(model) ? { simulated: false, people: true as const } : { simulated: model.simulated },
    })),
  );
  const ofCards = cards.map(({ judge, benchmark }) => ({ judge, benchmark }));
  const judges = new Map<string, JudgeCards>();
  for (const { judge, benchmark: id, ...inRun } of [...ofRun, ...ofCards]) {
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
  return { judges: sorted.map(([key, one]) => viewedJudge(key, one, overrideOf)), unfinished, problems };
}

type OverrideOf = (judge: JudgeCards, dimension: string) => OverrideInUse;

/** The judge prompt that the displayed run used, else the one that a new run would use. */
function overridesOf(run: RunSession | undefined): OverrideOf {
  const versionOf = run && versionsInUse(run);
  const overridesById = new Map(run?.manifest.benchmarks.map(({ id, promptOverrides: overrides }) => [id, overrides]));
  const simulated = new Set(run?.manifest.judges.filter((model) => model.simulated).map(modelName));
  return ({ benchmark, inRun }, dimension) => {
    const version = inRun && versionOf?.(benchmark.id, inRun, dimension);
    if (inRun !== undefined && version !== undefined) {
      const isOwn = !simulated.has(inRun) && overrideFile(overridesById.get(benchmark.id), dimension) !== undefined;
      return { versions: new Set([version]), isOwn };
    }
    const present = benchmark.judges.filter(({ id }) => id === dimension).map((judge) => judge.version);
    return { versions: new Set(present), isOwn: false };
  };
}

function viewedJudge(key: string, judged: JudgeCards, overrideOf: OverrideOf): ViewedJudge {
  const { judge, benchmark, inRun, nature, cards } = judged;
  const counting = benchmark.judges.flatMap(({ id }) => {
    const own = cards.filter(({ dimension }) => dimension === id);
    return countingCard(own, overrideOf(judged, id)) ?? [];
  });
  const order = benchmark.judges.map(({ id }) => id);
  // Unknown dimensions come last.
  const rankOf = ({ dimension }: TrustCard): number =>
    (order.indexOf(dimension) + order.length + 1) % (order.length + 1);
  const sorted = cards.toSorted((left, right) => rankOf(left) - rankOf(right));
  const checks = groupedBy(sorted, ({ runId, gold }) => JSON.stringify([runId, gold.hash]));
  const rowIn = (card: TrustCard): JudgeCardRow => {
    const older = !overrideOf(judged, card.dimension).versions.has(card.judgeVersion);
    return rowOf(card, benchmark, { older, counts: counting.includes(card) });
  };
  return {
    key,
    judge,
    benchmark: benchmark.id,
    benchmarkTitle: benchmark.title,
    ...(nature ?? { simulated: isSimulated(judge) }),
    inRun,
    checks: [...checks.values()]
      .map((one): JudgeCheck => {
        const rows = one.map(rowIn);
        const { runId = '', gold = { name: '', format: '', by: 'people' as const } } = rows[0] ?? {};
        return { runId, at: rows.reduce((latest, { at }) => (at > latest ? at : latest), ''), gold, rows };
      })
      .sort((left, right) => right.at.localeCompare(left.at) || right.runId.localeCompare(left.runId)),
    unchecked: benchmark.judges.flatMap(({ id, title }) =>
      counting.some(({ dimension, gold }) => dimension === id && gold.by === 'people') ? [] : [title],
    ),
  };
}

function rowOf(card: TrustCard, { judges }: Benchmark, standing: Pick<JudgeCardRow, 'older' | 'counts'>): JudgeCardRow {
  const { title = card.dimension, question = '' } = judges.find(({ id }) => id === card.dimension) ?? {};
  const { status, reason, beats } = trustByCard(card, false);
  const trust = { status, reason, beats: beats && beatenWords[beats] };
  return { ...card, ...standing, ...trust, key: cardKey(card), title, question: t(question) };
}

/** Maximum disagreements listed, and maximum characters of their texts. */
const mostListed = 200;
const longestText = 4_000;

/** `session`: the calibration, or a sentence on why it cannot be read. */
export function judgeCardDetail(
  card: TrustCard,
  benchmark: Benchmark | undefined,
  session: CalibrationSession | string,
): JudgeCardDetail {
  const textOf: TextOf = (label) => labelName(label, benchmark?.labelTitles);
  const viewOf = (one: Confusion): ConfusionView => ({ ...one, labels: one.labels.map(textOf) });
  const confusion = card.confusion && viewOf(card.confusion);
  if (typeof session === 'string') return { confusion, problem: session };
  const ratings = ratingsBy(session, card.judge);
  if (ratings === undefined)
    return { confusion, problem: t`The calibration’s run no longer has answers of this judge.` };
  const rated = ratings.filter(({ dimension }) => dimension === card.dimension);
  const scale = benchmark?.labelsOf?.(card.dimension) ?? [];
  const all = disagreements(rated, () => scale);
  const items = new Map(session.items.map((item) => [item.sample.id, item]));
  return {
    confusion: confusion ?? viewOf(confusionOf(rated, scale)),
    disagreements: {
      total: all.length,
      listed: all.slice(0, mostListed).map((one) => disagreementView(one, items.get(one.sampleId), textOf)),
    },
  };
}

type TextOf = (label: Label) => string;

function disagreementView(one: RatedLabel, item: WorkItem | undefined, textOf: TextOf): DisagreementView {
  const { tutor, human, humanReason, humanBy = [], judge, judgeReason } = one;
  const { turn, reply } = one.named ?? one;
  const { quote = '', title = '' } = item?.benchmark.summarize(item.sample) ?? {};
  const criterion = item && criterionOf(item, one)?.text;
  const bounded = (text = ''): string | undefined => (text.trim() === '' ? undefined : boundedText(text, longestText));
  return {
    quote: boundedText(quote.trim() || title),
    tutor: boundedText(tutor),
    turn,
    criterion: criterion && boundedText(criterion),
    human: textOf(human),
    humanReason: bounded(humanReason),
    labelledBy: humanBy.map((name) => boundedText(name)),
    judge: judge === undefined ? '' : textOf(judge),
    judgeReason: bounded(judgeReason),
    reply: boundedText(reply, longestText),
  };
}
