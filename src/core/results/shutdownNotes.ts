import { rowOf, tableAsOf } from '../providers/modelFacts';
import { type ManifestModel, modelName } from '../store/runManifest';
import { t } from '../text/countWords';

/** Days of warning before a model's shutdown: the notice that Anthropic gives. */
const noticeDays = 60;
const dayMs = 86_400_000;

/** A sentence for each model that is shut down by `at` (ISO date or time) or within 60 days after it. */
export function shutdownNotes(models: readonly ManifestModel[], at: string): readonly string[] {
  const notes = models.flatMap((model) => {
    const shutdown = model.simulated ? undefined : rowOf(model.model, model.baseUrl)?.shutdown;
    if (shutdown === undefined) return [];
    const days = (Date.parse(shutdown) - Date.parse(at.slice(0, 10))) / dayMs;
    if (days > noticeDays) return [];
    const when = t`${days < 0 ? t`was` : t`will be`} shut down on ${shutdown} (announced as of ${tableAsOf})`;
    const then =
      days < 0
        ? t`Choose another model if calls fail.`
        : t`Choose another where later runs are to be compared with this one.`;
    return [`${modelName(model)} ${when}. ${then}`];
  });
  return [...new Set(notes)];
}
