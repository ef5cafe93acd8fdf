import type { BatchReference } from '../../providers/provider';
import type { RunEvent } from '../runEvent';
import { serverTitle } from '../serverAddress';
import type { BatchCall } from './batchCall';
import type { BatchServer } from './batchServices';

/** A batch that the provider has, and the calls that wait for it. Times by the engine's clock. */
export interface OpenBatch extends BatchReference {
  readonly server: BatchServer;
  readonly handedOverAt: number;
  readonly waiting: Map<string, BatchCall>;
  /** Whether any call of this process has waited for it. */
  isUsed: boolean;
  fate: 'open' | 'ended' | 'cancelled' | 'lost';
  polledAt: number | undefined;
  nextPollAt: number;
  /** Calls that the provider said were done when it was last polled. */
  done: number;
  answered: number;
}

export function batchesEvent(server: BatchServer, batches: readonly OpenBatch[]): RunEvent {
  const own = batches.filter((batch) => batch.server === server);
  const open = own.filter(({ waiting }) => waiting.size > 0);
  const polls = open.flatMap(({ polledAt }) => polledAt ?? []);
  return {
    kind: 'batches',
    provider: server.id,
    calls: open.reduce((sum, { waiting }) => sum + waiting.size, 0),
    batches: open.length,
    done: open.reduce((sum, { done }) => sum + done, 0),
    collected: own.reduce((sum, { answered }) => sum + answered, 0),
    since: open.length === 0 ? undefined : Math.min(...open.map(({ handedOverAt }) => handedOverAt)),
    lookedAt: polls.length === 0 ? undefined : Math.max(...polls),
    nextLookAt: open.length === 0 ? undefined : Math.min(...open.map(({ nextPollAt }) => nextPollAt)),
  };
}

export function leftUnderWay(server: BatchServer, batches: readonly OpenBatch[]): string | undefined {
  const open = batches.filter((batch) => batch.server === server && batch.fate === 'open').length;
  if (open === 0) return undefined;
  const [are, them] = open === 1 ? ['A batch is', 'it'] : [`${open} batches are`, 'them'];
  return `${are} still under way with ${serverTitle(server)}; resume the run to collect ${them}.`;
}

/** Batches are of one model at one server. */
export function modelOf({ model: { server }, request }: BatchCall): string {
  return `${server.id} ${server.baseUrl ?? ''} ${request.model}`;
}

/** Puts the calls of each model into batches, no more into one than it may hold; `rooms` says by model where that is less. */
export function* inBatches(
  calls: readonly BatchCall[],
  rooms: ReadonlyMap<string, number>,
): Generator<readonly BatchCall[]> {
  for (const model of new Set(calls.map(modelOf))) {
    let batch: BatchCall[] = [];
    let bytes = 0;
    for (const call of calls.filter((one) => modelOf(one) === model)) {
      const { maxCalls, maxBytes } = call.model.server.api.limits;
      const more = call.bytes;
      const isFull = batch.length >= (rooms.get(model) ?? maxCalls) || bytes + more > maxBytes;
      if (isFull && batch.length > 0) {
        yield batch;
        batch = [];
        bytes = 0;
      }
      batch.push(call);
      bytes += more;
    }
    yield batch;
  }
}
