import { costOf } from '../providers/prices';
import { modelName, modelsOf } from '../store/runManifest';
import type { RunSession } from './runSession';

/** What a run's recorded tokens cost in US dollars; models without a known price count nothing. */
export function spentUsd(session: RunSession): number {
  const models = new Map(modelsOf(session.manifest).map((model) => [modelName(model), model]));
  return [...session.state.tokens].reduce((sum, [name, usage]) => {
    const model = models.get(name);
    return sum + (model === undefined || model.baseUrl !== undefined ? 0 : (costOf(model.model, usage) ?? 0));
  }, 0);
}
