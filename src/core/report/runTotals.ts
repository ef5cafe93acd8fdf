import type { RunSession } from '../engine/runSession';
import { usdOfModel } from '../engine/spentUsd';
import { priceOf, pricesAsOf } from '../providers/prices';
import type { TokenUsage } from '../providers/provider';
import { askedModels, isPeople, type ManifestModel, modelName, type RunManifest } from '../store/runManifest';
import type { JudgeCost } from './judgesAgreementModel';
import type { RunTotals } from './reportModel';

const nothing: TokenUsage = { input: 0, output: 0, cachedInput: 0 };

/** Calls, tokens and cost over all records. Simulated models cost nothing; a server of one's own has no known price. */
export function runTotals(session: RunSession): RunTotals {
  const { state, manifest } = session;
  const { tutorCalls, studentCalls, judgeCalls, cachedCalls, retries } = state.counts;
  const tokens = { ...nothing };
  let cacheWrite = 0;
  for (const used of state.tokens.values()) {
    tokens.input += used.input;
    tokens.output += used.output;
    tokens.cachedInput += used.cachedInput;
    cacheWrite += used.cacheWrite;
  }
  return {
    calls: {
      tutor: tutorCalls,
      ...(manifest.student === undefined ? {} : { student: studentCalls }),
      judge: judgeCalls,
      cached: cachedCalls,
      retries,
    },
    tokens: { ...tokens, ...(cacheWrite === 0 ? {} : { cacheWrite }) },
    cost: {
      ...costOfRun(session, costingModels(manifest)),
      pricesAsOf,
    },
    ...judgeCosts(session),
  };
}

/** Who wrote replies that are labelled, recorded or judged again was paid for elsewhere, if at all, and so were people who labelled them. */
function costingModels(manifest: RunManifest): readonly ManifestModel[] {
  return askedModels(manifest).filter((model) => !isPeople(model));
}

/** Where several judges were asked, what each of them came to: the price of asking one more. */
function judgeCosts({ manifest, state }: RunSession): Pick<RunTotals, 'judges'> {
  const models = new Map(manifest.judges.map((model) => [modelName(model), model]));
  if (models.size < 2) return {};
  const judges = [...models].map(([judge, model]): JudgeCost => {
    const use = state.judgeUse.get(judge);
    const { input, output } = use?.tokens ?? nothing;
    const isPriced =
      model.simulated || use === undefined || priceOf(model.model, model.baseUrl, model.price) !== undefined;
    const usd = isPriced ? (use?.usd ?? 0) : undefined;
    return { judge, calls: use?.calls ?? 0, cached: use?.cached ?? 0, input, output, usd };
  });
  return { judges };
}

function costOfRun(
  session: RunSession,
  models: readonly ManifestModel[],
): { usd: number | undefined; unknownModels: readonly string[] } {
  const unknownModels: string[] = [];
  let usd = 0;
  for (const [name, model] of new Map(models.map((one) => [modelName(one), one]))) {
    if (model.simulated) continue;
    const cost = usdOfModel(session.state, model);
    if (cost === undefined) unknownModels.push(name);
    else usd += cost;
  }
  return { usd: unknownModels.length > 0 ? undefined : usd, unknownModels };
}
