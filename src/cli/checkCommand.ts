import { checkModel } from '../core/engine/checkModel';
import { systemClock } from '../core/engine/clock';
import { createEndpoints } from '../core/engine/createEndpoints';
import { estimateRun } from '../core/engine/estimateRun';
import { observeLengths } from '../core/engine/observedLengths';
import { createRunSession } from '../core/engine/runSession';
import { keptFetch } from '../core/providers/keptFetch';
import { proxiedFetch } from '../core/providers/proxiedFetch';
import { checkJson, checkText } from '../core/report/checkReport';
import { recentRuns } from '../core/store/readJournal';
import { modelName } from '../core/store/runManifest';
import { exitCodes } from './cliError';
import type { CliContext } from './cliContext';
import { keysOf, withConnections } from './modelServers';
import type { ParameterOptions } from './parameterOptions';
import { planEvaluation, type PlanOptions } from './planEvaluation';

/** Options of `check`; those of a run are of the one whose cost and time are told. */
export interface CheckOptions
  extends Pick<PlanOptions, 'benchmark' | 'limit' | 'store' | 'connection'>, ParameterOptions {
  /** Whose run is estimated; a built-in prompt unless given. */
  readonly prompt?: string;
  readonly baseUrl?: string;
  readonly json?: boolean;
}

/** A prompt that every benchmark can be played with, where only the model is asked about. */
const usualPrompt = 'guideeval/rule';

/** Asks a model a handful of short things and prints what works, and what a run with it will cost and take. Exit code 1: it does not answer, or gives no verdict that can be read. */
export async function checkCommand(reference: string, options: CheckOptions, given: CliContext): Promise<number> {
  const context = await withConnections(options, given);
  const { baseUrl } = options;
  const servers = baseUrl === undefined ? {} : { tutorBaseUrl: baseUrl, judgeBaseUrl: baseUrl };
  const protocol = { oneSentence: true, solutionToJudge: true };
  const both = { ...options, ...servers, ...protocol, tutor: reference, judge: [reference] };
  const { planned, choices, root } = await planEvaluation(options.prompt ?? usualPrompt, both, context);
  const { tutor } = createEndpoints(
    { tutor: choices.tutor, judges: [] },
    {
      entries: context.providers,
      keyFor: keysOf(context),
      concurrency: undefined,
      onEvent: () => undefined,
      fetch: proxiedFetch(context.env, keptFetch()),
    },
  );
  const abort = new AbortController();
  const stopListening = context.onInterrupt(() => abort.abort('interrupted'));
  try {
    const check = await checkModel(tutor, {
      clock: systemClock,
      signal: abort.signal,
      onCall: (call) => {
        if (context.live) context.redraw(`Checking ${modelName(choices.tutor)}: call ${call} …`);
      },
    });
    if (context.live) context.redraw('');
    const { manifest, samples } = planned;
    const lengths = await observeLengths(manifest, recentRuns(root));
    const estimate = estimateRun(createRunSession(manifest, samples, context.benchmarks), lengths);
    if (options.json === true) context.document(`${JSON.stringify(checkJson(check, estimate), undefined, 2)}\n`);
    else context.out(checkText(check, estimate));
    return check.parts.some(({ state }) => state === 'fails') ? exitCodes.failedCheck : exitCodes.done;
  } catch (error) {
    if (abort.signal.aborted) return exitCodes.interrupted;
    throw error;
  } finally {
    stopListening();
  }
}
