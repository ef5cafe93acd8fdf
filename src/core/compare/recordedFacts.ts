import type { BenchmarkId } from '../benchmark/samples';
import type { SentForm } from '../providers/provider';
import type { RunSession } from '../run/runSession';
import { modelName, modelSetting, type RunManifest } from '../store/runManifest';
import { t } from '../text/countWords';

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

/** Parameters sent to the tutor or a judge, without the token limit: it cuts an answer and does not shape it. */
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

/** Versions of a judge model that the server reported; empty for a simulated judge, which has none. */
export function judgeModelsSeen(session: RunSession, judge: string, benchmarks: Benchmarks): string {
  const modelsOf = ({ answers }: ItemState): readonly (string | undefined)[] =>
    [...(answers.get(judge)?.values() ?? [])].map(({ model }) => model);
  return isSimulatedJudge(session.manifest, judge) ? '' : seenIn(session, modelsOf, { benchmarks });
}

export function isSimulatedJudge({ judges }: RunManifest, name: string): boolean {
  return judges.some((model) => model.simulated && modelName(model) === name);
}

/** Two servers may run different models under one name. */
export function judgeSetting({ judges }: RunManifest, name: string): string {
  const model = judges.find((candidate) => modelName(candidate) === name);
  return model === undefined ? name : modelSetting(model);
}
