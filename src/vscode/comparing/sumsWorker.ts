import { parentPort } from 'node:worker_threads';
import { drawSums } from '../../core/compare/drawSums';
import { drained } from '../../core/compare/slice';
import type { FromSums, ToSums } from './sumsMessages';

// The thread that draws sums for the one that compares: a file of its own, started by `SumsThread`. An error ends it, and what it
// was to do is then done there.
const port = parentPort;
if (port === null) throw new Error('This file is started as a thread.');

port.on('message', ({ id, part }: ToSums) => {
  const sums = drained(drawSums(part));
  // Arrays are handed over, not copied.
  port.postMessage(
    { id, sums } satisfies FromSums,
    sums.map(({ buffer }) => buffer),
  );
});
