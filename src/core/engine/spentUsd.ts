import { priceOf } from '../providers/prices';
import { type ManifestModel, modelName, modelsOf } from '../store/runManifest';
import type { Spending } from '../store/spendingLedger';
import type { RunSession } from './runSession';
import type { RunState } from './runState';

/** What a run's recorded calls cost in US dollars; models without a known price count nothing. */
function spentUsd({ manifest, state }: RunSession): number {
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

/** What a model's recorded calls cost in US dollars; `undefined` where its price is not known. */
export function usdOfModel(state: RunState, model: ManifestModel): number | undefined {
  return priceOf(model.model, model.baseUrl, model.price) === undefined
    ? undefined
    : (state.usd.get(modelName(model)) ?? 0);
}
