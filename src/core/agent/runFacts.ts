import { metricName, readMetricName, rolesOf } from '../benchmark/aims';
import { formatInterval, formatMetric } from '../benchmark/formatMetric';
import type { TrustCard } from '../benchmark/trustCard';
import { withJudgeTrust } from '../report/runTrust';
import { buildReport } from '../results/buildReport';
import { CaseReader } from '../results/caseDetail';
import { shownFailure } from '../results/failingCase';
import { benchmarkCounts, headerFacts } from '../results/headerFacts';
import type { RunReport, RunStatus } from '../results/reportModel';
import type { RunSession } from '../run/runSession';
import { boundedText } from '../text/boundedText';
import { readableLine } from '../text/readableText';
import { type AgentAnswer, sizeOf } from './agentAnswer';
import { AgentError, type AgentHost } from './agentHost';

const afterRun: Readonly<Record<RunStatus, string>> = {
  running: 'Call get_run again until it has ended. Numbers of a run under way are not final.',
  completed:
    'Read get_failing_cases, make one edit by hand, evaluate again, then compare_runs. A single run proves nothing.',
  incomplete: 'Some cases are missing. Read the metrics as partial; the author can resume the run.',
  cancelled: 'The run was cancelled. Read the metrics as partial.',
  interrupted: 'The run was interrupted. Read the metrics as partial; the author can resume it.',
  failed: 'Tell the author why it failed.',
  overBudget: 'A cap was reached, which only the author may raise. Read the metrics as partial.',
};

export function runFacts(session: RunSession, cards: readonly TrustCard[]): AgentAnswer {
  const report = withJudgeTrust(buildReport(session), session, cards);
  const { run, warnings } = report;
  const simulated = run.simulatedParts.join(', ');
  const lines = [
    ...headerFacts(report).map(({ label, value }) => `${label}: ${value}`),
    ...(run.statusDetail === undefined ? [] : [run.statusDetail]),
    ...report.benchmarks.map((benchmark) => `${benchmark.id}: ${benchmarkCounts(benchmark)}`),
    ...metricLines(session, report),
    ...warnings.map(({ message }) => `Note: ${message}`),
  ];
  const next =
    simulated === '' || run.status === 'running'
      ? afterRun[run.status]
      : `Simulated (${simulated}): the scores follow from rules and say nothing about the prompt. Ask the author for real models.`;
  return { lines: lines.map(readableLine), next };
}

/** Targets first, then guards. */
function metricLines({ items, manifest }: RunSession, { run, benchmarks }: RunReport): readonly string[] {
  const played = [...new Set(items.map(({ benchmark }) => benchmark))];
  const roles = rolesOf(played, manifest.aims ?? { targets: [], guards: [] });
  const all = benchmarks.flatMap(({ id, blocks }) =>
    blocks.flatMap(({ judge, metrics }) =>
      metrics.map((metric) => {
        const name = metricName(id, metric);
        const role = roles.get(name);
        const by = run.judges.length > 1 ? `, judge ${judge}` : '';
        const trust = metric.badge === undefined ? '' : `, judge against people: ${metric.badge.short}`;
        const value = `${formatMetric(metric)}, interval ${formatInterval(metric)}, n ${metric.n}`;
        return { role, line: `${name}${role === undefined ? '' : ` (${role})`}: ${value}${by}${trust}` };
      }),
    ),
  );
  return (['target', 'guard', undefined] as const).flatMap((wanted) =>
    all.filter(({ role }) => role === wanted).map(({ line }) => line),
  );
}

const casesOnPage = 10;
const longestText = 600;
/** Bytes of the texts on a page, which leaves room for the rest of the answer. */
const pageSize = 5_600;

/** Throws `AgentError` for an unknown metric. */
export function failingCases(
  session: RunSession,
  wish: { readonly metric?: string | undefined; readonly page?: number | undefined },
  { benchmarks }: Pick<AgentHost, 'benchmarks'>,
): AgentAnswer {
  const { metric: named, page = 1 } = wish;
  const isMeant = judgesOf(named, benchmarks);
  const reader = new CaseReader(session);
  const failing = buildReport(session, { resamples: 100 })
    .benchmarks.flatMap(({ id, cases }) =>
      cases.filter(({ chips }) => chips.some((chip) => chip.outcome === 'undesired' && isMeant(id, chip.judge))),
    )
    .toSorted((one, other) => (other.badness ?? 0) - (one.badness ?? 0));
  const pages: { title: string; text: string }[][] = [[]];
  let size = 0;
  for (const [index, { id, benchmark }] of failing.entries()) {
    if (pages.length > page) break;
    const detail = reader.loneById(id);
    const verdict = detail?.verdicts.find((one) => one.outcome === 'undesired' && isMeant(benchmark, one.judge));
    if (detail === undefined || verdict === undefined) continue;
    const { student, reply, label, reason } = shownFailure(detail, verdict);
    const parts = Object.entries({ case: id, student, tutor: reply, verdict: label, reason });
    const text = parts.map(([part, said]) => `${part}: ${boundedText(readableLine(said), longestText)}`).join('\n');
    const last = pages.at(-1) ?? [];
    if (last.length > 0 && (last.length === casesOnPage || size + sizeOf(text) > pageSize)) {
      pages.push([]);
      size = 0;
    }
    size += sizeOf(text) + 100;
    pages.at(-1)?.push({ title: `failing case ${index + 1}`, text });
  }
  const material = pages[page - 1] ?? [];
  const what = named === undefined ? '' : ` in ${readableLine(named)}`;
  const goOn = pages.length > page ? ` Page ${page + 1} has more.` : '';
  return {
    lines: [`Failing cases${what}: ${failing.length}. This page has ${material.length}.${goOn}`],
    material,
    next: 'Change one rule by hand for what several cases share, then evaluate_prompt on all samples. That these cases pass then is no evidence.',
  };
}

function judgesOf(
  named: string | undefined,
  benchmarks: AgentHost['benchmarks'],
): (benchmark: string, judge: string) => boolean {
  if (named === undefined) return () => true;
  const read = readMetricName(named, benchmarks);
  if ('problem' in read) throw new AgentError(read.problem);
  const [id = ''] = read.name.split('/');
  const metric = benchmarks.get(id)?.metrics.find((one) => metricName(id, one) === read.name);
  return (benchmark, judge) => benchmark === id && metric?.judges.includes(judge) === true;
}
