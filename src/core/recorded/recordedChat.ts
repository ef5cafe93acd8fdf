import type { RecordProblem } from '../benchmarks/importer';
import { isRecord } from '../benchmarks/importing/readRecords';

/** A message of a recorded chat. `user` is the student, `assistant` the tutor. */
export interface RecordedMessage {
  readonly role: 'user' | 'assistant';
  readonly content: string;
}

const mostMessages = 1_000;
const longestChat = 4_000_000;
/** What is said to a model, or by a program, and is no part of the conversation. */
const silent: ReadonlySet<unknown> = new Set(['system', 'developer', 'tool', 'function']);

/**
 * Reads a chat in the `messages` form of OpenAI: system messages and calls of tools are left out, and messages of one side in a row are one, as
 * some exports part them.
 */
export function recordedChat(
  value: unknown,
): { readonly messages: readonly RecordedMessage[] } | Pick<RecordProblem, 'field' | 'message'> {
  if (!Array.isArray(value)) return { field: 'messages', message: 'It must be a list of {"role": …, "content": …}.' };
  if (value.length > mostMessages) {
    return { field: 'messages', message: `It has more than ${mostMessages} messages. Split the chat.` };
  }
  const messages: RecordedMessage[] = [];
  let characters = 0;
  for (const [index, one] of (value as readonly unknown[]).entries()) {
    const field = `messages[${index}]`;
    const role = isRecord(one) ? one.role : undefined;
    if (silent.has(role)) continue;
    if (!isRecord(one) || (role !== 'user' && role !== 'assistant')) {
      return { field: `${field}.role`, message: 'It must be “user” for the student or “assistant” for the tutor.' };
    }
    const content = textOf(one.content);
    if (content === undefined)
      return { field: `${field}.content`, message: 'It must be a text, or a list of parts with texts.' };
    characters += content.length;
    if (characters > longestChat) return { field: 'messages', message: 'The chat is too long. Split it.' };
    // An assistant that only calls a tool says nothing.
    if (content.trim() === '' && 'tool_calls' in one) continue;
    const last = messages.at(-1);
    if (last?.role === role) messages[messages.length - 1] = { role, content: `${last.content}\n${content}` };
    else messages.push({ role, content });
  }
  return { messages };
}

/** The text of a content; pictures and files among its parts have none. */
function textOf(content: unknown): string | undefined {
  if (typeof content === 'string') return content;
  if (content === null || content === undefined) return '';
  if (!Array.isArray(content)) return undefined;
  return (content as readonly unknown[])
    .flatMap((part) => (isRecord(part) && typeof part.text === 'string' ? [part.text] : []))
    .join('\n');
}
