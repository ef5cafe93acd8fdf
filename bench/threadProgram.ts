import { monitorEventLoopDelay } from 'node:perf_hooks';
import { FileRunStore } from '../src/core/store/fileRunStore';
import { ComparisonThread } from '../src/vscode/comparing/comparisonThread';

// Asks a fresh thread to compare the two runs in the store ROOT, as a window does after a click on Compare. Asks again
// with the runs open. Prints in milliseconds how long it took and how long this thread was blocked.
const [, , root = '', entry = ''] = process.argv;
const [later, earlier] = await new FileRunStore(root).list();
if (later === undefined || earlier === undefined) throw new Error('There are no two runs in the store.');
const thread = new ComparisonThread(entry);
const times: number[] = [];
const blocked: number[] = [];
for (let turn = 0; turn < 6; turn += 1) {
  const delay = monitorEventLoopDelay({ resolution: 1 });
  // Another margin each time, so that nothing is answered from before.
  const runs = { before: earlier.id, after: later.id };
  const pair = { root, runs, others: [], margin: 0.01 + turn / 1000, smallest: undefined, guardMargin: undefined };
  const started = performance.now();
  delay.enable();
  await thread.ask<'view'>({ kind: 'view', pair, labels: new Map() }, new AbortController().signal);
  times.push(performance.now() - started);
  delay.disable();
  blocked.push(delay.max / 1e6);
}
thread.dispose();
process.stdout.write(`${JSON.stringify({ times, blocked })}\n`);
