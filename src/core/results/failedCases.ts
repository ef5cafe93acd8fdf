import { headlineNames, metricName } from '../benchmark/aims';
import type { FailedCase } from '../benchmark/judging/ruleCites';
import { resultsFor } from '../benchmark/sampleResult';
import { isPlayed } from '../run/runScope';
import type { RunSession } from '../run/runSession';
import { hasPrompt } from '../store/runManifest';
import { loneCase } from './caseDetail';
import { failingTurn, shownFailure } from './failingCase';
import { reportedJudgesOf } from './runHeader';
import { sampleResults } from './slotLabels';
import { readTrial } from './trial';

/** The cases that fail in each metric, by the run's first judge: the named ones, else the targets and the headlines. */
export function failedByMetric(
  session: RunSession,
  named: readonly string[],
): readonly { readonly metric: string; readonly cases: readonly FailedCase[] }[] {
  const [judge = ''] = reportedJudgesOf(session);
  const benchmarks = new Set(session.items.map(({ benchmark }) => benchmark));
  const usual = [...(session.manifest.aims?.targets ?? []), ...[...benchmarks].flatMap(headlineNames)];
  return [...new Set(named.length > 0 ? named : usual)].map((metric) => ({
    metric,
    cases: failedCases(session, metric, judge),
  }));
}

/** The title of a metric of the run; its name if the run has no such metric. */
export function metricTitle({ items }: RunSession, name: string): string {
  const benchmarks = [...new Set(items.map(({ benchmark }) => benchmark))];
  const all = benchmarks.flatMap(({ id, metrics }) => metrics.filter((metric) => metricName(id, metric) === name));
  return all[0]?.title ?? name;
}

/** The replies that fail by a metric, each at its first failing verdict; of several texts, those of the prompt. */
export function failedCases(session: RunSession, name: string, judge: string): readonly FailedCase[] {
  const played = session.items.filter((item) => isPlayed(session, item) && hasPrompt(session.manifest, item));
  const benchmark = played.find(({ benchmark: { id } }) => name.startsWith(`${id}/`))?.benchmark;
  const metric = benchmark?.metrics.find((one) => metricName(benchmark.id, one) === name);
  if (benchmark === undefined || metric === undefined) return [];
  const trials = played.filter((item) => item.benchmark === benchmark).map((item) => readTrial(session, item));
  const results = resultsFor(metric, sampleResults(trials, [judge]));
  const counted = new Set(metric.observe(results, session.policy).map(({ unit }) => unit));
  return trials.flatMap(({ item }): readonly FailedCase[] => {
    if (!counted.has(benchmark.unitOf(item.sample))) return [];
    const detail = loneCase(session, item);
    const { turns } = detail;
    const verdict = detail.verdicts.find(
      (one) => one.outcome === 'undesired' && one.judgeModel === judge && metric.judges.includes(one.judge),
    );
    if (verdict === undefined) return [];
    const turn = failingTurn(detail, verdict);
    const at = turns.findIndex((one) => one.role === 'reply' && one.turn === turn);
    if (at < 0) return [];
    const said = turns.slice(0, at).map(({ speaker, text }) => `${speaker}: ${text}`);
    const { reply, label: failed } = shownFailure(detail, verdict);
    const { topic, failure = failed } = benchmark.aspectOf?.(verdict, item.sample) ?? {};
    return [{ key: item.key, dialogue: said.join('\n\n'), reply, failed, failure, topic }];
  });
}
