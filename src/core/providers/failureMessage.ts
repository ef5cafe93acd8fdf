import { ProviderError, type ProviderFailure } from './providerError';
import { redactSecrets } from './redactSecrets';
import type { SdkFailure, StatusFailure } from './sdkFailure';

/** What a failed call was, as far as a message tells it. */
export interface CallContext {
  readonly provider: string;
  readonly title: string;
  readonly model: string;
  readonly baseUrl: string;
  readonly official: boolean;
  readonly keyVariable: string;
  readonly timeoutMs: number;
  /** Whether the request had images, so that a refusal may be about them. */
  readonly hasImages: boolean;
  /** Never to be seen in a message. */
  readonly secrets: readonly string[];
}

/** Ways in which the two APIs and their relatives say that the money is gone rather than that we are too fast. */
const quotaCodes: ReadonlySet<string> = new Set([
  'insufficient_quota',
  'billing_hard_limit_reached',
  'billing_error',
  'contract_spend_limit_reached',
  'enforced_spend_limit_reached',
]);

/** The error the rest of the program sees: what failed, where, how to mend it, and nothing of the key. */
export function toProviderError(failure: SdkFailure, context: CallContext, original: unknown): ProviderError {
  const kind = failureKind(failure, context);
  const message = redactSecrets(describe(failure, kind, context), context.secrets);
  return new ProviderError(message, {
    failure: kind,
    provider: context.provider,
    status: failure.kind === 'status' || failure.kind === 'redirect' ? failure.status : undefined,
    retryAfterMs: failure.kind === 'status' ? failure.retryAfterMs : undefined,
    sent: !isUnsent(failure),
    // A server that refuses a key likes to quote it, in forms nobody can foresee.
    cause: kind === 'auth' ? undefined : cleanCause(original, context.secrets),
  });
}

/** Codes of the system and of undici for a connection that was never made. */
const unconnected: ReadonlySet<string> = new Set([
  'ECONNREFUSED',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ENETDOWN',
  'UND_ERR_CONNECT_TIMEOUT',
]);

function isUnsent(failure: SdkFailure): boolean {
  if (failure.kind === 'network') return unconnected.has(failure.code ?? '');
  return failure.kind === 'unexpected';
}

function failureKind(failure: SdkFailure, { hasImages }: CallContext): ProviderFailure {
  if (failure.kind === 'unexpected' || failure.kind === 'redirect') return 'badRequest';
  if (failure.kind !== 'status') return failure.kind;
  const { status } = failure;
  if (status === 402 || quotaCodes.has(failure.code ?? '') || quotaCodes.has(failure.type ?? '')) return 'quota';
  if (status === 401 || status === 403) return 'auth';
  if (status === 408) return 'timeout';
  if (status === 429) return 'rateLimit';
  if (hasImages && refusesImages(failure)) return 'imagesRefused';
  if (status === 503 || status === 529) return 'overloaded';
  return status >= 500 ? 'server' : 'badRequest';
}

// What is wrong with these images, not with all: their number, size or format.
const oneImage =
  /\b(?:formats?|mime|media.?types?|image types|too (?:large|big|many)|larger|exceeds?|dimensions?|resolution|pixels?|bytes)\b/i;
