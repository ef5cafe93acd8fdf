import { priceOf } from '../providers/prices';
import type { RunCaps } from './runCaps';
import { type ManifestModel, modelName } from '../store/runManifest';

/** A cap on cost that could not be held, as the price of a model is not known. */
export class PriceCapError extends Error {
  override readonly name = 'PriceCapError';

  static is(error: unknown): error is PriceCapError {
    return error instanceof PriceCapError;
  }
}

const howToName = '--models FILE on the command line, the setting tutorPromptLab.modelsFile in the editor';

/** Refuses a cap on cost before anything is sent when one of the models has no known price. Throws `PriceCapError`. */
export function assertCapHolds(models: readonly ManifestModel[], { maxCostUsd, maxCostUsdPerDay }: RunCaps): void {
  const capUsd = maxCostUsd ?? maxCostUsdPerDay;
  if (capUsd === undefined) return;
  for (const model of models) {
    if (model.simulated || priceOf(model.model, model.baseUrl, model.price) !== undefined) continue;
    const why = model.baseUrl === undefined ? 'its price is not known' : 'a server of one’s own has no known price';
    throw new PriceCapError(
      `A cap of $${capUsd} cannot be held for ${modelName(model)}: ${why}. Give its price in a models file ({"models": [{"models": [${JSON.stringify(model.model)}], "price": {"input": …, "output": …}}]}, US dollars per million tokens; ${howToName}), or as the price of its connection; or leave the cap out, cap the calls instead, or use a priced model.`,
    );
  }
}
