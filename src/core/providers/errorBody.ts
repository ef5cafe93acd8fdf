import * as z from 'zod';
import { parsedJson } from '../text/parsedJson';
import { durationMs } from './rateLimitHeaders';

/** Contents of an error's body. The server wrote every text and may quote the key or the prompt. */
export interface ErrorBody {
  readonly text?: string;
  readonly code?: string;
  /** The refused parameter, where a member of its own names it. */
  readonly param?: string;
  readonly signs: readonly string[];
  /** The real status, where a server answers 200. */
  readonly status?: number;
  readonly waitMs?: number;
}

type Found = Pick<ErrorBody, 'text' | 'code' | 'param'>;

const messageMembers = ['error', 'message', 'detail', 'msg', 'errors'] as const;
/** Members that tell the kind of an error: `error_code` is Anthropic's, `reason` and `quotaId` are Google's. */
const signMembers = /^(?:code|type|status|error_code|reason|quotaId|limit_source)$/;
/** Members that repeat the request. */
const echoes = /^(?:input|flagged_input|failed_generation)$/;
const deepest = 6;
const longestSign = 200;
const record = z.record(z.string(), z.unknown());

/** Reads an error's text or the parsed value. Never throws. */
export function readErrorBody(body: unknown): ErrorBody {
  const parsed = parsedBody(body);
  const found = read(parsed, 0);
  const members = membersOf(parsed);
  const delay = members.find(([name]) => name === 'retryDelay')?.[1];
  const status = Number(found.code);
  return {
    ...found,
    signs: members.flatMap(([name, text]) => (signMembers.test(name) && text.length <= longestSign ? [text] : [])),
    status: Number.isInteger(status) && status >= 400 && status < 600 ? status : undefined,
    waitMs: delay === undefined ? waitInText(found.text ?? '') : (durationMs(delay) ?? 0),
  };
}

function read(value: unknown, depth: number): Found {
  if (depth > deepest) return {};
  if (typeof value === 'string') return readText(value, depth);
  // Gemini puts its error into a list; FastAPI lists an entry for each refused member.
  if (Array.isArray(value)) {
    const entries = value.slice(0, 3).map((entry: unknown) => read(entry, depth + 1));
    const texts = entries.flatMap(({ text = [] }) => text);
    return { ...entries[0], ...(texts.length === 0 ? {} : { text: texts.join('; ') }) };
  }
  const object = record.safeParse(value).data;
  if (object === undefined) return {};
  const location = locationOf(object.loc);
  const own: Found = { code: nameOf(object.code), param: nameOf(object.param) ?? location };
  const upstream = record.safeParse(object.metadata).data ?? {};
  // OpenRouter's own sentence is the same for all errors of the providers behind it.
  for (const [index, member] of [upstream.raw, ...messageMembers.map((name) => object[name])].entries()) {
    const inner = read(member, depth + 1);
    if (inner.text === undefined) continue;
    const prefix = index === 0 ? nameOf(upstream.provider_name) : location;
    return {
      code: inner.code ?? own.code,
      param: inner.param ?? own.param,
      text: prefix === undefined ? inner.text : `${prefix}: ${inner.text}`,
    };
  }
  return own;
}

/** FastAPI says `["body", "response_format", "type"]`. */
function locationOf(loc: unknown): string | undefined {
  const parts = z.array(z.union([z.string(), z.number()])).safeParse(loc).data ?? [];
  return parts.slice(parts[0] === 'body' ? 1 : 0).join('.') || undefined;
}

/** LiteLLM's answers contain Python's `None` as a word. */
function nameOf(value: unknown): string | undefined {
  if (typeof value === 'number') return String(value);
  return typeof value !== 'string' || value === '' || value === 'None' ? undefined : value;
}

function readText(text: string, depth: number): Found {
  const trimmed = text.trim();
  if (trimmed === '') return {};
  const inner = depth < deepest ? jsonIn(trimmed) : undefined;
  if (inner !== undefined) return read(inner, depth + 1);
  // Half a body may end inside the text that it repeats.
  if (trimmed.startsWith('{')) return {};
  return { text: trimmed.startsWith('<') ? pageNamed(trimmed) : trimmed };
}

/** Parses a body without a JSON content type, which the SDKs hand over as text. */
export function parsedBody(body: unknown): unknown {
  return typeof body === 'string' ? (jsonIn(body) ?? body) : body;
}

export function describeBody(body: unknown, missing: string): string {
  if (typeof body !== 'string') return missing;
  return readText(body, 0).text ?? (body.trim() === '' ? 'an empty body' : missing);
}

function pageNamed(html: string): string {
  const title = /<title[^>]{0,200}>([^<]{0,500})/i.exec(html)?.[1]?.trim() ?? '';
  return title === '' ? 'a web page' : `a web page with the title "${title}"`;
}

/** LiteLLM adds words after the object. */
function jsonIn(text: string): unknown {
  const trimmed = text.trim();
  const closing = trimmed.startsWith('{') ? '}' : trimmed.startsWith('[') ? ']' : undefined;
  return closing === undefined ? undefined : parsedJson(trimmed.slice(0, trimmed.lastIndexOf(closing) + 1));
}

/** Each member with a text, at any depth and inside texts that are JSON. */
function membersOf(body: unknown): readonly (readonly [name: string, text: string])[] {
  const members: (readonly [string, string])[] = [];
  try {
    JSON.stringify(body, (name, member: unknown) => {
      if (echoes.test(name)) return undefined;
      if (name === 'reasons' && Array.isArray(member) && member.length > 0)
        members.push(['reason', 'moderation_reasons']);
      const text = nameOf(member);
      if (text === undefined) return member;
      members.push([name, text]);
      return jsonIn(text);
    });
  } catch {
    // Nested too deep to be read to its end.
  }
  return members;
}

const waitWords =
  /\b(?:try again|retry)(?: shortly)? (?:in|after) ((?:\d{1,9}(?:\.\d{1,9})?(?:ms|[dhms]))+(?![a-z])|\d{1,9}(?:\.\d{1,9})?(?= ?sec))/i;

/** `Please try again in 9m38.016s`, `Please retry after 7 seconds`. */
function waitInText(text: string): number | undefined {
  const said = waitWords.exec(text)?.[1];
  if (said === undefined) return undefined;
  return /[a-z]$/i.test(said) ? durationMs(said) : Number(said) * 1000;
}
