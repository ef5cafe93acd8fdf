import type { BenchmarkId } from '../benchmark/samples';
import type { SentForm } from '../providers/provider';
import type { RunSession } from '../run/runSession';
import { modelName, modelSetting } from '../store/manifestModel';
import type { RunManifest } from '../store/runManifest';
import { t } from '../text/countWords';
import type { ComparisonOptions } from './comparison';

/**
 * Prompt versions by judge id behind this judge model's verdicts; a run may have been judged again since it was
 * planned. Judges without a verdict have the planned version. Several versions are joined by commas.
 */
export function judgeVersionsSeen(
  session: RunSession,
  entry: RunManifest['benchmarks'][number],
  judgeModel: string,
): ReadonlyMap<string, string> {
  const seen = new Map(Object.keys(entry.judgeVersions).map((id) => [id, new Set<string>()]));
  for (const { key, benchmark } of session.items) {
    if (benchmark.id !== entry.id) continue;
    for (const { attempts, verdicts, version } of session.state.items.get(key)?.answers.get(judgeModel)?.values() ??
      []) {
      // Verdicts computed by code have no prompt version.
      if (attempts.length > 0) for (const { judge } of verdicts) seen.get(judge)?.add(version);
    }
  }
  return new Map(
    Object.entries(entry.judgeVersions).map(([id, planned]) => [
      id,
      [...(seen.get(id) ?? [])].sort().join(', ') || planned,
    ]),
  );
}

type ItemState = NonNullable<ReturnType<RunSession['state']['items']['get']>>;
type Benchmarks = ReadonlySet<BenchmarkId>;

/** Distinct facts recorded in a run's items, sorted and joined; empty if none are recorded. */
function seenIn(
  { items, state }: RunSession,
  factsOf: (item: ItemState) => readonly (string | undefined)[],
  { benchmarks, separator = ', ' }: { readonly benchmarks?: Benchmarks; readonly separator?: string } = {},
): string {
  const seen = new Set<string>();
  for (const { key, benchmark } of items) {
    const item = state.items.get(key);
    if (item === undefined || benchmarks?.has(benchmark.id) === false) continue;
    for (const fact of factsOf(item)) if (fact !== undefined) seen.add(fact);
  }
  return [...seen].sort().join(separator);
}

export function modelsSeen(session: RunSession): string {
  return seenIn(session, ({ replyRecords }) => replyRecords.map(({ model }) => model));
}

export function studentModelsSeen(session: RunSession): string {
  return seenIn(session, ({ studentModels }) => [...studentModels]);
}

/**
 * Parameters actually sent to the tutor, or to a judge, on some benchmarks. The token limit is left out: it cuts an
 * answer but does not shape it.
 */
export function formsSeen(session: RunSession, benchmarks: Benchmarks, judgeModel?: string): string {
  return seenIn(
    session,
    ({ replyRecords, answers }) => {
      const records = judgeModel === undefined ? replyRecords : answers.get(judgeModel)?.values();
      return [...(records ?? [])].map(({ form }) => form && formWords(form));
    },
    { benchmarks, separator: '; ' },
  );
}

function formWords({ temperature, effort, structured }: SentForm): string {
  return [
    temperature === undefined ? t`no temperature` : t`temperature ${temperature}`,
    ...(effort === undefined ? [] : [t`effort ${effort}`]),
    ...(structured === undefined ? [] : [structuredWords[structured]]),
  ].join(', ');
}

const structuredWords: Readonly<Record<NonNullable<SentForm['structured']>, string>> = {
  schema: t`answers by schema`,
  object: t`answers as a JSON object`,
  none: t`answers without a form`,
};

/** How the judges of two runs differ. `version`: the same name stood for different model versions. */
interface OtherJudge {
  readonly by: 'name' | 'version';
  readonly before: string;
  readonly after: string;
}

/**
 * The difference between two runs' judge models; `undefined` if they are the same. The model behind a name may change,
 * which shows in the version that the server reports. Simulated judges have no such versions.
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
  const others = new Set(after.manifest.benchmarks.map(({ id }) => id));
  const benchmarks = new Set(before.manifest.benchmarks.map(({ id }) => id).filter((id) => others.has(id)));
  const modelsOf = (run: RunSession, name: string): string =>
    seenIn(run, ({ answers }) => [...(answers.get(name)?.values() ?? [])].map(({ model }) => model), { benchmarks });
  const [first, second] = [modelsOf(before, judge.before), modelsOf(after, judge.after)];
  return first === '' || second === '' || first === second
    ? undefined
    : { by: 'version', before: first, after: second };
}

export function isSimulatedJudge({ judges }: RunManifest, name: string): boolean {
  return judges.some((model) => model.simulated && modelName(model) === name);
}

function destinationOf({ judges }: RunManifest, name: string): string {
  const model = judges.find((candidate) => modelName(candidate) === name);
  return model === undefined ? name : modelSetting(model);
}
