import { systemClock } from '../core/engine/clock';
import { estimateRun } from '../core/engine/estimateRun';
import { assertCapHolds } from '../core/engine/priceCap';
import { buildReport } from '../core/report/buildReport';
import { countWords } from '../core/report/countWords';
import { costRange } from '../core/report/estimateReport';
import { evaluateJson } from '../core/report/evaluateJson';
import { terminalTable } from '../core/report/terminalTable';
import { sessionOfRun } from '../core/revisions/sessionOfRun';
import type { ManifestModel } from '../core/store/runManifest';
import { planTagging } from '../core/tagging/planTagging';
import { capsGiven, type CapOptions, type ParameterOptions } from './cliOptions';
import { CliError, exitCodes, type CliContext } from './cliContext';
import { findRun } from './openRun';
import { finishRun } from './finishRun';
import { inShell } from './terminalText';
import { storedJudges } from './judgeCommand';
import { judgesOf, reportShutdowns, withConnections, type ServerOptions } from './modelServers';

/** Options of `tags`, numbers parsed. */
export interface TagsOptions extends ServerOptions, ParameterOptions, CapOptions {
  readonly judge?: string;
  readonly store?: string;
  readonly concurrency?: number;
  readonly cache: boolean;
  /** Takes the run's lock from a process that shows no sign of life. */
  readonly takeOver?: boolean;
  readonly json?: boolean;
}

/** Has a judge say in which ways the failing replies of a stored run fail; what it says is kept in the run and changes no score. */
export async function tagsCommand(name: string, options: TagsOptions, given: CliContext): Promise<number> {
  const context = await withConnections(options, given);
  const { runId, root, store } = await findRun(name, options.store, context);
  const stored = await store.open(runId);
  const judge = judgeFor(stored.manifest, options, context);
  const caps = capsGiven(options);
  const { session, failing } = planTagging(stored, judge, caps, context.benchmarks);
  /** Says what is known by then; resolves with the exit code that goes with it. */
  const show = async (): Promise<number> => {
    const report = buildReport(sessionOfRun(await store.open(runId), context.benchmarks));
    const isMissing = report.benchmarks.some(
      ({ failureTags }) => (failureTags?.failing ?? 0) > (failureTags?.tagged ?? 0),
    );
    if (options.json === true)
      context.document(`${JSON.stringify(evaluateJson(report, store.directoryOf(runId)), undefined, 2)}\n`);
    else context.out(terminalTable(report, { width: context.width, color: context.color }));
    return isMissing ? exitCodes.incomplete : exitCodes.done;
  };
  const left = session.items.length;
  if (left === 0) {
    context.err(
      `All ${countWords(failing, 'failing reply is', 'failing replies are')} tagged already; nothing is sent.\n`,
    );
    return show();
  }
  assertCapHolds([judge], caps);
  reportShutdowns([judge], context);
  context.err(
    `${countWords(failing, 'failing reply', 'failing replies')}, ${countWords(left, 'call', 'calls')}, cost: ${costRange(estimateRun(session).usd)}.\n`,
  );
  const shown: number[] = [];
  const code = await finishRun(
    {
      session,
      store,
      root,
      openWriter: () => store.openTagging(runId, { takeOver: options.takeOver }),
      concurrency: options.concurrency,
      cache: options.cache,
      caps,
      clock: systemClock,
      json: options.json ?? false,
      html: undefined,
      present: async () => {
        shown.push(await show());
      },
      tagging: `Go on with: tutor-prompt-lab tags ${runId} --store ${inShell(root)}${namedJudge(options)}`,
    },
    context,
  );
  return code === exitCodes.done ? (shown[0] ?? code) : code;
}

function namedJudge({ judge }: TagsOptions): string {
  return judge === undefined ? '' : ` --judge ${inShell(judge)}`;
}

/** The judge that is named, else the first of the run's own that is a language model. */
function judgeFor(
  manifest: Parameters<typeof storedJudges>[0],
  options: TagsOptions,
  context: CliContext,
): ManifestModel {
  const { judge, ...others } = options;
  const judges =
    judge === undefined
      ? storedJudges({ ...manifest, judges: manifest.judges.filter(({ simulated }) => !simulated) }, others, context)
      : judgesOf({ ...others, judge: [judge] }, context);
  const [first] = judges;
  if (first !== undefined) return first;
  throw new CliError(
    `Run ${manifest.runId} was judged offline, and failure tags need a language model. Name one, for instance --judge openai:MODEL.`,
  );
}
