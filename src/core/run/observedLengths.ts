import type { BenchmarkId } from '../benchmark/samples';
import type { ModelRole } from '../prompt/modelParameters';
import type { Range } from '../providers/modelFacts';
import type { RecentRun } from '../store/readJournal';
import { type ManifestModel, modelName, type RunManifest } from '../store/runManifest';
import { roleOf } from './runState';

/** Output tokens a call in earlier runs: the 10th to 90th percentile of `calls` observations. */
export interface ObservedLength extends Range {
  readonly role: ModelRole;
  readonly model: string;
  readonly benchmark: BenchmarkId;
  readonly calls: number;
  /** Length of the visible answer; hidden reasoning is not in it. */
  readonly characters: Range;
}

const enough = 10;
const plenty = 300;
const mostJournals = 6;

export type ObservedLengths = (role: ModelRole, model: ManifestModel, benchmark: string) => ObservedLength | undefined;

/** Uses runs with the same role and benchmark; for tutor and student also the same placement and policy. */
export async function observeLengths(coming: RunManifest, runs: AsyncIterable<RecentRun>): Promise<ObservedLengths> {
  const keys = keysOf(coming);
  const seen = new Map(
    [...keys.values()].map((key) => [key, { outputs: new Array<number>(), texts: new Array<number>() }]),
  );
  let read = 0;
  for await (const run of runs) {
    const wanted = [...seen].flatMap(([key, { outputs }]) => (outputs.length < plenty ? [key] : []));
    if (wanted.length === 0 || read >= mostJournals) break;
    const own = keysOf(run.manifest);
    if (![...own.values()].some((key) => wanted.includes(key))) continue;
    read += 1;
    for (const record of await run.records()) {
      if (record.kind === 'status' || record.kind === 'look' || record.kind === 'failed') continue;
      // Cached answers were counted in the run that made them.
      if (record.usage === undefined || record.calls === 0) continue;
      const judge = 'judgeModel' in record ? record.judgeModel : '';
      const observed = seen.get(own.get(nameOf(roleOf(record), judge, record.item.split('/')[0])) ?? '');
      // A step may have made several calls; its tokens cover all of them.
      observed?.outputs.push(record.usage.output / record.calls);
      observed?.texts.push('raw' in record ? record.raw.length : 0);
    }
  }
  return (role, of, benchmark) => {
    const model = modelName(of);
    const observed = seen.get(keys.get(nameOf(role, model, benchmark)) ?? '');
    if (observed === undefined || observed.outputs.length < enough) return undefined;
    const { outputs, texts } = observed;
    return { role, model, benchmark, calls: outputs.length, ...middle(outputs), characters: middle(texts) };
  };
}

function middle(values: readonly number[]): Range {
  const sorted = values.toSorted((left, right) => left - right);
  const at = (share: number): number => sorted[Math.round(share * (sorted.length - 1))] ?? 0;
  return { low: at(0.1), high: at(0.9) };
}

/** What the lengths of a run's calls depend on, by the name of their step. */
function keysOf({ tutor, student, judges, benchmarks, policy }: RunManifest): ReadonlyMap<string, string> {
  const asked = [
    ['tutor', tutor] as const,
    ['student', student] as const,
    ...judges.map((one) => ['judge', one] as const),
  ];
  const keys = new Map<string, string>();
  for (const { id, placement } of benchmarks)
    for (const [role, model] of asked) {
      if (model === undefined || model.simulated) continue;
      const played = role === 'judge' ? [] : [placement, policy];
      keys.set(nameOf(role, modelName(model), id), JSON.stringify([role, modelName(model), model.baseUrl, id, played]));
    }
  return keys;
}

/** A run has one tutor and one student. */
function nameOf(role: ModelRole, model: string, benchmark = ''): string {
  return `${role} ${role === 'judge' ? model : ''} ${benchmark}`;
}
