import { parametersText } from '../prompt/modelParameters';
import { serverAt } from '../providers/apiAddress';
import { formatModelReference } from '../providers/modelReference';
import type { ManifestModel, RunModels } from './runManifest';

export function modelsOf({ tutor, student, judges }: RunModels): readonly ManifestModel[] {
  return [tutor, ...(student === undefined ? [] : [student]), ...judges];
}

/** People gave these verdicts, so no model is asked and nothing is left to check them against. */
export function isPeople({ provider }: ManifestModel): boolean {
  return provider === 'people';
}

export function modelDestination(model: ManifestModel): string {
  const server = serverAt(model.provider, model.baseUrl);
  return server === undefined ? modelName(model) : `${modelName(model)} at ${server}`;
}

export function modelSetting(model: ManifestModel): string {
  const set = parametersText(model.parameters);
  return set === '' ? modelDestination(model) : `${modelDestination(model)} (${set})`;
}

/** A model as in options, tables and records: `openai:gpt-…`, `CONNECTION:…`, or `offline` alone. */
export function modelName(model: ManifestModel): string {
  return formatModelReference({ provider: sourceOf(model), model: model.model });
}

export function sourceOf({ provider, connection }: ManifestModel): string {
  return connection ?? provider;
}
