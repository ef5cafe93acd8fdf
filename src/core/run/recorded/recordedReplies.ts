import { joinedTurns } from '../../benchmark/dialogue';
import type { DataFile, RecordProblem } from '../../benchmark/importer';
import { parseDataFile, type RefusedFile } from '../../benchmark/importing/dataFile';
import { dataRecords } from '../../benchmark/importing/readRecords';
import { t, wholeNumber } from '../../text/countWords';
import { isRecord } from '../../text/isRecord';

/** One record of a file: a reply, or a conversation that includes the tutor's replies. All texts are untrusted. */
export type RecordedEntry = {
  readonly record: number;
  readonly sample?: string | undefined;
} & (
  | {
      readonly kind: 'reply';
      readonly sample: string;
      readonly turn?: number | undefined;
      readonly trial: number;
      readonly text: string;
    }
  | { readonly kind: 'chat'; readonly messages: readonly RecordedMessage[] }
);

/** Characters of a reply; the longest in public sets has some four thousand. */
const longestReply = 1_000_000;

const sampleFields = ['sample', 'sample_id', 'sampleid', 'id', 'custom_id'] as const;
const replyFields = ['reply', 'response', 'raw'] as const;

type Fields = ReadonlyMap<string, unknown>;
type Reading = RecordedEntry | Fault | 'other';

export type Fault = Pick<RecordProblem, 'field' | 'message'>;

export function fault(field: string, message: string): Fault {
  return { field, message };
}

/** Detects JSON, JSON lines, CSV, chats, a run's journal or a report by content. Never throws. */
export function readRecordedReplies(
  text: string,
): RefusedFile | Readonly<{ kind: 'read'; format: string; entries: RecordedEntry[]; problems: RecordProblem[] }> {
  const file = parseDataFile(text);
  if (file.kind === 'refused') return file;
  const problems: RecordProblem[] = file.kind === 'jsonl' ? [...file.problems] : [];
  const entries: RecordedEntry[] = [];
  for (const { record, value } of recordsOf(file)) {
    const reading = readRecord(record, value);
    if (reading === 'other') continue;
    if ('kind' in reading) entries.push(reading);
    else problems.push({ severity: 'error', record, ...reading });
  }
  const form = entries.some(({ kind }) => kind === 'chat') ? 'chats' : 'replies';
  const format = `${form}, ${file.kind === 'jsonl' ? 'JSON lines' : file.kind.toUpperCase()}`;
  return { kind: 'read', format, entries, problems };
}

/** A list of messages is one chat and not several records. */
function recordsOf(file: DataFile): ReturnType<typeof dataRecords> {
  const list = file.kind === 'json' && Array.isArray(file.value) ? (file.value as readonly unknown[]) : [];
  if (list.length === 0 || !list.every((one) => isRecord(one) && 'role' in one)) return dataRecords(file);
  return [{ record: 1, value: { messages: list } }];
}

function readRecord(record: number, value: unknown): Reading {
  if (!isRecord(value)) return fault('', t`It is not an object. Write {"sample": "…", "reply": "…"}.`);
  const fields: Fields = new Map(Object.entries(value).map(([name, field]) => [name.toLowerCase(), field]));
  const kind = fields.get('kind');
  if (typeof kind === 'string' && (fields.has('item') || fields.has('at')))
    return kind === 'reply' ? readJournal(record, fields) : 'other';
  const sample = sampleOf(fields);
  if (fields.has('messages')) {
    const chat = recordedChat(fields.get('messages'));
    return 'message' in chat ? chat : { kind: 'chat', record, sample, ...chat };
  }
  if (sample === undefined)
    return fault('sample', t`It names no sample. Give the sample’s id in “sample”, or a chat in “messages”.`);
  const trial = numberOf(fields.get('repeat')) ?? 0;
  return readReply(record, sample, trial === 'none' ? undefined : trial, fields);
}

