import type { RunRecord } from '../../../src/core/store/runRecord';
import { plainSamples, plainToy } from '../../toyBenchmarks/plainToy';
import { BatchHost, type BatchHostOptions } from './batchHost';
import { newRun, playBatchRun, type BatchRunOptions, type BatchRunResult, type KeptRun } from './batchRun';
import { providerError } from './fakeProvider';

/** A call refused for the form of its request, as far as anybody can tell. */
export const refusedForm = Object.assign(providerError('badRequest'), { status: 400 });

/** Five single replies with two verdicts each. */
export const base = { benchmark: plainToy, samples: plainSamples(5) };

/** What was answered, in words that do not tell how. */
export function answers(records: readonly RunRecord[]): string[] {
  return records
    .flatMap((record) => {
      if (record.kind === 'reply') return [`${record.item} turn ${record.turn}: ${record.raw}`];
      if (record.kind === 'judged')
        return [`${record.item} ${record.judgeModel} ${record.key}: ${JSON.stringify(record.verdicts)}`];
      return [];
    })
    .sort();
}

/** Plays a run in a process that does not die. */
export async function played(
  kept: KeptRun,
  options: BatchRunOptions,
  attempt?: Parameters<typeof playBatchRun>[2],
): Promise<BatchRunResult> {
  const result = await playBatchRun(kept, options, attempt);
  if (result === undefined) throw new Error('The process died.');
  return result;
}

/** Kinds of the entries of a run's batch log. */
export async function kindsOf({ log }: KeptRun): Promise<string[]> {
  return (await log.read()).entries.map(({ kind }) => kind);
}

/** A fresh provider and a run that has not begun. */
export function hostAndRun(hostOptions: BatchHostOptions = {}): {
  readonly host: BatchHost;
  readonly kept: KeptRun;
  readonly options: BatchRunOptions;
} {
  const host = new BatchHost(hostOptions);
  return { host, kept: newRun(), options: { ...base, host } };
}
