import type { ApiKind, ModelRequest, ScriptedReply } from './modelRequest';
import { errorBody, replyBody } from './wireFormats';

/** What a batch does with one of its calls. */
export type CallFate =
  | { readonly kind: 'answer'; readonly reply: string | ScriptedReply }
  | { readonly kind: 'expire' | 'cancel' }
  /** No line of the results is about it. */
  | { readonly kind: 'omit' }
  /** The line is cut off in the middle. */
  | { readonly kind: 'damage' }
  | { readonly kind: 'refuse'; readonly status: number; readonly type: string; readonly message: string };

/** One call of a batch and what becomes of it. */
export interface HeldCall {
  readonly id: string;
  readonly request: ModelRequest;
  readonly fate: CallFate;
}

/** Lines of a results file, each with its end. `side` is OpenAI's: answers and errors are in different files. */
export function resultLines(api: ApiKind, calls: readonly HeldCall[], side: 'answers' | 'errors' | 'all'): string {
  return calls
    .filter(({ fate }) => side === 'all' || (side === 'answers') === (fate.kind === 'answer' || fate.kind === 'damage'))
    .flatMap((call) => (call.fate.kind === 'omit' ? [] : [api === 'openai' ? openAiLine(call) : anthropicLine(call)]))
    .join('');
}

function openAiLine({ id, request, fate }: HeldCall): string {
  const line = (response: unknown, error: unknown): string =>
    `${JSON.stringify({ id: `batch_req_${id}`, custom_id: id, response, error })}\n`;
  switch (fate.kind) {
    case 'answer':
      return line({ status_code: 200, request_id: 'req', body: replyBody(request, scripted(fate.reply)) }, null);
    case 'damage':
      return `{"id":"batch_req","custom_id":"${id}","respo\n`;
    case 'expire':
      return line(null, { code: 'batch_expired', message: 'This request could not be executed in time.' });
    case 'cancel':
      return line(null, { code: 'batch_cancelled', message: 'Batch was cancelled.' });
    case 'refuse':
      return line(
        { status_code: fate.status, request_id: 'req', body: errorBody('openai', fate.type, fate.message) },
        null,
      );
    case 'omit':
      return '';
  }
}

function anthropicLine({ id, request, fate }: HeldCall): string {
  const line = (result: unknown): string => `${JSON.stringify({ custom_id: id, result })}\n`;
  switch (fate.kind) {
    case 'answer':
      return line({ type: 'succeeded', message: replyBody(request, scripted(fate.reply)) });
    case 'damage':
      return `{"custom_id":"${id}","resu\n`;
    case 'expire':
      return line({ type: 'expired' });
    case 'cancel':
      return line({ type: 'canceled' });
    case 'refuse':
      return line({ type: 'errored', error: errorBody('anthropic', fate.type, fate.message) });
    case 'omit':
      return '';
  }
}

function scripted(reply: string | ScriptedReply): ScriptedReply {
  return typeof reply === 'string' ? { text: reply } : reply;
}
