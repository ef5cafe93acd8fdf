import { ProviderError } from '../providers/provider';
import type { ModelEndpoint } from './modelEndpoint';

/** The error for a call with images that is not made, as the model is known to take none. */
export function takesNoImages({ name, provider }: ModelEndpoint): ProviderError {
  const message = `${name} takes no images. Choose a model with vision for samples with images.`;
  return new ProviderError(message, { failure: 'imagesRefused', provider: provider.id });
}
