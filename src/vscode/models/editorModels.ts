import * as vscode from 'vscode';
import * as z from 'zod';
import { startDeadline } from '../../core/providers/callDeadline';
import { editorEntry, editorModelOf } from '../../core/providers/editorProvider';
import { imageSource, textWithAlternatives } from '../../core/providers/imageSource';
import { redactSecrets } from '../../core/providers/keyTraces';
import type { ChatMessage } from '../../core/providers/message';
import { formatModelReference, parseModelReference } from '../../core/providers/modelReference';
import type { ChatProvider, ChatReply, ChatRequest, ProviderFailure } from '../../core/providers/provider';
import { ProviderError } from '../../core/providers/provider';
import { defaultTimeoutMs } from '../../core/providers/providerEntry';
import { boundedText } from '../../core/text/readableText';

const provider = editorEntry.id;

/** In characters; longer than any real reply. */
const longestReply = 8_000_000;

/** Models available now that a reference can name. Needs no consent and sends nothing. */
export async function listEditorModels(): Promise<readonly { readonly reference: string; readonly name: string }[]> {
  const models = await vscode.lm.selectChatModels();
  const named = models.map(({ vendor, id, name }) => {
    return { reference: formatModelReference({ provider, model: `${vendor}/${id}` }), name };
  });
  return named.filter(({ reference }) => parseModelReference(reference).kind === 'reference');
}

/** Models of other extensions. They take no system message, so the prompt is the first user message. */
export class EditorModels implements ChatProvider {
  readonly id = provider;
  readonly simulated = false;

  constructor(private readonly options: { readonly timeoutMs?: number } = {}) {}

  async complete(request: ChatRequest, signal: AbortSignal): Promise<ChatReply> {
    const source = new vscode.CancellationTokenSource();
    const { timeoutMs = this.options.timeoutMs ?? defaultTimeoutMs } = request;
    // Starts only after VS Code's consent dialog, since people take their time.
    let deadline: ReturnType<typeof startDeadline> | undefined;
    try {
      const model = await editorModel(request.model);
      const messages = messagesOf(request, model);
      const options = { justification: 'To evaluate a tutor’s prompt with this model.' };
      const response = await unlessEnded(model.sendRequest(messages, options, source.token), signal);
      deadline = startDeadline(signal, timeoutMs);
      const text = await unlessEnded(textOf(response), deadline.signal);
      return {
        text,
        // VS Code reports neither a finish reason nor token counts.
        finish: 'other',
        model: `${model.family} ${model.version}`.trim().slice(0, 200),
        sent: request.schema === undefined ? {} : { structured: 'none' },
      };
    } catch (error) {
      if (signal.aborted) throw failed('aborted', 'The call to VS Code was stopped.');
      if (deadline?.ended() === 'timeout') {
        const late = `vscode:${request.model} gave no complete answer within ${timeoutMs / 1000} s.`;
        throw failed('timeout', `${late} Try again, or raise the time limit.`);
      }
      throw editorModelFailure(error, request.model);
    } finally {
      deadline?.dispose();
      source.cancel();
      source.dispose();
    }
  }
}

async function editorModel(name: string): Promise<vscode.LanguageModelChat> {
  const selector = editorModelOf(name);
  const [model] = selector === undefined ? [] : await vscode.lm.selectChatModels(selector);
  if (model === undefined) throw noEditorModel(name);
  return model;
}

async function textOf(response: vscode.LanguageModelChatResponse): Promise<string> {
  let text = '';
  for await (const part of response.text) {
    text += part;
    if (text.length > longestReply)
      throw failed('tooLong', 'The model sent far too long a reply. Choose another model.');
  }
  return text;
}

/** Stops waiting when the signal aborts, since extensions may ignore a cancelled token. */
function unlessEnded<Result>(work: Thenable<Result>, signal: AbortSignal): Promise<Result> {
  return new Promise((resolve, reject) => {
    const onEnd = (): void => reject(new Error('ended'));
    signal.addEventListener('abort', onEnd, { once: true });
    if (signal.aborted) onEnd();
    void work.then(resolve, reject).then(() => signal.removeEventListener('abort', onEnd));
  });
}

