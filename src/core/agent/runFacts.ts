import { metricName } from '../benchmark/aims';
import type { MaterialSection } from '../benchmark/judging/fence';
import { withJudgeTrust } from '../report/runTrust';
import { terminalTable } from '../report/terminalTable';
import { buildReport } from '../results/buildReport';
import { loneCase } from '../results/caseDetail';
import { shownFailure } from '../results/failingCase';
import type { CaseVerdict, RunReport } from '../results/reportModel';
import { statusTexts } from '../store/statusTexts';
import { decideAims } from '../run/runChoices';
import type { RunSession } from '../run/runSession';
import type { WorkItem } from '../run/workItem';
import { boundedText, readableLine } from '../text/readableText';
import { type AgentAnswer, largestPage, plainPage } from './agentAnswer';
import type { AgentHost, AgentRun } from './agentHost';
import { editFacts, type NextStep, shownItems } from './editFacts';

export function runFacts({ session, cards, isUnderWay }: AgentRun): AgentAnswer {
  const report = withJudgeTrust(buildReport(session, isUnderWay ? { runningMs: 0 } : {}), session, cards);
  const { id, status, statusDetail = '' } = report.run;
  const { targets = [], guards = [] } = session.manifest.aims ?? {};
  const aims = `Targets: ${targets.join(', ') || 'the headline metrics'}. Guards: ${guards.join(', ') || 'none'}.`;
  // A judge's sentences on rules tell of the cases that edits are confirmed on, too.
  const results = `${readableLine(statusDetail)}\n${terminalTable({ ...report, cites: undefined }, plainPage)}`.trim();
  return {
    text: `Run ${id}: ${statusTexts[status]}.\n${readableLine(aims)}\n`,
    material: [{ title: 'results', text: boundedText(results, largestPage) }],
    ...nextStep(session, report),
  };
}

function nextStep(session: RunSession, { run: { status, simulatedParts }, rules }: RunReport): NextStep {
  const simulated = simulatedParts.join(', ');
  if (simulated !== '')
    return { next: `Ask the author for real models: what is simulated (${simulated}) proves nothing.` };
  if (status === 'running') return { next: 'Call get_run again until the run has ended. Its numbers are not final.' };
  if (status !== 'completed')
    return { next: 'Tell the author, who alone may raise caps and resume the run. Read its metrics as partial.' };
  const next = 'Read get_failing_cases, then test_edits with what could mend them. A single run proves nothing.';
  return editFacts(session, rules?.outcome) ?? { next };
}

const casesOnPage = 10;
const longestText = 600;

/** Throws `ChoiceError` for an unknown metric. */
export function failingCases(
  session: RunSession,
  { metric, page = 1 }: { readonly metric?: string | undefined; readonly page?: number | undefined },
  benchmarks: AgentHost['benchmarks'],
): AgentAnswer {
  const [only] = decideAims(metric === undefined ? [] : [metric], [], { benchmarks })?.targets ?? [];
  const isMeant = ({ id, metrics }: WorkItem['benchmark'], { outcome, judge }: CaseVerdict): boolean =>
    outcome === 'undesired' &&
    metrics.some((one) => (only ?? metricName(id, one)) === metricName(id, one) && one.judges.includes(judge));
  const failing = shownItems(session)
    .flatMap((item) => {
      const detail = loneCase(session, item);
      const verdict = detail.verdicts.find((one) => isMeant(item.benchmark, one));
      return verdict === undefined ? [] : [{ summary: detail.summary, ...shownFailure(detail, verdict) }];
    })
    .toSorted((one, other) => (other.summary.badness ?? 0) - (one.summary.badness ?? 0));
  const pages: MaterialSection[][] = [];
  let bytesLeft = 0;
  for (const [index, { summary, student, reply, label, reason }] of failing.entries()) {
    const text = Object.entries({ case: summary.id, student, tutor: reply, verdict: label, reason })
      .map(([part, said]) => `${part}: ${boundedText(readableLine(said), longestText)}`)
      .join('\n');
    const bytes = Buffer.byteLength(text) + 100;
    if (bytesLeft < bytes || pages.at(-1)?.length === casesOnPage) {
      pages.push([]);
      bytesLeft = largestPage;
    }
    bytesLeft -= bytes;
    pages.at(-1)?.push({ title: `failing case ${index + 1}`, text });
  }
  const more = pages.length > page ? `page ${page + 1} has more` : 'this is the last page';
  return {
    text: `Failing cases: ${failing.length}; ${more}.`,
    material: pages[page - 1] ?? [],
    next: 'Think of edits of one rule for what several cases share, then test_edits. That these cases pass then is no evidence.',
  };
}
