import { changedChoices } from '../benchmarks/policies';
import type { ModelRole } from '../prompt/modelParameters';
import { priceOf, pricesAsOf } from '../providers/prices';
import type { RunSession } from '../run/runSession';
import { usdOfModel } from '../run/runState';
import { askedModels, isPeople, lacksRules, modelName, type RunManifest, simulatedPartsOf } from '../store/runManifest';
import { t } from '../text/countWords';
import type { JudgeCost, RunHeader, RunProgress, RunTotals } from './reportModel';
import { understoodPrompt } from './understoodPrompt';

export function runHeader(session: RunSession, runningMs: number | undefined, progress: RunProgress): RunHeader {
  const { manifest } = session;
  const simulatedParts = simulatedPartsOf(manifest);
  const placements = [...new Set(manifest.benchmarks.map(({ placement }) => placement))];
  const repeats = new Set(manifest.benchmarks.map((entry) => entry.repeats));
  return {
    id: manifest.runId,
    ...runEnd(session, runningMs),
    promptPath: manifest.prompt.path,
    promptName: manifest.prompt.name,
    revision: manifest.prompt.revision,
    startedAt: manifest.createdAt,
    tutor: modelName(manifest.tutor),
    student: manifest.student && modelName(manifest.student),
    judges: judgeModelsOf(manifest),
    simulated: simulatedParts.length > 0,
    simulatedParts,
    understood: manifest.tutor.simulated ? understoodPrompt(session.sentences, manifest) : undefined,
    recorded: manifest.recorded,
    placement:
      placements.length === 1
        ? placements.join('')
        : manifest.benchmarks.map(({ id, placement }) => `${id}: ${placement}`).join(', '),
    protocol:
      changedChoices(
        manifest.policy,
        manifest.benchmarks.map(({ id }) => id),
      ).join(', ') || undefined,
    repeats: repeats.size === 1 ? [...repeats][0] : undefined,
    limit: manifest.limit,
    seed: manifest.seed,
    progress,
    totals: runTotals(session),
  };
}

export function judgeModelsOf(manifest: RunManifest): readonly string[] {
  return [...new Set(manifest.judges.map(modelName))];
}

/** Judge models whose verdicts a report shows; none if a simulated tutor understood nothing of its prompt. */
export function reportedJudgesOf({ manifest }: Pick<RunSession, 'manifest'>): readonly string[] {
  return lacksRules(manifest) ? [] : judgeModelsOf(manifest);
}

type RunEnd = Pick<RunHeader, 'status' | 'statusDetail' | 'cap' | 'wallMs'>;

/** A journal that ends with `running` while no process runs it was interrupted. */
function runEnd({ state: { status: last, wallMs } }: RunSession, runningMs?: number): RunEnd {
  if (last !== undefined && last.status !== 'running')
    return { status: last.status, statusDetail: last.detail, cap: last.cap, wallMs };
  if (runningMs !== undefined) return { status: 'running', wallMs: wallMs + runningMs };
  return { status: 'interrupted', statusDetail: t`The process ended without recording why.`, wallMs };
}

export function runTotals(session: RunSession): RunTotals {
  const { state, manifest } = session;
  const { cached, retries, input, output, cachedInput, cacheWrite } = state.useOf();
  const callsOf = (role: ModelRole): number => state.useOf(undefined, role).calls;
  const student = manifest.student && callsOf('student');
  return {
    calls: { tutor: callsOf('tutor'), student, judge: callsOf('judge'), cached, retries },
    tokens: { input, output, cachedInput, cacheWrite: cacheWrite || undefined },
    cost: { ...costOfRun(session), pricesAsOf },
    judges: judgeCosts(session),
  };
}

function judgeCosts({ manifest, state }: RunSession): RunTotals['judges'] {
  const models = new Map(manifest.judges.map((model) => [modelName(model), model]));
  if (models.size < 2) return undefined;
  return [...models].map(([judge, model]): JudgeCost => {
    const { calls, cached, sent, input, output, usd } = state.useOf(judge, 'judge');
    const isFree = model.simulated || calls + cached + sent === 0;
    const isPriced = isFree || priceOf(model.model, model.baseUrl, model.price) !== undefined;
    return { judge, calls, cached, input, output, usd: isPriced ? usd : undefined };
  });
}

/** Leaves out models that were not called: labelled, recorded or rejudged replies, and people who gave labels. */
function costOfRun({ state, manifest }: RunSession): Omit<RunTotals['cost'], 'pricesAsOf'> {
  const models = askedModels(manifest).filter((model) => !isPeople(model) && !model.simulated);
  const costs = [...new Map(models.map((model) => [modelName(model), usdOfModel(state, model)]))];
  const unknownModels = costs.flatMap(([name, usd]) => (usd === undefined ? [name] : []));
  const usd = unknownModels.length > 0 ? undefined : costs.reduce((total, [, cost = 0]) => total + cost, 0);
  return { usd, unknownModels };
}
