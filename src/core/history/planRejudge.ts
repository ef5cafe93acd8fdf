import type { Benchmark, Benchmarks } from '../benchmark/benchmark';
import { tagsJudge } from '../benchmark/failureTaxonomy';
import type { PromptOverride } from '../benchmark/judging/promptOverride';
import type { BenchmarkId } from '../benchmark/samples';
import { reportedJudgesOf } from '../results/runHeader';
import { fittingRecords } from '../run/fittingRecords';
import { judgedAgain, type NewRunFacts, ownMembers } from '../run/planRun';
import type { RunCaps } from '../run/runCaps';
import { createRunSession, type RunSession } from '../run/runSession';
import type { WorkItem } from '../run/workItem';
import { type ManifestModel, modelDestination, modelName, type RunManifest } from '../store/runManifest';
import { asideSteps, type FailedRecord, isContinued, type RunRecord } from '../store/runRecord';
import type { StoredRun } from '../store/runStore';
import { listWords, t } from '../text/countWords';
import { errorNamed } from '../text/errors';
import { sessionOfRun } from './sessionOfRun';

/** Thrown if a stored run cannot be judged again, tagged or repeated. The message says why, and what to do. */
export class StoredRunError extends errorNamed('StoredRunError') {}

/** Every reading of a confirmation is counted beforehand, so there is none afterwards. Throws `StoredRunError`. */
export function assertNoConfirmation({ runId, edits }: RunManifest): void {
  if (edits?.half === 'confirm')
    throw new StoredRunError(
      t`Run ${runId} confirms an edit, and a second look would not be counted. Confirm it again.`,
    );
}

/** A new run that starts with the replies of an old one, or with their failures. */
export type PlannedRejudge = Pick<StoredRun, 'manifest' | 'samples' | 'records'>;

/**
 * Plans to judge a run's replies again, by other judges or newer versions. Replies keep their words and times; their
 * calls and tokens stay with the first run. A missing reply is recorded as failed. Throws `StoredRunError`, and
 * `RunSessionError` for an unknown benchmark or sample. `overrides`: custom judge prompts; by default the run's own.
 * Benchmarks missing there get the built-in prompts.
 */
export function planRejudge(
  stored: StoredRun,
  judges: readonly ManifestModel[],
  request: NewRunFacts & { readonly overrides?: ReadonlyMap<BenchmarkId, readonly PromptOverride[]> | undefined },
  benchmarks: Benchmarks,
): PlannedRejudge {
  const { manifest, samples } = stored;
  if (judges.length === 0) throw new StoredRunError(t`Name a judge for the replies of run ${manifest.runId}.`);
  if (manifest.calibration !== undefined)
    throw new StoredRunError(
      t`Run ${manifest.runId} is a calibration. Calibrate again and name the other judge there.`,
    );
  const [altered] = stored.altered ?? [];
  if (altered !== undefined)
    throw new StoredRunError(t`${altered} Its replies cannot be judged again: evaluate the prompt.`);
  const session = sessionOfRun(stored, benchmarks);
  const records = givenRecords(stored, session, request.createdAt);
  if (!records.some(({ kind }) => kind === 'reply'))
    throw new StoredRunError(t`Run ${manifest.runId} has no reply that could be judged. Evaluate the prompt again.`);
  const { overrides } = request;
  const own = new Set(manifest.judges.map(modelDestination));
  return {
    manifest: {
      ...manifest,
      ...ownMembers(request),
      rejudgedFrom: manifest.runId,
      repliesAt: manifest.repliesAt ?? manifest.createdAt,
      sequence: continuedSequence(manifest, stored.records),
      // If a judge judged the run before, a cached answer repeats its old verdict. That would hide its noise, or a new
      // model behind its name.
      skipsCache: judges.some((judge) => own.has(modelDestination(judge))),
      judges: [...judges],
      benchmarks: judgedAgain(manifest, benchmarks, ({ id, promptOverrides }) =>
        overrides === undefined ? promptOverrides : overrides.get(id),
      ),
    },
    samples,
    records,
  };
}

