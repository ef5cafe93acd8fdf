import { benchmarks } from '../../core/benchmarks/registry';
import type { PlannedRun } from '../../core/engine/planRun';
import { createRunSession } from '../../core/engine/runSession';
import { createRun } from '../../core/store/runStore';
import type { PreparedRun } from './runInWindow';
import type { PromptStore } from './runStores';

/** A planned run that is not in the store yet. */
export function newRun(planned: PlannedRun, { store }: Pick<PromptStore, 'store'>): PreparedRun {
  return {
    session: createRunSession(planned.manifest, planned.samples, benchmarks),
    openWriter: () => createRun(store, planned),
  };
}
