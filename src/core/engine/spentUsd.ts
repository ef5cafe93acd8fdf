import { costOf } from '../providers/prices';
import { modelName, modelsOf, type ManifestModel } from '../store/runManifest';
import type { Spending } from '../store/spendingEntry';
import type { RunSession } from './runSession';
import type { ModelTokens, RunState } from './runState';

const nothing: ModelTokens = { input: 0, output: 0, cachedInput: 0, cacheWrite: 0 };

/** What a run's recorded tokens cost in US dollars; models without a known price count nothing. */
export function spentUsd({ manifest, state }: RunSession): number {
  const models = new Map(modelsOf(manifest).map((model) => [modelName(model), model]));
  return [...models.values()].reduce((sum, model) => sum + (usdOfModel(state, model) ?? 0), 0);
}

/** What a run has come to as its records tell, for its caps: simulated models are asked for nothing. */
export function spentOf(session: RunSession): Spending {
  const { manifest, state } = session;
  const simulated = new Set(modelsOf(manifest).flatMap((model) => (model.simulated ? [modelName(model)] : [])));
  const calls = [...state.sentCalls].reduce((sum, [model, sent]) => sum + (simulated.has(model) ? 0 : sent), 0);
  return { usd: spentUsd(session) + state.unrecorded.usd, calls: calls + state.unrecorded.calls };
}

/** What several runs have come to together; `undefined` for none. */
export function spentTogether(sessions: readonly RunSession[]): Spending | undefined {
  if (sessions.length === 0) return undefined;
  return sessions.map(spentOf).reduce((sum, { usd, calls }) => ({ usd: sum.usd + usd, calls: sum.calls + calls }));
}

/** What one model's recorded tokens cost in US dollars; `undefined` where its price is not known. */
export function usdOfModel(state: RunState, model: ManifestModel): number | undefined {
  const name = modelName(model);
  return usdOfTokens(model, state.tokens.get(name) ?? nothing, state.batchTokens.get(name) ?? nothing);
}

/** What tokens of a model cost in US dollars, `batched` of them at the price of batches; `undefined` where its price is not known. */
export function usdOfTokens(model: ManifestModel, all: ModelTokens, batched: ModelTokens): number | undefined {
  const single = {
    input: all.input - batched.input,
    output: all.output - batched.output,
    cachedInput: all.cachedInput - batched.cachedInput,
    cacheWrite: all.cacheWrite - batched.cacheWrite,
  };
  const usd = costOf(model.model, single, model.baseUrl, model.price);
  return usd === undefined
    ? undefined
    : usd + (costOf(model.model, { ...batched, batch: true }, model.baseUrl, model.price) ?? 0);
}
