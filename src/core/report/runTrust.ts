import { decimalText } from '../text/formatNumber';
import { formatDay } from '../text/formatTime';
import { overrideFile } from '../benchmark/judging/promptOverride';
import { type MetricMetadata, wasPlanned } from '../benchmark/metric';
import type { TrustCard } from '../benchmark/trustCard';
import type { Comparison, DoubtedMetric, JudgeDoubts } from '../compare/comparison';
import { editOutcomes } from '../results/editReport';
import type { ReportedMetric, RunReport } from '../results/reportModel';
import type { RuleReport } from '../results/ruleModel';
import type { MetricTrust, TrustBadge } from '../results/trustModel';
import type { RunSession } from '../run/runSession';
import { isPeople, modelDestination, modelName } from '../store/runManifest';
import { countWords, t, wholeNumber } from '../text/countWords';
import { readableLine } from '../text/readableText';
import { beatenWords, trustOf } from '../trust/trustOf';

/** What is known about the judges behind a metric, in the order of `MetricMetadata.judges`. */
export type RunTrust = (scored: { benchmark: string; judge: string; metric: MetricMetadata }) => readonly MetricTrust[];

export function runTrust(session: RunSession, cards: readonly TrustCard[]): RunTrust {
  const { manifest, items } = session;
  const versionOf = versionsInUse(session);
  const models = new Map(manifest.judges.map((model) => [modelName(model), model]));
  const definitions = new Map<string, (typeof items)[number]['benchmark']>(
    items.map(({ benchmark }) => [benchmark.id, benchmark]),
  );
  return ({ benchmark, judge, metric }) => {
    const model = models.get(judge);
    if (model !== undefined && isPeople(model)) return [];
    const entry = manifest.benchmarks.find(({ id }) => id === benchmark);
    const definition = definitions.get(benchmark);
    // Offline judges ignore custom prompts.
    const isReader = model?.simulated === false;
    const own = definition?.metrics.find(({ id, block }) => id === metric.id && block === metric.block);
    const mergesLabels = own?.kind === 'mean' && own.mergesLabels === true;
    return metric.judges.map((dimension): MetricTrust => {
      const key = { judge: model === undefined ? judge : modelDestination(model), benchmark, dimension };
      const planned = entry?.judgeVersions[dimension] ?? definition?.judges.find(({ id }) => id === dimension)?.version;
      const version = versionOf(benchmark, judge, dimension) ?? planned;
      const trust = trustOf(cards, key, {
        versions: new Set(version === undefined ? [] : [version]),
        isOwn: isReader && overrideFile(entry?.promptOverrides, dimension) !== undefined,
      });
      if (trust.status === 'unchecked') return trust;
      // A judge may tell three labels apart but miss the one that the score depends on.
      if (mergesLabels)
        return {
          dimension,
          status: 'unchecked',
          reason: t`checked on all of its labels, but this score merges some of them`,
        };
      // The card may come from other material than this run scores.
      const other = definition?.checkedOnOther?.(metric, dimension);
      return { ...trust, measuredOn: trust.measuredOn ?? (other && t(other)) };
    });
  };
}

/** Adds to each metric that involves a judge what is known of it, and a badge with the card that it leads to. */
export function withJudgeTrust(report: RunReport, session: RunSession, cards: readonly TrustCard[]): RunReport {
  const trustIn = runTrust(session, cards);
  const destinations = new Map(session.manifest.judges.map((model) => [modelName(model), modelDestination(model)]));
  const trusted = (metric: ReportedMetric, benchmark: string, by: string): ReportedMetric => {
    const judgeTrust = trustIn({ benchmark, judge: by, metric });
    const badge = trustBadge(judgeTrust);
    const dimension = worstTrust(judgeTrust)?.dimension;
    if (badge === undefined || dimension === undefined) return metric;
    const card = { judge: destinations.get(by) ?? by, benchmark, dimension };
    return { ...metric, judgeTrust, badge: { ...badge, card } };
  };
  const benchmarks = report.benchmarks.map((benchmark) => ({
    ...benchmark,
    blocks: benchmark.blocks.map((block) => ({
      ...block,
      metrics: block.metrics.map((metric) => trusted(metric, benchmark.id, block.judge)),
    })),
  }));
  const [judge = ''] = destinations.keys();
  return { ...report, benchmarks, rules: trustedEdit({ ...report, benchmarks }, judge) };
}

