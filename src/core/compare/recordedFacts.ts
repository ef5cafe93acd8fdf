import type { BenchmarkId } from '../benchmark/samples';
import type { SentForm } from '../providers/provider';
import type { RunSession } from '../run/runSession';
import { modelName, modelSetting, type RunManifest } from '../store/runManifest';
import type { ComparisonOptions } from './comparison';

/**
 * Versions of the judge prompts by judge id: those that the verdicts of this judge model were given with, as a run may have been
 * judged anew since it was planned; the planned one for judges without a verdict. Several are listed.
 */
export function judgeVersionsSeen(
  session: RunSession,
  entry: RunManifest['benchmarks'][number],
  judgeModel: string,
): ReadonlyMap<string, string> {
  const seen = new Map<string, Set<string>>();
  for (const { key, benchmark } of session.items) {
    if (benchmark.id !== entry.id) continue;
    for (const record of session.state.items.get(key)?.answers.get(judgeModel)?.values() ?? []) {
      // Verdicts that code gave have no prompt, and so no version of one.
      if (record.attempts.length === 0) continue;
      let last: string | undefined;
      for (const { judge } of record.verdicts) {
        // A judge of criteria gives a dozen verdicts in one answer.
        if (judge === last) continue;
        last = judge;
        if (!Object.hasOwn(entry.judgeVersions, judge)) continue;
        const versions = seen.get(judge);
        if (versions === undefined) seen.set(judge, new Set([record.version]));
        else versions.add(record.version);
      }
    }
  }
  return new Map(
    Object.entries(entry.judgeVersions).map(([id, planned]) => [
      id,
      [...(seen.get(id) ?? [planned])].sort().join(', '),
    ]),
  );
}

/** The exact models that wrote the replies, where the provider says so; empty where it does not. */
export function modelsSeen({ items, state }: RunSession): string {
  const seen = new Set<string>();
  for (const { key } of items) {
    for (const { model } of state.items.get(key)?.replyRecords ?? []) if (model !== undefined) seen.add(model);
  }
  return [...seen].sort().join(', ');
}

/** The exact models that played the student, where one does and the provider says so; empty where it does not. */
export function studentModelsSeen({ items, state }: RunSession): string {
  const seen = new Set<string>();
  for (const { key } of items) for (const model of state.items.get(key)?.studentModels ?? []) seen.add(model);
  return [...seen].sort().join(', ');
}

/** The exact models that gave the verdicts of a judge on some benchmarks, where the provider says so; empty where it does not. */
function judgeModelsSeen(
  { items, state }: RunSession,
  judgeModel: string,
  benchmarks: ReadonlySet<BenchmarkId>,
): string {
  const seen = new Set<string>();
  for (const { key, benchmark } of items) {
    if (!benchmarks.has(benchmark.id)) continue;
    for (const { model } of state.items.get(key)?.answers.get(judgeModel)?.values() ?? [])
      if (model !== undefined) seen.add(model);
  }
  return [...seen].sort().join(', ');
}

/**
 * The parameters that really went out with the calls of the tutor, or of a judge, on some benchmarks, where the run says so; empty where
 * it does not. Each benchmark has its own. The ceiling is left out: it bounds an answer and does not shape it.
 */
export function formsSeen(
  { items, state }: RunSession,
  benchmarks: ReadonlySet<BenchmarkId>,
  judgeModel?: string,
): string {
  const seen = new Set<string>();
  for (const { key, benchmark } of items) {
    if (!benchmarks.has(benchmark.id)) continue;
    const item = state.items.get(key);
    const records = judgeModel === undefined ? item?.replyRecords : item?.answers.get(judgeModel)?.values();
    for (const { form } of records ?? []) if (form !== undefined) seen.add(formWords(form));
  }
  return [...seen].sort().join('; ');
}

function formWords({ temperature, effort, structured }: SentForm): string {
  const parts = [
    temperature === undefined ? 'no temperature' : `temperature ${temperature}`,
    ...(effort === undefined ? [] : [`effort ${effort}`]),
    ...(structured === undefined ? [] : [structuredWords[structured]]),
  ];
  return parts.join(', ');
}

const structuredWords: Readonly<Record<NonNullable<SentForm['structured']>, string>> = {
  schema: 'answers by schema',
  object: 'answers as a JSON object',
  none: 'answers without a form',
};

/** How the judges of two runs differ, as text; `version` where the model behind one and the same name does. */
export interface OtherJudge {
  readonly by: 'name' | 'version';
  readonly before: string;
  readonly after: string;
}

/**
 * In what the judge models of two runs differ that count in their comparison; `undefined` where they are the same. A name may have come to stand
 * for another version of a model, which shows in what the server said with each verdict. Simulated judges have no such versions.
 */
export function otherJudge(
  before: RunSession,
  after: RunSession,
  judge: ComparisonOptions['judge'],
): OtherJudge | undefined {
  // Two servers may run different models under one name.
  const [earlier, later] = [destinationOf(before.manifest, judge.before), destinationOf(after.manifest, judge.after)];
  if (earlier !== later) return { by: 'name', before: earlier, after: later };
  if (isSimulatedJudge(before.manifest, judge.before) || isSimulatedJudge(after.manifest, judge.after))
    return undefined;
  const shared = sharedBenchmarks(before.manifest, after.manifest);
  const [first, second] = [judgeModelsSeen(before, judge.before, shared), judgeModelsSeen(after, judge.after, shared)];
  return first === '' || second === '' || first === second
    ? undefined
    : { by: 'version', before: first, after: second };
}

/** Whether the run's judge of this name is simulated. */
export function isSimulatedJudge({ judges }: RunManifest, name: string): boolean {
  return judges.some((model) => model.simulated && modelName(model) === name);
}

function destinationOf({ judges }: RunManifest, name: string): string {
  const model = judges.find((candidate) => modelName(candidate) === name);
  return model === undefined ? name : modelSetting(model);
}

function sharedBenchmarks(before: RunManifest, after: RunManifest): ReadonlySet<BenchmarkId> {
  const later = new Set(after.benchmarks.map(({ id }) => id));
  return new Set(before.benchmarks.map(({ id }) => id).filter((id) => later.has(id)));
}
