import { setImmediate as nextTurn } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import { compareSteps } from '../src/core/compare/compareRuns';
import { noiseSteps } from '../src/core/compare/noiseBand';
import type { RunSession } from '../src/core/engine/runSession';
import { comparisonView } from '../src/core/report/comparisonView';
import { comparisonViewTitles } from '../src/core/report/comparisonViewTitles';
import { FileRunStore } from '../src/core/store/fileRunStore';
import { modelName } from '../src/core/store/runManifest';
import { RunSessions } from '../src/vscode/comparing/runSessions';
import { SumsThread } from '../src/vscode/comparing/sumsThread';

// Compares the two runs in the store ROOT, cold and then warm, with the helping thread WORKER as the extension does, and prints CPU and wall times and slices in milliseconds and the view's
// size. The noise is read as well, as if both runs were of one prompt: that is what two such runs take.
const turns = 7;
const opened = startTimes();
const store = new FileRunStore(process.argv[2] ?? '');
const sessions = new RunSessions(store);
const [later, earlier] = await store.list();
if (later === undefined || earlier === undefined) throw new Error('There are no two runs in the store.');
const before = await sessions.get(earlier.id);
const after = await sessions.get(later.id);
const opening = timesSince(opened);
const helper = new SumsThread(pathToFileURL(process.argv[3] ?? ''), (error) => {
  throw error;
});
const judge = { before: judgeOf(before), after: judgeOf(after) };
const { comparison, ...first } = await compareOnce();
const measured = [first];
while (measured.length < turns) {
  const { ms, wall, slice } = await compareOnce();
  measured.push({ ms, wall, slice });
}
const twin: RunSession = { ...after, manifest: { ...after.manifest, prompt: before.manifest.prompt } };
const noises = Array.from({ length: turns }, readNoise);
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
    openingTime: opening.ms,
    openingWall: opening.wall,
    times: measured.map(({ ms }) => ms),
    walls: measured.map(({ wall }) => wall),
    slices: measured.map(({ slice }) => slice),
    noiseTimes: noises.map(({ ms }) => ms),
    noiseWalls: noises.map(({ wall }) => wall),
    noiseSlices: noises.map(({ slice }) => slice),
    noiseBands: noises[0]?.bands,
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

/** With the pauses that the extension makes, in which the thread hears of the other one's sums. */
async function compareOnce() {
  const started = startTimes();
  let slice = 0;
  const steps = compareSteps(before, after, { judge, seed: 1, helper });
  for (;;) {
    const begun = performance.now();
    const step = steps.next();
    slice = Math.max(slice, performance.now() - begun);
    if (step.done === true) return { ...timesSince(started), slice, comparison: step.value };
    await step.value;
    await nextTurn();
  }
}

function readNoise() {
  const started = startTimes();
  let slice = 0;
  const steps = noiseSteps([before, twin], { judge: judge.before, seed: 1 });
  for (;;) {
    const begun = performance.now();
    const step = steps.next();
    slice = Math.max(slice, performance.now() - begun);
    if (step.done === true) return { ...timesSince(started), slice, bands: step.value?.bands.length };
  }
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
