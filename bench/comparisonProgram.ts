import { compareRuns } from '../src/core/compare/compareRuns';
import type { RunSession } from '../src/core/run/runSession';
import { comparisonView } from '../src/core/report/comparisonView';
import { comparisonViewTitles } from '../src/core/report/comparisonViewFlips';
import { FileRunStore } from '../src/core/store/fileRunStore';
import { modelName } from '../src/core/store/runManifest';
import { RunSessions } from '../src/vscode/comparing/comparisonService';

// Compares the two runs in the store ROOT, cold and then warm. Prints CPU and wall times in milliseconds and the view's
// size.
const turns = 7;
const opened = startTimes();
const store = new FileRunStore(process.argv[2] ?? '');
const sessions = new RunSessions(store);
const [later, earlier] = await store.list();
if (later === undefined || earlier === undefined) throw new Error('There are no two runs in the store.');
const before = await sessions.get(earlier.id);
const after = await sessions.get(later.id);
const opening = timesSince(opened);
const judge = { before: judgeOf(before), after: judgeOf(after) };
const measured = Array.from({ length: turns }, () => {
  const started = startTimes();
  const comparison = compareRuns(before, after, { judge, seed: 1, allowSimulated: true });
  return { ...timesSince(started), comparison };
});
const comparison = measured[0]?.comparison;
if (comparison === undefined) throw new Error('Nothing was compared.');
const titles = comparisonViewTitles(before, after);
const views = Array.from({ length: turns }, () => {
  const started = startTimes();
  const view = comparisonView(comparison, { titles });
  return { ...timesSince(started), view };
});
const view = views[0]?.view;
process.stdout.write(
  `${JSON.stringify({
    samples: comparison.benchmarks[0]?.samples.both,
    verdicts: [before, after].map(verdictsOf),
    metrics: comparison.benchmarks[0]?.metrics.length,
    tested: comparison.tested,
    designs: [...new Set(comparison.benchmarks[0]?.metrics.map(({ design }) => design))],
    openingTime: opening.ms,
    openingWall: opening.wall,
    times: measured.map(({ ms }) => ms),
    walls: measured.map(({ wall }) => wall),
    viewTimes: views.map(({ ms }) => ms),
    viewWalls: views.map(({ wall }) => wall),
    viewBytes: Buffer.byteLength(JSON.stringify(view)),
    flips: comparison.benchmarks[0]?.flips.flips.length,
    flipsInView: view?.benchmarks[0]?.flips.length,
  })}\n`,
);

function judgeOf({ manifest }: RunSession): string {
  const [first] = manifest.judges;
  if (first === undefined) throw new Error('A run without a judge.');
  return modelName(first);
}

function verdictsOf({ items, state }: RunSession): number {
  let count = 0;
  for (const { key } of items) count += state.item(key).verdictsOf(judge.before).length;
  return count;
}

/** When something began, on both clocks. */
function startTimes() {
  return { ms: cpuMs(), wall: performance.now() };
}

/** What it took since: CPU time of all threads, and what a user waits. */
function timesSince(started: { readonly ms: number; readonly wall: number }) {
  return { ms: cpuMs() - started.ms, wall: performance.now() - started.wall };
}

/** CPU time of the process, the threads of the compiler and of the garbage collector included. */
function cpuMs(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
}
