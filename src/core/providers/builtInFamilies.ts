import { anthropicFamilies } from './anthropicFamilies';
import type { ModelFamily, Vendor } from './modelRow';
import { openAiFamilies } from './openAiFamilies';
import { deepseekFamilies, googleFamilies, mistralFamilies, openFamilies, xaiFamilies } from './otherFamilies';

/** The built-in rows by whose models they are; the first that fits counts. */
export const builtInFamilies: Readonly<Record<Vendor, readonly ModelFamily[]>> = {
  openai: openAiFamilies,
  anthropic: anthropicFamilies,
  google: googleFamilies,
  mistral: mistralFamilies,
  deepseek: deepseekFamilies,
  xai: xaiFamilies,
  open: openFamilies,
};
