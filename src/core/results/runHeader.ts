import { priceOf, pricesAsOf } from '../providers/prices';
import type { RunSession } from '../run/runSession';
import { usdOfModel } from '../run/runState';
import { askedModels, isPeople, lacksRules, modelName, type RunManifest, simulatedPartsOf } from '../store/runManifest';
import type { JudgeCost } from './agreementModel';
import type { RunHeader, RunProgress, RunTotals } from './reportModel';
import { understoodPrompt } from './understoodPrompt';

/** The clock of a report. */
export interface ReportTime {
  /** Milliseconds that this stretch has taken so far, by no clock that is set; given for a run that is going on, absent for one read back. */
  readonly runningMs?: number;
  /** ISO 8601; the manifest's own unless set. */
  readonly startedAt?: string;
}

/** The facts of a run that stand above its numbers. */
export function runHeader(session: RunSession, time: ReportTime, progress: RunProgress, totals: RunTotals): RunHeader {
  const { manifest } = session;
  const { status, detail, cap, wallMs } = runEnd(session, time.runningMs);
  const simulatedParts = simulatedPartsOf(manifest);
  const learnedJudges = learnedJudgesOf(session);
  return {
    id: manifest.runId,
    status,
    statusDetail: detail,
    cap,
    promptPath: manifest.prompt.path,
    promptName: manifest.prompt.name,
    revision: manifest.prompt.revision,
    startedAt: time.startedAt ?? manifest.createdAt,
    wallMs,
    tutor: modelName(manifest.tutor),
    student: manifest.student && modelName(manifest.student),
    judges: judgeModelsOf(manifest),
    simulated: simulatedParts.length > 0,
    simulatedParts,
    understood: manifest.tutor.simulated ? understoodPrompt(session.sentences, manifest) : undefined,
    learnedJudges: learnedJudges.length === 0 ? undefined : learnedJudges,
    recorded: manifest.recorded,
    placement: placementOf(manifest),
    repeats: repeatsOf(manifest),
    limit: manifest.limit,
    seed: manifest.seed,
    limits: session.state.limits.size === 0 ? undefined : [...session.state.limits.values()],
    progress,
    totals,
  };
}

/** Names of the judge models in the order of the manifest, each once. */
export function judgeModelsOf(manifest: RunManifest): readonly string[] {
  return [...new Set(manifest.judges.map(modelName))];
}

/** The judge models whose verdicts a report shows: none where a simulated tutor understood nothing of its prompt. */
export function reportedJudgesOf({ manifest }: Pick<RunSession, 'manifest'>): readonly string[] {
  return lacksRules(manifest) ? [] : judgeModelsOf(manifest);
}

/** Status and duration as they stand. A journal that ends in `running` while nobody runs it was cut off. */
function runEnd({ state }: RunSession, runningMs: number | undefined) {
  const { status: last, wallMs } = state;
  if (last !== undefined && last.status !== 'running')
    return { status: last.status, detail: last.detail, cap: last.cap, wallMs };
  if (runningMs !== undefined) return { status: 'running' as const, wallMs: wallMs + runningMs };
  return { status: 'interrupted' as const, detail: 'The process ended before it could say so.', wallMs };
}

function learnedJudgesOf({ items, manifest }: RunSession): readonly string[] {
  const learned = new Set(manifest.benchmarks.flatMap(({ id, learnedJudge }) => (learnedJudge === true ? [id] : [])));
  if (learned.size === 0) return [];
  return [...new Set(items.flatMap(({ benchmark: { id, title } }) => (learned.has(id) ? [title] : [])))];
}

function placementOf({ benchmarks }: RunManifest): string {
  const placements = [...new Set(benchmarks.map(({ placement }) => placement))];
  return placements.length === 1
    ? placements.join('')
    : benchmarks.map(({ id, placement }) => `${id}: ${placement}`).join(', ');
}

function repeatsOf({ benchmarks }: RunManifest): number | undefined {
  const repeats = [...new Set(benchmarks.map((entry) => entry.repeats))];
  return repeats.length === 1 ? repeats[0] : undefined;
}

/** Calls, tokens and cost over all records. Simulated models cost nothing; a server of one's own has no known price. */
export function runTotals(session: RunSession): RunTotals {
  const { state, manifest } = session;
  const { tutorCalls, studentCalls, judgeCalls, cachedCalls, retries } = state.counts;
  const sum = (side: 'input' | 'output' | 'cachedInput' | 'cacheWrite'): number =>
    [...state.tokens.values()].reduce((total, used) => total + used[side], 0);
  const written = sum('cacheWrite');
  return {
    calls: {
      tutor: tutorCalls,
      ...(manifest.student && { student: studentCalls }),
      judge: judgeCalls,
      cached: cachedCalls,
      retries,
    },
    tokens: {
      input: sum('input'),
      output: sum('output'),
      cachedInput: sum('cachedInput'),
      ...(written > 0 && { cacheWrite: written }),
    },
    cost: { ...costOfRun(session), pricesAsOf },
    ...judgeCosts(session),
  };
}

/** Where several judges were asked, what each of them came to: the price of asking one more. */
function judgeCosts({ manifest, state }: RunSession): Pick<RunTotals, 'judges'> {
  const models = new Map(manifest.judges.map((model) => [modelName(model), model]));
  if (models.size < 2) return {};
  const judges = [...models].map(([judge, model]): JudgeCost => {
    const use = state.judgeUse.get(judge);
    const { input = 0, output = 0 } = use?.tokens ?? {};
    const isPriced =
      model.simulated || use === undefined || priceOf(model.model, model.baseUrl, model.price) !== undefined;
    const usd = isPriced ? (use?.usd ?? 0) : undefined;
    return { judge, calls: use?.calls ?? 0, cached: use?.cached ?? 0, input, output, usd };
  });
  return { judges };
}

/** Who wrote replies that are labelled, recorded or judged again was paid for elsewhere, if at all, and so were people who labelled them. */
function costOfRun({ state, manifest }: RunSession): Omit<RunTotals['cost'], 'pricesAsOf'> {
  const models = askedModels(manifest).filter((model) => !isPeople(model) && !model.simulated);
  const costs = [...new Map(models.map((model) => [modelName(model), usdOfModel(state, model)]))];
  const unknownModels = costs.flatMap(([name, usd]) => (usd === undefined ? [name] : []));
  const usd = unknownModels.length > 0 ? undefined : costs.reduce((total, [, cost = 0]) => total + cost, 0);
  return { usd, unknownModels };
}
