import path from 'node:path';
import { comparisonSummaryJson } from '../core/compare/comparisonJson';
import { comparisonText } from '../core/report/comparisonText';
import { exampleFile, exampleName, examplePair, exampleRuns } from '../core/run/recorded/exampleRuns';
import { buildReport } from '../core/results/buildReport';
import { evaluateJson } from '../core/report/evaluateJson';
import { terminalTable } from '../core/report/terminalTable';
import { sessionOfRun } from '../core/history/sessionOfRun';
import { exitCodes, type CliContext } from './cliContext';
import type { CliOptions } from './cliOptions';
import { compareSessions } from './compareCommand';
import { printJson } from './printing';
import { readInput } from './readInput';

/** Shows recorded replies of two real models and a human tutor with people's labels: no key, no network, nothing written. */
export async function exampleCommand({ json }: CliOptions, context: CliContext): Promise<number> {
  const file = path.join(context.exampleResults, exampleFile);
  const text = await readInput(file, 'The example file');
  const making = { now: Date.now(), toolVersion: context.version, promptPath: exampleName };
  const sessions = exampleRuns({ name: exampleFile, text }, making, context.benchmarks).map((run) =>
    sessionOfRun(run, context.benchmarks),
  );
  const reports = sessions.map((session) => buildReport(session));
  const [before, after] = [examplePair.before, examplePair.after].map((id) =>
    sessions.find(({ manifest }) => manifest.runId === id),
  );
  if (before === undefined || after === undefined) throw new Error('The example lacks a run of its own.');
  const comparison = compareSessions(before, after, {}, []);
  if (json === true) {
    const shown = {
      schemaVersion: 1,
      runs: reports.map((report) => evaluateJson(report, undefined)),
      comparison: comparisonSummaryJson({ comparison }),
    };
    printJson(shown, context);
    return exitCodes.done;
  }
  for (const report of reports) {
    // Only what is over all dialogues: the parts by source are in the comparison and in `--json`.
    const overAll = report.benchmarks.map((benchmark) => ({ ...benchmark, blocks: benchmark.blocks.slice(0, 1) }));
    context.out(`${terminalTable({ ...report, benchmarks: overAll }, context)}\n`);
  }
  context.out(comparisonText(comparison, context));
  context.out(
    '\nYour own tutor in its place: tutor-prompt-lab evaluate PROMPT --benchmark mrbench --tutor MODEL --judge MODEL\n',
  );
  return exitCodes.done;
}