function readReply(record: number, sample: string, trial: number | undefined, fields: Fields): Reading {
  const name = replyFields.find((field) => fields.has(field));
  const text = name === undefined ? undefined : fields.get(name);
  if (typeof text !== 'string')
    return fault(name ?? 'reply', t`It has no reply. Give the tutor’s words as a text in “reply”.`);
  if (text.length > longestReply)
    return fault('reply', t`It has more than ${wholeNumber(longestReply)} characters. Shorten it.`);
  const turn = numberOf(fields.get('turn'));
  if (turn === 'none' || turn === 0) return fault('turn', t`It must be a whole number from 1, or be left out.`);
  if (trial === undefined) return fault('repeat', t`It must be a whole number from 0, or be left out.`);
  return { kind: 'reply', record, sample, trial, text, turn };
}

function readJournal(record: number, fields: Fields): Reading {
  const item = fields.get('item');
  const found = typeof item === 'string' && item.length <= 2_000 ? /^[a-z-]+\/(.+)#(\d{1,6})$/s.exec(item) : null;
  if (found === null) return fault('item', t`It names no trial of a sample, such as mrbench/one#0.`);
  return readReply(record, found[1] ?? '', Number(found[2]), fields);
}

function sampleOf(fields: Fields): string | undefined {
  const metadata = fields.get('metadata');
  const inner: Fields = new Map(isRecord(metadata) ? Object.entries(metadata) : []);
  for (const position of [fields, inner]) {
    for (const name of sampleFields) {
      const id = position.get(name);
      if (typeof id === 'string' && id.trim() !== '') return id.trim();
      if (typeof id === 'number') return String(id);
    }
  }
  return undefined;
}

function numberOf(value: unknown): number | 'none' | undefined {
  if (value === undefined || value === null || value === '') return undefined;
  const number = typeof value === 'string' && /^\d{1,6}$/.test(value.trim()) ? Number(value) : value;
  return typeof number === 'number' && Number.isSafeInteger(number) && number >= 0 ? number : 'none';
}

export interface RecordedMessage {
  readonly role: 'user' | 'assistant';
  readonly content: string;
}

const mostMessages = 1_000;
const longestChat = 4_000_000;
/** Roles that are not part of the visible conversation. */
const silent: ReadonlySet<unknown> = new Set(['system', 'developer', 'tool', 'function']);

function recordedChat(value: unknown): { readonly messages: readonly RecordedMessage[] } | Fault {
  if (!Array.isArray(value)) return fault('messages', t`It must be a list of {"role": …, "content": …}.`);
  if (value.length > mostMessages)
    return fault('messages', t`It has more than ${mostMessages} messages. Split the chat.`);
  const messages: RecordedMessage[] = [];
  let characters = 0;
  for (const [index, one] of (value as readonly unknown[]).entries()) {
    const field = `messages[${index}]`;
    const role = isRecord(one) ? one.role : undefined;
    if (silent.has(role)) continue;
    if (!isRecord(one) || (role !== 'user' && role !== 'assistant'))
      return fault(`${field}.role`, t`It must be “user” for the student or “assistant” for the tutor.`);
    const content = textOf(one.content);
    if (content === undefined) return fault(`${field}.content`, t`It must be a text, or a list of parts with texts.`);
    characters += content.length;
    if (characters > longestChat) return fault('messages', t`The chat is too long. Split it.`);
    // An assistant message that only calls a tool has no text.
    if (content.trim() === '' && 'tool_calls' in one) continue;
    messages.push({ role, content });
  }
  return { messages: joinedTurns(messages) };
}

function textOf(content: unknown): string | undefined {
  if (typeof content === 'string') return content;
  if (content === null || content === undefined) return '';
  if (!Array.isArray(content)) return undefined;
  return (content as readonly unknown[])
    .flatMap((part) => (isRecord(part) && typeof part.text === 'string' ? [part.text] : []))
    .join('\n');
}
