import type { ModelPrice } from '../providers/modelRow';
import { type ChatProvider, ProviderError } from '../providers/provider';
import type { BatchServer } from './batch/batchServices';
import type { CallLimiter } from './callLimiter';
import type { ModelInUse } from './roomToReason';

/** A model that can be called: who answers, through which limiter, under which name it is recorded. */
export interface ModelEndpoint extends ModelInUse {
  readonly name: string;
  readonly model: string;
  readonly baseUrl?: string;
  readonly price?: ModelPrice;
  /** Whether the model takes images; `undefined` where that is found out by asking. */
  readonly takesImages?: boolean;
  readonly provider: ChatProvider;
  readonly batches?: BatchServer;
  /** Shared by all endpoints of one provider and key. */
  readonly limiter: CallLimiter;
}

export function takesNoImages({ name, provider }: ModelEndpoint): ProviderError {
  const message = `${name} takes no images. Choose a model with vision for samples with images.`;
  return new ProviderError(message, { failure: 'imagesRefused', provider: provider.id });
}
