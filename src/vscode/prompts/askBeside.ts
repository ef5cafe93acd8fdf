import { readPromptFile } from '../../core/prompt/promptFile';
import { StoredRunError } from '../../core/history/planRejudge';
import { assertCapHolds } from '../../core/run/priceCap';
import { withOwnPrices } from '../../core/run/runChoices';
import type { RunSession } from '../../core/run/runSession';
import type { ManifestModel, RunManifest } from '../../core/store/runManifest';
import { confirmSending } from '../evaluation/confirmSending';
import type { EvaluationServices } from '../evaluation/evaluationServices';
import { choicesFor, type RunContext } from '../evaluation/prepareRun';
import type { PreparedRun } from '../evaluation/runInWindow';
import { runWithProgress } from '../judges/promptJudges';
import { t, warn } from '../log';
import { providersOf } from '../models/runProviders';

export interface JudgeRequest {
  /** Those that are not answered yet. */
  readonly calls: number;
  readonly session: RunSession;
  readonly runId: string;
  readonly purpose: PreparedRun['purpose'];
  /** Of the progress notification. */
  readonly title: string;
}

/** Asks a judge about a stored run. Nothing is sent where all is answered. `false` if the user refused. */
export async function askBeside(
  { session, calls, runId, purpose, title }: JudgeRequest,
  context: RunContext,
  services: EvaluationServices,
): Promise<boolean> {
  assertCapHolds(session.manifest.judges, context.settings.caps);
  if (calls === 0) return true;
  const run = { session, purpose, openWriter: () => context.prompt.store.openTagging(runId) };
  if (!(await confirmSending(run, context))) return false;
  await runWithProgress(run, { ...services, ...context }, title, new AbortController());
  const { status, detail } = session.state.status ?? {};
  if (status !== 'completed') warn(t`Not everything was answered. ${detail ?? ''}`);
  return true;
}

/** The first model among the judges chosen now, else of the run, else a simulated one. Throws `ServerAddressError`. */
export function judgeBeside(
  { judges }: RunManifest,
  text: string,
  { settings, assertServers }: RunContext,
): ManifestModel {
  const chosen = choicesFor(readPromptFile('', text), settings).judges;
  const model = chosen.find(({ simulated }) => !simulated);
  if (model !== undefined) return model;
  const [own] = withOwnPrices(
    judges.filter(({ simulated }) => !simulated),
    providersOf(settings),
  );
  if (own !== undefined) assertServers({ judges: [own] });
  const found = own ?? chosen[0] ?? judges[0];
  if (found === undefined) throw new StoredRunError(t`There is no judge to ask. Choose one with “Choose Models”.`);
  return found;
}