/** Custom judge prompts so that `run` is judged like `like`. Benchmarks missing in `like` keep their own. */
export function overridesLike(
  run: Pick<RunManifest, 'benchmarks'>,
  like: Pick<RunManifest, 'benchmarks'>,
): ReadonlyMap<BenchmarkId, readonly PromptOverride[]> {
  return new Map(
    [...run.benchmarks, ...like.benchmarks].map(({ id, promptOverrides: overrides = [] }) => [id, overrides]),
  );
}

/** The order of a run that is made from another one: where that was continued beyond its limit, there is none. */
export function continuedSequence({ sequence }: RunManifest, records: StoredRun['records']): RunManifest['sequence'] {
  return sequence && isContinued(records) ? { ...sequence, firstStop: undefined } : sequence;
}

const uncounted = { calls: 0, cached: 0, retries: 0, sent: undefined, usage: undefined, batch: undefined } as const;

function givenRecords(stored: StoredRun, session: RunSession, now: string): readonly RunRecord[] {
  const { items } = session.state;
  const planned = new Set(session.items.map(({ key }) => key));
  const given = fittingRecords(session, stored.records).records.flatMap((record): readonly RunRecord[] => {
    if (record.kind === 'status' || record.kind === 'look' || record.kind === 'judged') return [];
    if (!planned.has(record.item)) return [];
    // A failure that a later reply fixed is dropped.
    if (record.kind === 'failed' && items.get(record.item)?.tutorFailure !== record) return [];
    return [{ ...record, ...uncounted }];
  });
  const message = `Run ${stored.manifest.runId} ended before this reply, and its tutor is not asked again.`;
  const missing = session.items.flatMap((item): readonly FailedRecord[] => {
    const state = items.get(item.key);
    const dialogue = state?.dialogue(session.planOf(item));
    if (dialogue !== undefined && dialogue.status !== 'unfinished') return [];
    const turn = (state?.replies.length ?? 0) + 1;
    const failed = { kind: 'failed', role: 'tutor', failure: 'notAsked', message } as const;
    return [{ ...failed, ...uncounted, item: item.key, at: now, ms: 0, turn }];
  });
  return [...given, ...missing];
}

/**
 * Plans one call for each failing reply (by the run's first judge) that this judge has not tagged with the current
 * prompt. The session's records are stored next to the run's journal; `failing` has those already tagged, too. Throws
 * `StoredRunError` and `RunSessionError`.
 */
export function planTagging(
  stored: StoredRun,
  judge: ManifestModel,
  caps: RunCaps,
  benchmarks: Benchmarks,
): { readonly session: RunSession; readonly failing: number } {
  const { runId, calibration } = stored.manifest;
  if (calibration !== undefined)
    throw new StoredRunError(t`Run ${runId} is a calibration, whose replies are not the prompt's. Name an evaluation.`);
  if (judge.simulated)
    throw new StoredRunError(
      t`Failure tags need a language model as judge: word lists cannot tell why a reply fails. Choose one, for instance openai:MODEL.`,
    );
  const original = sessionOfRun(stored, benchmarks);
  const failing = failingItems(original);
  if (failing.length === 0) throw new StoredRunError(whyNone(original, benchmarks));
  const tagged = new Set(failing.map(({ benchmark }) => benchmark.id));
  const manifest = { ...stored.manifest, benchmarks: stored.manifest.benchmarks.filter(({ id }) => tagged.has(id)) };
  const keys = new Set(failing.map(({ key }) => key));
  const steps = asideSteps(stored.tagging, tagsJudge, tagsJudge);
  // No verdict asked the judge for tags.
  const planned = { manifest, steps, keys, skipsCache: false, questionOf: tagQuestion };
  const { session, isAnswered } = sessionBeside(stored, judge, planned, caps, benchmarks);
  const items = session.items.filter(({ key, benchmark }) => !isAnswered(key, benchmark.taxonomy?.version ?? ''));
  return { session: { ...session, items }, failing: failing.length };
}

