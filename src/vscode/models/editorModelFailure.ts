import * as z from 'zod';
import { editorEntry } from '../../core/providers/editorProvider';
import { ProviderError, type ProviderFailure } from '../../core/providers/provider';
import { redactSecrets } from '../../core/providers/keyTraces';
import { boundedText } from '../../core/text/boundedText';

/** `code` is that of VS Code's own errors; of an extension's other errors the name and the message come through. */
const errorSchema = z.object({ name: z.string().optional(), code: z.unknown().optional(), message: z.string() });

interface Reason {
  readonly failure: ProviderFailure;
  /** What follows the model's name: what is wrong, and what to do. */
  readonly words: string;
  /** True where it is certain that the model never heard of the call. */
  readonly unsent?: true;
}

const missing: Reason = {
  failure: 'badRequest',
  words:
    'is not among the models of VS Code now. Check that its extension is installed and signed in, or run Choose Models.',
  unsent: true,
};
const spent: Reason = {
  failure: 'quota',
  words:
    'takes no more calls: the quota of your plan is used up, or there were too many requests. Wait or raise the plan, then resume; or choose another model.',
};

/** By VS Code's codes, and by the names that Copilot, which is part of it, gives to its errors. */
const named: ReadonlyMap<unknown, Reason> = new Map<unknown, Reason>([
  [
    'NoPermissions',
    {
      failure: 'auth',
      words:
        'may not be used by Tutor Prompt Lab: VS Code’s question was answered with no. Resume and choose Allow, or run “Manage Language Model Access…”.',
      unsent: true,
    },
  ],
  ['NotFound', missing],
  ['Blocked', spent],
  ['ChatQuotaExceeded', spent],
  [
    'ChatRateLimited',
    { failure: 'rateLimit', words: 'is limiting the rate of calls. Wait, or run with a lower concurrency.' },
  ],
]);

// What Copilot's filters stop it tells in words alone, and VS Code's own guide has extensions look for `off_topic`.
const refusal = /\b(?:off_topic|content_filter\w*|(?:got|was) filtered|filtered by|declined to respond)\b/i;
// This has no code either.
const tooLong = /\bexceeds (?:the )?token limit\b/i;

/** What a failed call to a model of VS Code comes to: what failed, and what to do. */
export function editorModelFailure(error: unknown, model: string): ProviderError {
  if (ProviderError.is(error)) return error;
  const parsed = errorSchema.safeParse(error);
  const { code, name, message } = parsed.success ? parsed.data : { message: String(error) };
  const line = boundedText(
    redactSecrets(message.slice(0, 4_000), [])
      .replace(/[\p{Cc}\p{Cf}\s]+/gu, ' ')
      .trim(),
  );
  return failureFor(named.get(code) ?? named.get(name) ?? reasonIn(message), model, line.replace(/\.$/, ''));
}

export function noEditorModel(model: string): ProviderError {
  return failureFor(missing, model, '');
}

function reasonIn(message: string): Reason {
  if (refusal.test(message)) return { failure: 'refused', words: 'or its filter refused the text.' };
  if (tooLong.test(message))
    return { failure: 'badRequest', words: 'takes no request of that length. Choose a model with a larger context.' };
  return { failure: 'server', words: 'failed on its side. Try again later.' };
}

function failureFor({ failure, words, unsent }: Reason, model: string, line: string): ProviderError {
  const said = line === '' ? '' : ` It says: "${line}".`;
  const provider = editorEntry.id;
  return new ProviderError(`${provider}:${model} ${words}${said}`, { failure, provider, sent: unsent !== true });
}
