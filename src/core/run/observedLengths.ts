import type { BenchmarkId } from '../benchmark/samples';
import type { ModelRole } from '../prompt/modelParameters';
import type { RecentRun } from '../store/readJournal';
import { type ManifestModel, modelName, type RunManifest } from '../store/runManifest';
import type { StepRecord } from '../store/runRecord';
import { hasLikelyFigures } from './fittingRecords';

/** Output tokens a call, as earlier runs had them: from the 10th to the 90th percentile of `calls` observations. */
export interface ObservedLength {
  readonly role: ModelRole;
  readonly model: string;
  readonly benchmark: BenchmarkId;
  readonly calls: number;
  readonly low: number;
  readonly high: number;
  /** Characters of what was said, which may be far less: tokens of hidden reasoning are no part of it. */
  readonly characters: { readonly low: number; readonly high: number };
}

/** Observations below which the usual lengths say more. */
const enough = 10;
/** Observations that one model needs on a benchmark; more would only be read in vain. */
const plenty = 300;
const mostJournals = 6;

export type ObservedLengths = (role: ModelRole, model: ManifestModel, benchmark: string) => ObservedLength | undefined;

/**
 * Reads from the newest runs how long the answers of the coming run's models are, in the same role on the same
 * benchmark; for tutor and student only under the same placement and policy, which shape what they say. Answers from
 * the cache were counted where they were made.
 */
export async function observeLengths(coming: RunManifest, runs: AsyncIterable<RecentRun>): Promise<ObservedLengths> {
  const seen = new Map<string, Samples>();
  for (const { id: benchmark } of coming.benchmarks) {
    for (const [role, model] of rolesOf(coming)) {
      if (!model.simulated) seen.set(keyOf(role, model, benchmark), { role, model, benchmark, outputs: [], texts: [] });
    }
  }
  let read = 0;
  for await (const run of runs) {
    const wanted = [...seen.values()].filter(({ outputs }) => outputs.length < plenty);
    if (wanted.length === 0 || read >= mostJournals) break;
    if (!wanted.some((one) => fits(one, coming, run.manifest))) continue;
    read += 1;
    for (const record of await run.records()) {
      if (record.kind === 'status' || record.kind === 'limit' || record.usage === undefined || record.calls === 0)
        continue;
      if (!hasLikelyFigures(record)) continue;
      const found = sampled(record, run.manifest);
      const samples = found && seen.get(keyOf(found.role, found.model, found.benchmark));
      if (samples === undefined || !fits(samples, coming, run.manifest)) continue;
      // A step may have asked more than once; its tokens are of all of that.
      samples.outputs.push(record.usage.output / record.calls);
      samples.texts.push('raw' in record ? record.raw.length : 0);
    }
  }
  const known = new Map<string, ObservedLength>();
  for (const [key, { role, model, benchmark, outputs, texts }] of seen) {
    if (outputs.length < enough) continue;
    const found = { calls: outputs.length, ...middle(outputs), characters: middle(texts) };
    known.set(key, { role, model: modelName(model), benchmark, ...found });
  }
  return (role, model, benchmark) => known.get(keyOf(role, model, benchmark));
}

interface Samples {
  readonly role: ModelRole;
  readonly model: ManifestModel;
  readonly benchmark: BenchmarkId;
  readonly outputs: number[];
  readonly texts: number[];
}

function middle(values: readonly number[]): { readonly low: number; readonly high: number } {
  const sorted = [...values].sort((left, right) => left - right);
  const at = (share: number): number => sorted[Math.round(share * (sorted.length - 1))] ?? 0;
  return { low: at(0.1), high: at(0.9) };
}

function rolesOf({ tutor, student, judges }: RunManifest): readonly (readonly [ModelRole, ManifestModel])[] {
  return [
    ['tutor', tutor],
    ...(student === undefined ? [] : ([['student', student]] as const)),
    ...judges.map((judge) => ['judge', judge] as const),
  ];
}

function fits({ role, model, benchmark }: Samples, coming: RunManifest, earlier: RunManifest): boolean {
  const entry = earlier.benchmarks.find(({ id }) => id === benchmark);
  const isThere = rolesOf(earlier).some(([other, one]) => keyOf(other, one, '') === keyOf(role, model, ''));
  if (entry === undefined || !isThere) return false;
  if (role === 'judge') return true;
  const planned = coming.benchmarks.find(({ id }) => id === benchmark);
  return entry.placement === planned?.placement && JSON.stringify(earlier.policy) === JSON.stringify(coming.policy);
}

function sampled(
  record: StepRecord,
  { tutor, student, judges }: RunManifest,
): Omit<Samples, 'outputs' | 'texts'> | undefined {
  const benchmark = record.item.slice(0, record.item.indexOf('/')) as BenchmarkId;
  if (record.kind === 'reply') return { role: 'tutor', model: tutor, benchmark };
  if (record.kind === 'student') return student && { role: 'student', model: student, benchmark };
  if (record.kind === 'failed') return undefined;
  const judge = judges.find((one) => modelName(one) === record.judgeModel);
  return judge && { role: 'judge', model: judge, benchmark };
}

function keyOf(role: ModelRole, model: ManifestModel, benchmark: string): string {
  return JSON.stringify([role, modelName(model), model.baseUrl ?? '', benchmark]);
}
