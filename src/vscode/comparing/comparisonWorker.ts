import { isDeepStrictEqual } from 'node:util';
import { parentPort, workerData } from 'node:worker_threads';
import { config } from '../../core/text/countWords';
import type { ComparisonJob, FromThread, ThrownThere, ToThread } from './comparisonThread';

// Entry file of the thread that `ComparisonThread` starts.
const port = parentPort;
if (port === null) throw new Error('This file is started as a thread.');
// The texts come before the modules that have tables of them.
config({ contents: workerData as Record<string, string> });
const { ComparisonService } = await import('./comparisonService');
const facts = await import('../../core/providers/modelFacts');
const { RunStoreError } = await import('../../core/store/runStoreError');
let service = new ComparisonService();
const underWay = new Map<number, AbortController>();

port.on('message', ({ id, job, models = facts.ownModels }: ToThread) => {
  // What was read before has other prices.
  if (!isDeepStrictEqual(models, facts.ownModels)) service = new ComparisonService();
  facts.useOwnModels(models);
  if (job === undefined) underWay.get(id)?.abort();
  else void answer(id, job);
});

async function answer(id: number, job: ComparisonJob): Promise<void> {
  const abort = new AbortController();
  underWay.set(id, abort);
  try {
    port?.postMessage({ id, result: await service.do(job, abort.signal) } satisfies FromThread);
  } catch (error) {
    port?.postMessage({ id, error: thrown(error) } satisfies FromThread);
  } finally {
    underWay.delete(id);
  }
}

function thrown(error: unknown): ThrownThere {
  if (!(error instanceof Error)) return { name: 'Error', message: String(error), stack: undefined };
  const { name, message, stack } = error;
  const store = RunStoreError.is(error) ? { failure: error.failure, runId: error.runId } : undefined;
  return { name, message, stack, ...(store && { store }) };
}