/** As in a comparison, a judge that is no better than the majority label proves nothing. */
function trustedEdit({ rules, benchmarks }: RunReport, judge: string): RuleReport | undefined {
  if (rules?.outcome !== 'proved') return rules;
  const doubts = judgeDoubts({ benchmarks }, [judge]);
  if (doubts?.metrics.some(({ status }) => status === 'beaten') !== true) return rules;
  const lowered = rules.rules.map((edit) => ({ ...edit, words: editOutcomes.supported }));
  const outcome = 'supported';
  return { ...rules, outcome, rules: lowered, notes: [doubts.sentence, ...rules.notes] };
}

/** The judge prompt version actually used by each model, which a policy may change. Computed verdicts have none. */
export function versionsInUse({
  items,
  state,
}: RunSession): (benchmark: string, model: string, judge: string) => string | undefined {
  const found = new Map<string, Map<string, string>>();
  for (const { key, benchmark } of items) {
    for (const [model, answers] of state.items.get(key)?.answers ?? []) {
      const judged = `${benchmark.id}\n${model}`;
      const versions = found.get(judged) ?? new Map<string, string>();
      found.set(judged, versions);
      for (const { version, verdicts } of answers.values())
        if (version !== 'computed') for (const { judge } of verdicts) versions.set(judge, version);
    }
  }
  return (benchmark, model, judge) => found.get(`${benchmark}\n${model}`)?.get(judge);
}

/** The badge of a metric's worst judge; `undefined` if no judge is involved or none was looked up. */
export function trustBadge(trust: readonly MetricTrust[] | undefined): TrustBadge | undefined {
  const worst = worstTrust(trust);
  if (trust === undefined || worst === undefined) return undefined;
  const { status } = worst;
  const which = trust.length === 1 ? '' : `${readableLine(worst.dimension)}: `;
  if (status === 'unchecked') {
    const unchecked = trust.filter((one) => one.status === 'unchecked').length;
    const count = trust.length === 1 ? t`unchecked` : t`${unchecked} of ${trust.length} judges unchecked`;
    const reason = worst.reason && which + readableLine(worst.reason);
    const full = reason === undefined ? count : `${count}: ${reason}`;
    return { status, short: t`unchecked`, n: 0, facts: '', reason, full };
  }
  const kappa = worst.kappa === undefined ? 'κ n/a' : `κ ${decimalText(worst.kappa, 2)}`;
  const { n = 0 } = worst;
  const remark = worst.measuredOn === undefined ? undefined : readableLine(worst.measuredOn);
  const facts = [
    formatDay(worst.at ?? ''),
    ...(worst.tutors === undefined ? [] : [t`within ${countWords(worst.tutors, 'tutor', 'tutors')}`]),
    ...(worst.simulated === true ? [t`simulated judge`] : []),
    ...(worst.older === true ? [t`older prompt`] : []),
    ...(remark === undefined ? [] : [t`other material`]),
  ].join(', ');
  const statistics = `${kappa}, n ${wholeNumber(n)}, ${facts}${remark === undefined ? '' : ` (${remark})`}`;
  const known = { status, n, facts, remark };
  if (worst.reason === undefined) {
    const beats = worst.beats && beatenWords[worst.beats];
    // One of the two statistics is enough; if only one holds, the badge says which.
    const full = which + statistics + (beats === undefined || worst.beats === 'both' ? '' : `; ${beats}`);
    return { ...known, short: kappa, beats, full };
  }
  const why = readableLine(worst.reason);
  const doubted = { ...known, reason: which + why };
  return status === 'few'
    ? { ...doubted, short: t`too few labels`, full: t`${which}too few labels: ${why}; ${statistics}` }
    : { ...doubted, short: `${kappa} !`, full: t`${which}${statistics}; not reliable: ${why}` };
}

