import { redactSecrets } from './keyTraces';
import { ProviderError, type ProviderFailure } from './provider';
import type { SdkFailure, StatusFailure } from './sdkFailure';

export interface CallContext {
  readonly provider: string;
  readonly title: string;
  /** The server, at the beginning of a sentence. */
  readonly location: string;
  readonly model: string;
  readonly baseUrl: string;
  readonly official: boolean;
  /** What a server does that takes no call without a good key. */
  readonly keyFinding: string;
  /** Tells how to set the key, in a sentence. */
  readonly keyAdvice: string;
  readonly timeoutMs: number;
  readonly hasImages: boolean;
  /** Must never appear in a message. */
  readonly secrets: readonly string[];
}

/** The message says what failed, where, and how to fix it. It never contains the key. */
export function toProviderError(failure: SdkFailure, context: CallContext, original?: unknown): ProviderError {
  const kind = failureKind(failure, context);
  return new ProviderError(redactSecrets(describe(failure, kind, context), context.secrets), {
    failure: kind,
    provider: context.provider,
    status: 'status' in failure ? failure.status : undefined,
    retryAfterMs: failure.kind === 'status' ? failure.retryAfterMs : undefined,
    sent: !(failure.kind === 'unexpected' || (failure.kind === 'network' && unconnected.test(failure.code ?? ''))),
    usage: failure.kind === 'badResponse' ? failure.usage : undefined,
    // A server may quote a refused key in unpredictable forms.
    cause: kind === 'auth' ? undefined : cleanCause(original, context.secrets),
  });
}

/** Codes of the system and of undici for a connection that was never made. */
const unconnected = /^(?:ECONNREFUSED|ENOTFOUND|EAI_AGAIN|EHOSTUNREACH|ENETUNREACH|ENETDOWN|UND_ERR_CONNECT_TIMEOUT)$/;

export function failureKind(failure: SdkFailure, { hasImages }: Pick<CallContext, 'hasImages'>): ProviderFailure {
  if (failure.kind === 'unexpected' || failure.kind === 'redirect') return 'badRequest';
  if (failure.kind !== 'status') return failure.kind;
  const { kind } = judgeFailure(failure);
  const { text = '' } = failure;
  const mayBeImages = hasImages && (kind === 'badRequest' || kind === 'overloaded' || kind === 'server');
  // Whether the model takes no images at all, or only failed on this one. Servers have no code for it: statuses (400,
  // 404, 422, 500 of llama.cpp) and words differ.
  const refuses = noneAtAll.test(text) || (aboutImages.test(text) && lacking.test(text) && !oneImage.test(text));
  return mayBeImages && refuses ? 'imagesRefused' : kind;
}

// A fault of these images only: their number, size or format.
const oneImage =
  /\b(?:formats?|mime|media.?types?|image types|too (?:large|big|many)|larger|exceeds?|dimensions?|resolution|pixels?|bytes)\b/i;
