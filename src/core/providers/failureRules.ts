import type { ProviderFailure } from './provider';
import type { StatusFailure } from './sdkFailure';

/** What is wrong, as it completes "{server} …", and how to mend it. `{model}` stands for the model's name. */
export type Words = readonly [finding: string, mend?: string];

interface FailureRule {
  /** `badRequest` unless set. */
  readonly kind?: ProviderFailure;
  /** One code, type or reason of the body, whole; with any status. */
  readonly sign?: RegExp;
  /** Any status where this is absent. */
  readonly statuses?: readonly number[];
  readonly words?: RegExp;
  /** Those of its kind where this is absent. */
  readonly says?: Words;
}

/** Nobody waits in a run for longer than this. */
const longestWaitMs = 3_600_000;

const spentQuota: Words = [
  'takes no more calls: the quota of the account, or of the day, is used up',
  'Resume the run when it is renewed, or raise the quota',
];
const unknownModel: Words = [
  'has no model {model}',
  "Check the model's name and, with a server of your own, the base URL",
];

/**
 * What errors are, by their codes and, where vendors give none, by their words: first match counts. Money goes before everything, as it
 * hides behind five statuses.
 */
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
  // Gemini says "check your plan and billing" for the quota of the minute, too: the quota's name and number tell them apart.
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
    says: ['has no provider of {model} that takes what is sent along', 'Choose another model'],
  },
  {
    statuses: [400, 404],
    words: /no models loaded/i,
    says: ['has no model loaded', 'Load one there, then run again'],
  },
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
    says: ['takes no system prompt for {model}, and it is never left out', 'Choose another model'],
  },
];

/** What an error is, and the words for it where they are not those of its kind. */
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

function fits(
  { statuses, sign, words }: FailureRule,
  { status, signs = [], code = '', type = '', text = '' }: StatusFailure,
): boolean {
  const isStatus = statuses?.includes(status) ?? true;
  return [...signs, code, type].some((name) => sign?.test(name) ?? false) || (isStatus && (words?.test(text) ?? false));
}

function kindOfStatus({ status, retryAfterMs }: StatusFailure): ProviderFailure {
  // OpenRouter has it with a wait for money that other calls under way have set aside.
  if (status === 402) return retryAfterMs === undefined ? 'quota' : 'rateLimit';
  if (status === 401 || status === 403) return 'auth';
  if (status === 408) return 'timeout';
  if (status === 429) return 'rateLimit';
  // 498: no capacity at Groq.
  if (status === 498 || status === 503 || status === 529) return 'overloaded';
  if (status === 409) return 'server';
  if (status < 300) return 'badResponse';
  // 501: the server was started without what is asked for.
  return status >= 500 && status !== 501 ? 'server' : 'badRequest';
}