const worstFirst: readonly MetricTrust['status'][] = ['beaten', 'unchecked', 'few', 'checked'];

/** The worst judge by `worstFirst`, then by lowest kappa. */
function worstTrust(trust: readonly MetricTrust[] = []): MetricTrust | undefined {
  return trust.toSorted(
    (left, right) =>
      worstFirst.indexOf(left.status) - worstFirst.indexOf(right.status) || (left.kappa ?? -1) - (right.kappa ?? -1),
  )[0];
}

/** Adds a note for each unreadable trust card, since a judge may seem unchecked because of it. */
export function withCardProblems(report: RunReport, problems: readonly string[]): RunReport {
  if (problems.length === 0) return report;
  const notes = problems.map((message) => ({ kind: 'cards', message }) as const);
  return { ...report, warnings: [...report.warnings, ...notes] };
}

type TrustedMetric = Omit<DoubtedMetric, 'status'> & Pick<ReportedMetric, 'judgeTrust'>;

const words: Readonly<Record<DoubtedMetric['status'], string>> = {
  beaten: t`no better than the majority label`,
  few: t`checked on too few labels`,
  unchecked: t`unchecked`,
};
/** Metrics named per reason; the rest are counted. */
const mostNamed = 5;

/** Covers the given judge models only; `undefined` if all are reliable or no cards were looked up. */
export function judgeDoubts(
  { benchmarks }: Pick<RunReport, 'benchmarks'>,
  judges: readonly string[],
): JudgeDoubts | undefined {
  const blocks = benchmarks.flatMap(({ id: benchmark, blocks: own }) => own.map((block) => ({ ...block, benchmark })));
  const judged = blocks.filter(({ judge }) => judges.includes(judge));
  return doubtsOf(
    judged.flatMap(({ benchmark, id: block, metrics }) => metrics.map((one) => ({ ...one, benchmark, block }))),
  );
}

function doubtsOf(all: readonly TrustedMetric[]): JudgeDoubts | undefined {
  const judged = all.flatMap(({ benchmark, block, id, title, judgeTrust }) => {
    const status = worstTrust(judgeTrust)?.status;
    return status === undefined ? [] : [{ benchmark, block, id, title: readableLine(title), status }];
  });
  const metrics = judged.filter((one): one is DoubtedMetric => one.status !== 'checked');
  return metrics.length === 0 ? undefined : { sentence: sentenceOf(metrics, judged.length), metrics };
}

/** Adds doubts about the later run's judge on the metrics of the later run. */
export function withJudgeDoubts(comparison: Comparison, trustIn: RunTrust): Comparison {
  const { judge } = comparison.after;
  const planned = comparison.benchmarks.flatMap(({ id: benchmark, metrics }) =>
    metrics
      .filter(({ after }) => wasPlanned(after))
      .map((metric) => {
        const { id, block = '', title } = metric;
        return { benchmark, block, id, title, judgeTrust: trustIn({ benchmark, judge, metric }) };
      }),
  );
  const doubts = doubtsOf(planned);
  return doubts === undefined ? comparison : { ...comparison, judgeDoubts: doubts };
}

function sentenceOf(metrics: readonly DoubtedMetric[], judged: number): string {
  const unchecked = metrics.filter(({ status }) => status === 'unchecked').length;
  if (unchecked === judged)
    return judged === 1
      ? t`The judge of the one judged metric is unchecked.`
      : t`The judge is unchecked for all ${countWords(judged, 'judged metric', 'judged metrics')}.`;
  const parts = (Object.keys(words) as DoubtedMetric['status'][]).flatMap((status) => {
    const titles = [...new Set(metrics.flatMap((metric) => (metric.status === status ? [metric.title] : [])))];
    if (titles.length === 0) return [];
    const rest = titles.length > mostNamed ? t` and ${titles.length - mostNamed} more` : '';
    return [t`${words[status]} for ${titles.slice(0, mostNamed).join(', ')}${rest}`];
  });
  return t`The judge is ${parts.join('; ')}.`;
}
