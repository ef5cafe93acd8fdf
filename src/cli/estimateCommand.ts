import { checkModel } from '../core/run/checkModel';
import { systemClock } from '../core/run/clock';
import { createEndpoints } from '../core/run/createEndpoints';
import { estimateByRecent } from '../core/run/estimateByRecent';
import { createRunSession } from '../core/run/runSession';
import { keptFetch } from '../core/providers/keptFetch';
import { proxiedFetch } from '../core/providers/proxiedFetch';
import { checkJson, checkText, estimateJson, estimateText } from '../core/report/estimateReport';
import { modelName } from '../core/store/runManifest';
import { type CliContext, exitCodes } from './cliContext';
import type { CliOptions } from './cliOptions';
import { keysOf } from './modelServers';
import { freshBaseline } from './freshBaseline';
import { planEvaluation, type PlannedEvaluation } from './planEvaluation';
import { printJson } from './printing';
import { usualPrompt } from './readInput';

/** Prints what an `evaluate` with the same options would send and cost. Writes and sends nothing. */
export async function estimateCommand(promptPath: string, options: CliOptions, context: CliContext): Promise<number> {
  const run = await planEvaluation(promptPath, options, context);
  const { manifest, samples } = run.planned;
  const session = createRunSession(manifest, samples, context.benchmarks);
  const { lines = [], estimate } = (await freshBaseline({ session, root: run.root }, options, context)) ?? {};
  const first = estimate && { calls: estimate.calls, cost: { usd: estimate.usd ?? null } };
  const head = lines.map((line) => `${line}\n`).join('');
  return printEstimate(run, options, context, { head, freshBaseline: first });
}

/** Prints `head` and `tail` around the text, or `more` members in the JSON. */
export async function printEstimate(
  run: PlannedEvaluation,
  { json }: CliOptions,
  context: CliContext,
  { head = '', tail = '', ...more }: { head?: string; tail?: string; [more: string]: unknown } = {},
): Promise<number> {
  const { manifest } = run.planned;
  const estimate = await estimateOf(run, context);
  if (json === true) printJson({ ...estimateJson(manifest, estimate), ...more }, context);
  else context.out(`${head}${estimateText(manifest, estimate)}${tail}`);
  return exitCodes.done;
}

function estimateOf({ planned: { manifest, samples }, root }: PlannedEvaluation, { benchmarks }: CliContext) {
  return estimateByRecent(createRunSession(manifest, samples, benchmarks), root);
}

/** Tests a model and estimates a run with it. Exit code 1: it gives no answer or no readable verdict. */
export async function checkCommand(reference: string, options: CliOptions, context: CliContext): Promise<number> {
  const { baseUrl } = options;
  const servers = baseUrl === undefined ? {} : { tutorBaseUrl: baseUrl, judgeBaseUrl: baseUrl };
  const both = { ...options, ...servers, tutor: reference, judge: [reference] };
  const prompt = options.prompt ?? usualPrompt(context);
  const { planned, choices, root } = await planEvaluation(prompt, both, context);
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
    const estimate = await estimateOf({ planned, root }, context);
    if (options.json === true) printJson(checkJson(check, estimate), context);
    else context.out(checkText(check, estimate));
    return check.parts.some(({ state }) => state === 'fails') ? exitCodes.failedCheck : exitCodes.done;
  } catch (error) {
    if (abort.signal.aborted) return exitCodes.interrupted;
    throw error;
  } finally {
    stopListening();
  }
}