const aboutImages = /\b(?:images?|image_url|vision|multi-?modal|mmproj)\b/i;
const lacking =
  /\b(?:not|no|cannot|can't|doesn't|isn't|without|only|lacks?|missing|requires?)\b[^.]{0,80}\b(?:support\w*|accept\w*|enabled|capab\w*|multi-?modal|vision|mmproj|image inputs?|text|data required)\b|\bunsupported (?:content|input|modality)|\bno endpoints found that support image/i;
/** vLLM with images switched off, and servers whose message parts know no other type than text. */
const noneAtAll = /\bat most 0 image|\bunknown variant\W+image_url\b/i;

/**
 * Whether a server says that the model takes no images at all, as against one image that it cannot read. Servers say it with
 * different statuses (400, 404, 422, 500 of llama.cpp) and words; there is no code for it.
 */
function refusesImages({ text = '' }: StatusFailure): boolean {
  return noneAtAll.test(text) || (aboutImages.test(text) && lacking.test(text) && !oneImage.test(text));
}

function describe(failure: SdkFailure, kind: ProviderFailure, context: CallContext): string {
  const place = context.official ? context.title : `The ${context.title}-compatible server at ${context.baseUrl}`;
  switch (failure.kind) {
    case 'aborted':
      return `The call to ${context.title} was stopped.`;
    case 'timeout':
      return `${place} gave no complete answer for "${context.model}" within ${context.timeoutMs / 1000} s. If it only needs longer, raise the model’s timeoutSeconds.`;
    case 'network': {
      const code = failure.code === undefined ? '' : ` (${failure.code})`;
      const mend = context.official
        ? 'Check the network and the proxy settings'
        : 'Check that it runs and that the base URL is right';
      return `${place} could not be reached, or the connection broke${code}. ${mend}.`;
    }
    case 'badResponse':
      return `${place} answered for "${context.model}" with something that is not a reply: ${excerpt(failure.text, context)}. Check the base URL, or try again.`;
    case 'tooLong':
      return `${place} sent more for "${context.model}" than any reply has: reading stopped after ${Math.round(failure.largestBytes / 1_000_000)} MB. Check the base URL and the server.`;
    case 'redirect': {
      const status = failure.status === undefined ? '' : ` (status ${failure.status})`;
      return `${place} redirects calls from ${failure.from} to ${failure.to ?? 'an address that it hides'}${status}. That is not followed, since the key and the texts would go there. If you trust that address, set the base URL to it.`;
    }
    case 'unexpected':
      return `The call to ${context.title} for "${context.model}" failed before it was sent: ${excerpt(failure.text, context)}.`;
    case 'status':
      return describeStatus(failure, kind, place, context);
  }
}

function describeStatus(failure: StatusFailure, kind: ProviderFailure, place: string, context: CallContext): string {
  const status = `(status ${failure.status})`;
  if (failure.status === 401) {
    return `${place} refused the key ${status}. Run Set API Key or export ${context.keyVariable}.`;
  }
  const said = failure.text === undefined || kind === 'auth' ? '' : ` It says: "${excerpt(failure.text, context)}".`;
  switch (kind) {
    case 'auth':
      return `${place} does not let this key use "${context.model}" ${status}. Check what the key may do, or run Set API Key or export ${context.keyVariable}.`;
    case 'quota':
      return `${place} takes no more calls: the account's credit or spending limit is used up ${status}. Add credit or raise the limit, then resume the run.${said}`;
    case 'rateLimit':
      return `${place} is limiting the rate of calls for "${context.model}" ${status}. Wait, or run with a lower concurrency.${said}`;
    case 'imagesRefused':
      return `${place} takes no images for "${context.model}" ${status}. Choose a model with vision for samples with images.${said}`;
    case 'overloaded':
      return `${place} is overloaded ${status}. Try again later.${said}`;
    case 'server':
    case 'timeout':
      return `${place} failed on its side for "${context.model}" ${status}. Try again later.${said}`;
    default:
      return failure.status === 404
        ? `${place} has no model "${context.model}" ${status}. Check the model's name${context.official ? '' : ' and the base URL'}.${said}`
        : `${place} refused the request for "${context.model}" ${status}.${said}`;
  }
}

/** At most 300 characters of foreign text on one line, redacted before it is cut so that no half of a key is left over. */
function excerpt(foreign: string, context: CallContext): string {
  if (/^\s*</.test(foreign)) return 'a web page';
  const line = redactSecrets(foreign.slice(0, 4000), context.secrets)
    .replace(/[\p{Cc}\p{Cf}\s]+/gu, ' ')
    .trim();
  return (line.length > 300 ? `${line.slice(0, 299)}…` : line).replace(/\.$/, '');
}

/** The SDK's error without what it carries along: headers, request, response body. */
function cleanCause(original: unknown, secrets: readonly string[]): Error | undefined {
  if (!(original instanceof Error)) return undefined;
  const cause = new Error(redactSecrets(original.message.slice(0, 4000), secrets).slice(0, 500));
  cause.name = original.constructor.name;
  cause.stack = `${cause.name}: ${cause.message}`;
  return cause;
}