interface Beside {
  readonly manifest: RunManifest;
  readonly questionOf: (benchmark: Benchmark) => Question;
  /** Earlier answers, of any judge. */
  readonly steps: ReturnType<typeof asideSteps>;
  /** Of the trials that it is asked about. */
  readonly keys: ReadonlySet<string>;
  readonly skipsCache: boolean;
}

/** What a judge is asked in place of the benchmark's own questions. */
type Question = Required<Pick<Benchmark, 'judges' | 'judgements' | 'canGive'>>;

/** A stored run as a session that asks a judge a question. Throws `StoredRunError` and `RunSessionError`. */
export function sessionBeside(
  stored: StoredRun,
  judge: ManifestModel,
  { manifest, questionOf, steps, keys, skipsCache }: Beside,
  caps: RunCaps,
  benchmarks: Benchmarks,
): { readonly session: RunSession; readonly isAnswered: (key: string, task: string) => boolean } {
  const { runId, createdAt, toolVersion } = stored.manifest;
  const request = { runId, createdAt, toolVersion, ...caps, overrides: new Map() };
  const asking = new Map([...benchmarks].map(([id, one]) => [id, { ...withoutScores(one), ...questionOf(one) }]));
  const planned = planRejudge({ ...stored, manifest }, [judge], request, asking);
  const given = planned.records.filter((record) => 'item' in record && keys.has(record.item));
  const name = modelName(judge);
  const own = steps.filter((one) => one.judgeModel === name);
  const session = createRunSession({ ...planned.manifest, skipsCache }, planned.samples, asking, [...given, ...own]);
  return {
    session: { ...session, items: session.items.filter(({ key }) => keys.has(key)) },
    isAnswered: (key, task) => session.state.items.get(key)?.answers.get(name)?.has(task) === true,
  };
}

function failingItems({ items, state, manifest, policy }: RunSession): readonly WorkItem[] {
  const [name] = reportedJudgesOf({ manifest });
  if (name === undefined) return [];
  return items.filter(({ key, benchmark, sample }) => {
    const verdicts = state.items.get(key)?.verdictsOf(name);
    return verdicts !== undefined && benchmark.taxonomy?.isFailing(sample, verdicts, policy) === true;
  });
}

function whyNone({ items, manifest }: RunSession, all: Benchmarks): string {
  const having = [...all.values()].flatMap(({ taxonomy, title }) => (taxonomy === undefined ? [] : [title]));
  const titles = new Set(items.flatMap(({ benchmark }) => (benchmark.taxonomy === undefined ? [] : [benchmark.title])));
  return titles.size === 0
    ? t`No benchmark of run ${manifest.runId} has failure tags. ${listWords(having)} have them.`
    : t`Run ${manifest.runId} has no reply that was judged to fail on ${listWords([...titles])}, so there is nothing to tag.`;
}

function tagQuestion({ taxonomy }: Benchmark): Question {
  if (taxonomy === undefined) return { judges: [], judgements: () => [], canGive: () => false };
  const question = 'In which ways does the reply fail?';
  return {
    judges: [{ id: tagsJudge, title: 'Failure tags', question, version: taxonomy.version }],
    judgements: (sample, dialogue) => (dialogue.status === 'complete' ? [taxonomy.taskFor(sample, dialogue)] : []),
    canGive: (verdict, sample) => taxonomy.canGive(verdict, sample),
  };
}

/** Its samples and dialogues alone: answers to another question are no scores. */
function withoutScores(benchmark: Benchmark): Benchmark {
  return {
    ...benchmark,
    metrics: [],
    outcomeOf: ({ status }) => (status === 'ok' ? 'neutral' : 'unscored'),
    headlines: undefined,
    versionsUnder: undefined,
    aspectOf: undefined,
    criterionOf: undefined,
    pictures: undefined,
    statisticOfMean: undefined,
    replyTags: undefined,
    replyFacts: undefined,
  };
}
