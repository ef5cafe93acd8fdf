import type { RunSession } from '../core/engine/runSession';
import { buildReport, type ReportOptions } from '../core/report/buildReport';
import { withJudgeTrust } from '../core/report/metricTrust';
import type { RunReport } from '../core/report/reportModel';
import { FileTrustCardStore } from '../core/store/fileTrustCardStore';
import type { CliContext } from './cliContext';
import { foreignText } from './foreignText';

/** A run and the folder of its store. */
interface RunInStore {
  readonly session: RunSession;
  readonly root: string;
}

/** The report with what is known of its judges; a card that cannot be read is said and left out. */
export async function trustedReport(
  { session, root }: RunInStore,
  options: ReportOptions,
  context: CliContext,
): Promise<RunReport> {
  const { cards, problems } = await new FileTrustCardStore(root).read();
  const shipped = await context.judges.cardsFor(session.manifest);
  for (const problem of problems) context.err(`warning: ${foreignText(problem)}\n`);
  return withJudgeTrust(buildReport(session, options), session, [...cards, ...shipped]);
}