const aboutImages = /\b(?:images?|image_url|vision|multi-?modal|mmproj)\b/i;
const lacking =
  /\b(?:not|no|cannot|can't|doesn't|isn't|without|only|lacks?|missing|requires?)\b[^.]{0,80}\b(?:support\w*|accept\w*|enabled|capab\w*|multi-?modal|vision|mmproj|image inputs?|text|data required)\b|\bunsupported (?:content|input|modality)|\bno endpoints found that support image/i;
/** vLLM with images switched off, and servers whose message parts only know text. */
const noneAtAll = /\bat most 0 image|\bunknown variant\W+image_url\b/i;

function describe(failure: SdkFailure, kind: ProviderFailure, context: CallContext): string {
  const { location, title, model, official } = context;
  switch (failure.kind) {
    case 'aborted':
      return `The call to ${title} was stopped.`;
    case 'timeout':
      return `${location} gave no complete answer for "${model}" within ${context.timeoutMs / 1000} s. If it only needs longer, raise the model’s timeoutSeconds.`;
    case 'network': {
      const { code = '' } = failure;
      const advice = /CERT|UNABLE_TO_VERIFY/.test(code)
        ? 'Name the file with the certificate of its authority in NODE_EXTRA_CA_CERTS'
        : official
          ? 'Check the network and the proxy settings'
          : 'Check that it runs and that the base URL is right';
      return `${location} could not be reached, or the connection broke${code === '' ? '' : ` (${code})`}. ${advice}.`;
    }
    case 'badResponse':
      return `${location} answered for "${model}" with something that is not a reply: ${excerpt(failure.text, context)}. Check the base URL, or try again.`;
    case 'tooLong':
      return `${location} sent more for "${model}" than any reply has: reading stopped after ${Math.round(failure.largestBytes / 1_000_000)} MB. Check the base URL and the server.`;
    case 'redirect': {
      const status = failure.status === undefined ? '' : ` (status ${failure.status})`;
      return `${location} redirects calls from ${failure.from} to ${failure.to ?? 'an address that it hides'}${status}. That is not followed, since the key and the texts would go there. If you trust that address, set the base URL to it.`;
    }
    case 'unexpected':
      return `The call to ${title} for "${model}" failed before it was sent: ${excerpt(failure.text, context)}.`;
    case 'status':
      return describeStatus(failure, kind, context);
  }
}

function describeStatus(failure: StatusFailure, kind: ProviderFailure, context: CallContext): string {
  const { status, text } = failure;
  const own = kind === 'imagesRefused' ? undefined : judgeFailure(failure).says;
  const usual: Words = usualWords[kind] ?? ['refused the request for {model}'];
  const [finding, advice] = own ?? (status === 401 && kind === 'auth' ? ([context.keyFinding] as const) : usual);
  // A server may quote a refused key.
  const quotesKey = kind === 'auth' && own?.[1] === undefined;
  const found = finding.replace('{model}', () => `"${context.model}"`);
  return [
    `${context.location} ${found} (status ${status}).`,
    ...(advice === undefined ? [] : [`${advice}.`]),
    ...(quotesKey ? [context.keyAdvice] : text === undefined ? [] : [`It says: "${excerpt(text, context)}".`]),
  ].join(' ');
}

const usualWords: Partial<Record<ProviderFailure, Words>> = {
  tooLarge: [
    'takes no request of this length for {model}',
    "Shorten the prompt, lower the answer's length, or raise the context length of your own server",
  ],
  auth: ['does not let this key use {model}', 'Check what the key may do'],
  quota: [
    "takes no more calls: the account's credit or spending limit is used up",
    'Add credit or raise the limit, then resume the run',
  ],
  rateLimit: ['is limiting the rate of calls for {model}', 'Wait, or run with a lower concurrency'],
  imagesRefused: ['takes no images for {model}', 'Choose a model with vision for samples with images'],
  refused: ['refused this one prompt for {model} by its content filter'],
  badResponse: ['answered for {model} with an error instead of a reply', 'Check the base URL, or try again'],
  overloaded: ['is overloaded', 'Try again later'],
  server: ['failed on its side for {model}', 'Try again later'],
  timeout: ['failed on its side for {model}', 'Try again later'],
};

/** Redacts foreign text before cutting it, so that no half of a key remains. */
function excerpt(foreign: string, context: CallContext): string {
  const line = redactSecrets(foreign.slice(0, 4000), context.secrets)
    .replace(/[\p{Cc}\p{Cf}\s]+/gu, ' ')
    .trim();
  return (line.length > 300 ? `${line.slice(0, 299)}…` : line).replace(/\.$/, '');
}

/** The SDK's error without its headers, request and response body. */
function cleanCause(original: unknown, secrets: readonly string[]): Error | undefined {
  if (!(original instanceof Error)) return undefined;
  const cause = new Error(redactSecrets(original.message.slice(0, 4000), secrets).slice(0, 500));
  cause.name = original.constructor.name;
  cause.stack = `${cause.name}: ${cause.message}`;
  return cause;
}

/** The problem, which completes "{server} …", and the fix. `{model}` stands for the model's name. */
type Words = readonly [finding: string, advice?: string];

interface FailureRule {
  /** `badRequest` unless set. */
  readonly kind?: ProviderFailure;
  /** Matches one whole code, type or reason of the body, with any status. */
  readonly sign?: RegExp;
  /** Any status where absent. */
  readonly statuses?: readonly number[];
  readonly words?: RegExp;
  /** The words of its kind where absent. */
  readonly says?: Words;
}

/** The longest wait within a run. */
const longestWaitMs = 3_600_000;

const spentQuota: Words = [
  'takes no more calls: the quota of the account, or of the day, is used up',
  'Resume the run when the quota is renewed, or raise it',
];
const unknownModel: Words = [
  'has no model {model}',
  "Check the model's name and, with a server of your own, the base URL",
];

/** Rules by code, else by words. The first match counts. Money comes first: it hides behind five statuses. */
const rules: readonly FailureRule[] = [
  {
    kind: 'refused',
    sign: /^(?:content_filter|content_policy_violation|ResponsibleAIPolicyViolation|invalid_prompt|moderation_reasons)$/,
    statuses: [400, 403, 422],
    words: /ContentPolicyViolation|content management policy/i,
  },
  {
    kind: 'quota',
    sign: /^(?:insufficient_quota|billing_hard_limit_reached|billing_error|budget_exceeded|(?:contract|enforced)_spend_limit_reached)$/,
    words:
      /credit balance is too low|reached your (?:specified )?(?:workspace )?API usage limits|spend limit|any credits|budget has been exceeded|insufficient balance/i,
  },
  // Gemini also says "check your plan and billing" for a quota per minute. The quota's name and number differ.
  {
    kind: 'quota',
    sign: /PerDay|free_tier_daily/,
    statuses: [429],
    words: /\blimit: 0\b|\bper day \((?:TPD|RPD)\)|-per-day\b/,
    says: spentQuota,
  },
  { kind: 'auth', sign: /^API_KEY_INVALID$/, says: ['refused the key'] },
  {
    kind: 'auth',
    sign: /^organization_on_hold$/,
    says: ['has disabled the organisation of this key', 'Ask its support'],
  },
  {
    kind: 'auth',
    statuses: [400, 403],
    words: /country, region, or territory not supported|user location is not supported/i,
    says: ['does not serve your region', 'A VPN or proxy may be the cause'],
  },
  { kind: 'tooLarge', statuses: [413], words: /^/ },
  {
    kind: 'tooLarge',
    statuses: [429],
    words: /request too large|tokens must be reduced|(?:extra usage is|usage credits are) required for long context/i,
  },
  {
    kind: 'tooLarge',
    sign: /^(?:context_length_exceeded|exceed_context_size_error)$/,
    statuses: [400, 422],
    words:
      /maximum context length|exceeds the available context size|max_tokens must be at least 1, got -|tokens \+ `max_new_tokens` must be/i,
  },
  {
    statuses: [404],
    words: /organization must be verified/i,
    says: ['gives {model} to verified organisations only', 'Verify yours, or choose another model'],
  },
  {
    statuses: [400, 404],
    words: /in v1\/responses|not a chat model/i,
    says: ['does not offer {model} through this API', 'Choose another model'],
  },
  {
    statuses: [404],
    words: /no endpoints found that can handle/i,
    says: ['has no provider of {model} that supports this request', 'Choose another model'],
  },
  { statuses: [400, 404], words: /no models loaded/i, says: ['has no model loaded', 'Load one there, then run again'] },
  {
    sign: /^(?:model_not_found|model_decommissioned|DeploymentNotFound)$/,
    statuses: [400],
    words: /is not a valid model ID/i,
    says: unknownModel,
  },
  {
    statuses: [200, 404, 405],
    words:
      /invalid url|resource not found|page not found|file not found|unexpected endpoint|method not allowed|^not found$|^a web page/i,
    says: ['has nothing at this address', 'Check the base URL: most end in /v1'],
  },
  {
    statuses: [400],
    words: /system role not supported|does not support 'system'/i,
    says: ['takes no system prompt for {model}, but every call has one', 'Choose another model'],
  },
];

/** The kind of an error, and its words where they are not those of the kind. */
export function judgeFailure(failure: StatusFailure): { readonly kind: ProviderFailure; readonly says?: Words } {
  const rule = rules.find((one) => fits(one, failure));
  if (rule !== undefined) return { kind: rule.kind ?? 'badRequest', says: rule.says };
  const { status, retryAfterMs, shouldRetry } = failure;
  const kind = kindOfStatus(failure);
  const passes = kind === 'rateLimit' || kind === 'overloaded' || kind === 'server' || kind === 'timeout';
  if (shouldRetry !== undefined && shouldRetry !== passes) return { kind: shouldRetry ? 'server' : 'badRequest' };
  if (kind === 'rateLimit' && (retryAfterMs ?? 0) > longestWaitMs) return { kind: 'quota', says: spentQuota };
  return status === 404 ? { kind, says: unknownModel } : { kind };
}

function fits({ statuses, sign, words }: FailureRule, { status, signs = [], text = '' }: StatusFailure): boolean {
  if (signs.some((name) => sign?.test(name))) return true;
  return (statuses?.includes(status) ?? true) && (words?.test(text) ?? false);
}

function kindOfStatus({ status, retryAfterMs }: StatusFailure): ProviderFailure {
  // With a wait, OpenRouter means money that other calls under way have set aside.
  if (status === 402) return retryAfterMs === undefined ? 'quota' : 'rateLimit';
  if (status === 401 || status === 403) return 'auth';
  if (status === 408) return 'timeout';
  if (status === 429) return 'rateLimit';
  // 498: no capacity at Groq.
  if (status === 498 || status === 503 || status === 529) return 'overloaded';
  if (status === 409) return 'server';
  if (status < 300) return 'badResponse';
  // 501: the server was started without the feature.
  return status >= 500 && status !== 501 ? 'server' : 'badRequest';
}