function messagesOf(request: ChatRequest, model: vscode.LanguageModelChat): vscode.LanguageModelChatMessage[] {
  const { LanguageModelChatMessage: Message, LanguageModelTextPart: TextPart } = vscode;
  const messages = request.messages.map((message) =>
    message.role === 'assistant'
      ? Message.Assistant(textWithAlternatives(message))
      : Message.User([new TextPart(message.content), ...imagesOf(message, model)]),
  );
  return request.system === '' ? messages : [Message.User(request.system), ...messages];
}

const capabilitiesSchema = z.object({ supportsImageToText: z.boolean() });

/** Message parts that VS Code has since 1.101 but the types lack. */
interface ImageParts {
  image(data: Uint8Array, mediaType: string): vscode.LanguageModelTextPart;
}

function isImageParts(value: unknown): value is ImageParts {
  return typeof value === 'function' && 'image' in value && typeof value.image === 'function';
}

function imagesOf({ images = [] }: ChatMessage, model: vscode.LanguageModelChat) {
  if (images.length === 0) return [];
  const parts: unknown = Reflect.get(vscode, 'LanguageModelDataPart');
  const capabilities = capabilitiesSchema.safeParse(Reflect.get(model, 'capabilities'));
  const isBlind = capabilities.success && !capabilities.data.supportsImageToText;
  if (isBlind || !isImageParts(parts))
    throw failed('imagesRefused', `VS Code passes no images to ${model.name}. Choose a model with vision.`);
  return images.map((image) => {
    const source = imageSource(image, provider);
    if (source.kind === 'url')
      throw failed('badRequest', 'VS Code’s models cannot load an image from the web. Use an image in a file.');
    return parts.image(Buffer.from(source.base64, 'base64'), source.mediaType);
  });
}

function failed(failure: ProviderFailure, message: string): ProviderError {
  return new ProviderError(message, { failure, provider });
}

/** Only VS Code's own errors have a `code`; errors of extensions pass name and message. */
const errorSchema = z.object({ name: z.string().optional(), code: z.unknown().optional(), message: z.string() });

type Reason = readonly [failure: ProviderFailure, words: string];

/** The call certainly never reached the model. */
const missing: Reason = [
  'badRequest',
  'is not among the models of VS Code now. Check that its extension is installed and signed in, or run Choose Models.',
];
const denied: Reason = [
  'auth',
  'may not be used by Tutor Prompt Lab: permission was denied in VS Code. Resume and choose Allow, or run “Manage Language Model Access…”.',
];

const spent: Reason = [
  'quota',
  'takes no more calls: the quota of your plan is used up, or there were too many requests. Wait or raise the plan, then resume; or choose another model.',
];

/** By VS Code's codes and by the names of Copilot's errors. */
const named = new Map<unknown, Reason>([
  ['NoPermissions', denied],
  ['NotFound', missing],
  ['Blocked', spent],
  ['ChatQuotaExceeded', spent],
  ['ChatRateLimited', ['rateLimit', 'is limiting the rate of calls. Wait, or run with a lower concurrency.']],
]);

// Copilot's filters report only words, and VS Code's guide tells extensions to look for `off_topic`.
const refusal = /\b(?:off_topic|content_filter\w*|(?:got|was) filtered|filtered by|declined to respond)\b/i;
// No code exists for this either.
const tooLong = /\bexceeds (?:the )?token limit\b/i;

export function editorModelFailure(error: unknown, model: string): ProviderError {
  if (ProviderError.is(error)) return error;
  const parsed = errorSchema.safeParse(error);
  const { code, name, message } = parsed.success ? parsed.data : { message: String(error) };
  const plain = redactSecrets(message.slice(0, 4_000), []).replace(/[\p{Cc}\p{Cf}\s]+/gu, ' ');
  const line = boundedText(plain.trim()).replace(/\.$/, '');
  return failureFor(named.get(code) ?? named.get(name) ?? reasonIn(message), model, line);
}

export function noEditorModel(model: string): ProviderError {
  return failureFor(missing, model, '');
}

function reasonIn(message: string): Reason {
  if (refusal.test(message)) return ['refused', 'or its filter refused the text.'];
  if (tooLong.test(message))
    return ['badRequest', 'takes no request of that length. Choose a model with a larger context.'];
  return ['server', 'failed on its side. Try again later.'];
}

function failureFor(reason: Reason, model: string, line: string): ProviderError {
  const [failure, words] = reason;
  const said = line === '' ? '' : ` It says: "${line}".`;
  const sent = reason !== missing && reason !== denied;
  return new ProviderError(`${provider}:${model} ${words}${said}`, { failure, provider, sent });
}
