import { parentPort } from 'node:worker_threads';
import { drawExchanges, drawResamples, type OpenFigure } from '../../core/compare/drawSums';
import { drained } from '../../core/compare/slice';
import { Resampler } from '../../core/statistics/resampledSums';
import type { FromSums, ToSums } from './sumsMessages';

// The thread that adds up for the one that compares: a file of its own, started by `SumsThread`. An error ends it, and what it
// was to do is then done there.
const port = parentPort;
if (port === null) throw new Error('This file is started as a thread.');
/** Comparisons that were given up are never drawn: only the latest are kept. */
const mostOpen = 16;
const opened = new Map<number, readonly OpenFigure[]>();

port.on('message', (message: ToSums) => {
  const { id } = message;
  if (message.kind === 'open') {
    const figures = message.figures.map((figure) => ({ resampler: new Resampler(figure), width: figure.width }));
    opened.set(id, figures);
    for (const old of [...opened.keys()].slice(0, -mostOpen)) opened.delete(old);
    post({ kind: 'opened', id, stride: Math.max(1, ...figures.map(({ resampler }) => resampler.wordsPerRow)) });
  } else if (message.kind === 'draw') {
    const figures = opened.get(message.opened);
    opened.delete(message.opened);
    if (figures === undefined) post({ kind: 'gone', id });
    else postSums(id, drawResamples(figures, message.plan));
  } else postSums(id, drawExchanges(message.figures, message.plan));
});

function postSums(id: number, drawing: ReturnType<typeof drawResamples>): void {
  const sums = drained(drawing);
  post({ kind: 'sums', id, sums }, sums);
}

/** Arrays are handed over, not copied. */
function post(message: FromSums, arrays: readonly Float64Array<ArrayBuffer>[] = []): void {
  port?.postMessage(
    message,
    arrays.map(({ buffer }) => buffer),
  );
}
