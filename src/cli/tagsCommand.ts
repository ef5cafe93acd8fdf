import { estimateRun } from '../core/run/estimateRun';
import { buildReport } from '../core/results/buildReport';
import { countWords } from '../core/text/countWords';
import { costRange } from '../core/report/estimateReport';
import { evaluateJson } from '../core/report/evaluateJson';
import { terminalTable } from '../core/report/terminalTable';
import { sessionOfRun } from '../core/history/sessionOfRun';
import type { ManifestModel, RunManifest } from '../core/store/runManifest';
import { planTagging } from '../core/history/planRejudge';
import { CliError, exitCodes, type CliContext } from './cliContext';
import { capsGiven, type CliOptions, type OneJudgeOptions } from './cliOptions';
import { finishRun } from './finishRun';
import { storedJudges } from './judgeCommand';
import { assertModels, judgesOf, withConnections } from './modelServers';
import { findRun } from './openRun';
import { printJson } from './printing';
import { inShell } from './terminalText';

/** Has a judge say in which ways the failing replies of a stored run fail; what it says is kept in the run and changes no score. */
export async function tagsCommand(
  name: string,
  { judge: named, ...options }: OneJudgeOptions,
  given: CliContext,
): Promise<number> {
  const context = await withConnections(options, given);
  const { runId, root, store } = await findRun(name, options.store, context);
  const stored = await store.open(runId);
  const judge = judgeFor(stored.manifest, named, options, context);
  const caps = capsGiven(options);
  const { session, failing } = planTagging(stored, judge, caps, context.benchmarks);
  /** Says what is known by then; resolves with the exit code that goes with it. */
  const show = async (): Promise<number> => {
    const report = buildReport(sessionOfRun(await store.open(runId), context.benchmarks));
    const isMissing = report.benchmarks.some(
      ({ failureTags }) => (failureTags?.failing ?? 0) > (failureTags?.tagged ?? 0),
    );
    if (options.json === true) printJson(evaluateJson(report, store.directoryOf(runId)), context);
    else context.out(terminalTable(report, context));
    return isMissing ? exitCodes.incomplete : exitCodes.done;
  };
  const left = session.items.length;
  if (left === 0) {
    context.err(
      `All ${countWords(failing, 'failing reply is', 'failing replies are')} tagged already; nothing is sent.\n`,
    );
    return show();
  }
  assertModels([judge], options, context);
  context.err(
    `${countWords(failing, 'failing reply', 'failing replies')}, ${countWords(left, 'call', 'calls')}, cost: ${costRange(estimateRun(session).usd)}.\n`,
  );
  let shown: number | undefined;
  const code = await finishRun(
    {
      session,
      store,
      root,
      openWriter: () => store.openTagging(runId, { takeOver: options.takeOver }),
      options,
      caps,
      present: async () => {
        shown = await show();
      },
      tagging: `Go on with: tutor-prompt-lab tags ${runId} --store ${inShell(root)}${named === undefined ? '' : ` --judge ${inShell(named)}`}`,
    },
    context,
  );
  return code === exitCodes.done ? (shown ?? code) : code;
}

/** The judge that is named, else the first of the run's own that is a language model. */
function judgeFor(
  manifest: RunManifest,
  named: string | undefined,
  options: CliOptions,
  context: CliContext,
): ManifestModel {
  const [first] =
    named === undefined
      ? storedJudges({ judges: manifest.judges.filter(({ simulated }) => !simulated) }, options, context)
      : judgesOf({ ...options, judge: [named] }, context);
  if (first !== undefined) return first;
  throw new CliError(
    `Run ${manifest.runId} was judged offline, and failure tags need a language model. Name one, for instance --judge openai:MODEL.`,
  );
}
