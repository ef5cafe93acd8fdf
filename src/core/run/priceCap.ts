import { priceOf } from '../providers/prices';
import { type ManifestModel, modelName } from '../store/runManifest';
import { t } from '../text/countWords';
import { errorNamed } from '../text/errors';
import type { RunCaps } from './runCaps';

export class PriceCapError extends errorNamed('PriceCapError') {}

const howToName = '--models FILE on the command line, the setting tutorPromptLab.modelsFile in the editor';

/** Throws `PriceCapError`. */
export function assertCapHolds(models: readonly ManifestModel[], { maxCostUsd, maxCostUsdPerDay }: RunCaps): void {
  const capUsd = maxCostUsd ?? maxCostUsdPerDay;
  if (capUsd === undefined) return;
  for (const model of models) {
    if (model.simulated || priceOf(model.model, model.baseUrl, model.price) !== undefined) continue;
    const why = model.baseUrl === undefined ? t`its price is not known` : t`the price at another server is not known`;
    const entry = `{"models": [{"models": [${JSON.stringify(model.model)}], "price": {"input": …, "output": …}}]}`;
    throw new PriceCapError(
      t`A cap of $${capUsd} cannot be held for ${modelName(model)}: ${why}. Give its price in a models file (${entry}, US dollars per million tokens; ${howToName}) or at its connection. Or cap the calls instead of the cost.`,
    );
  }
}
