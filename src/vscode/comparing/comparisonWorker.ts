import { readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { parentPort, workerData } from 'node:worker_threads';
import { sha256 } from '../../core/judging/sha256';
import { RunStoreError } from '../../core/store/runStore';
import type { ComparisonJob } from './comparisonJob';
import { ComparisonService } from './comparisonService';
import { ComparisonShelf } from './comparisonShelf';
import { SumsThread } from './sumsThread';
import type { FromThread, ThreadData, ThrownThere, ToThread } from './threadMessages';

// The thread that reads and compares runs: a file of its own, started by `ComparisonThread`.
const port = parentPort;
if (port === null) throw new Error('This file is started as a thread.');
const { storage } = workerData as ThreadData;
const service = new ComparisonService({
  helper: new SumsThread(new URL('./sumsWorker.js', import.meta.url), ({ message }) => {
    post({ kind: 'warning', text: `Comparisons go on in one thread instead of two: ${message}` });
  }),
  shelf: storage === undefined ? undefined : new ComparisonShelf(path.join(storage, 'comparisons'), ownHash()),
});
const underWay = new Map<number, AbortController>();

port.on('message', (message: ToThread) => {
  if (message.kind === 'cancel') underWay.get(message.id)?.abort();
  else void answer(message.id, message.job);
});

async function answer(id: number, job: ComparisonJob): Promise<void> {
  const abort = new AbortController();
  underWay.set(id, abort);
  try {
    post({ kind: 'done', id, result: await service.do(job, abort.signal) });
  } catch (error) {
    post({ kind: 'failed', id, error: thrown(error) });
  } finally {
    underWay.delete(id);
  }
}

function post(message: FromThread): void {
  port?.postMessage(message);
}

function thrown(error: unknown): ThrownThere {
  if (!(error instanceof Error)) return { name: 'Error', message: String(error), stack: undefined };
  const { name, message, stack } = error;
  if (!RunStoreError.is(error)) return { name, message, stack };
  return { name, message, stack, store: { failure: error.failure, runId: error.runId } };
}

/** Of this file, which names all others that it is made of by their content. */
function ownHash(): string {
  return sha256(readFileSync(fileURLToPath(import.meta.url)));
}
