import type { OpenBatch } from './openBatch';
import type { RunEvent } from './runEvent';

/** The batches that calls wait for, as listeners hear of them. */
export function batchesUnderWay(provider: string, batches: readonly OpenBatch[], collected: number): RunEvent {
  const open = batches.filter(({ waiting }) => waiting.size > 0);
  const looks = open.flatMap(({ lookedAt }) => lookedAt ?? []);
  return {
    kind: 'batches',
    provider,
    calls: open.reduce((sum, batch) => sum + batch.waiting.size, 0),
    batches: open.length,
    done: open.reduce((sum, batch) => sum + batch.done, 0),
    collected,
    since: earliest(open.map(({ handedOverAt }) => handedOverAt)),
    lookedAt: looks.length === 0 ? undefined : Math.max(...looks),
    nextLookAt: earliest(open.flatMap(({ nextLookAt }) => nextLookAt ?? [])),
  };
}

function earliest(times: readonly number[]): number | undefined {
  return times.length === 0 ? undefined : Math.min(...times);
}

/** What a run that stops leaves at the provider, whose name is for people, in one sentence. */
export function leftUnderWay(provider: string, batches: readonly OpenBatch[]): string | undefined {
  const open = batches.filter(({ fate }) => fate === 'open').length;
  if (open === 0) return undefined;
  const [are, them] = open === 1 ? ['A batch is', 'it'] : [`${open} batches are`, 'them'];
  return `${are} still under way with ${provider}; resume the run to collect ${them}.`;
}
