import { ChoiceError } from '../../core/engine/runChoices';
import { modelName } from '../../core/store/runManifest';
import type { PanelChoices } from '../../protocol/panelState';
import type { Settings } from '../settings';
import { choicesFor } from './prepareRun';

/** What the next run would use, for the panel's header. A choice that cannot be run is shown as it was written. */
export function panelChoices(text: string, settings: Settings): PanelChoices {
  try {
    const choices = choicesFor(text, settings);
    return {
      benchmarks: choices.benchmarks.map((benchmark) => benchmark.title),
      tutor: modelName(choices.tutor),
      judges: choices.judges.map(modelName),
      limit: choices.limit,
    };
  } catch (error) {
    if (!ChoiceError.is(error)) throw error;
    const { benchmarks, tutor, judges, limit } = settings.choices;
    return { benchmarks: benchmarks ?? [], tutor: tutor ?? 'offline', judges: judges ?? ['offline'], limit };
  }
}
