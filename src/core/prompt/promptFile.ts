import { LRUCache } from 'lru-cache';
import { t, wholeNumber } from '../text/countWords';
import { readFrontMatter, type PromptDefaults } from './frontMatter';
import { parseTemplate, type PromptProblem, type PromptTemplate } from './promptTemplate';
import { sha256 } from '../text/sha256';

export interface PromptFile {
  readonly path: string;
  readonly text: string;
  readonly template: PromptTemplate;
  /** First line of the body in the file, from 1. */
  readonly bodyLine: number;
  /** `sha256:` and 64 hex digits over the text sent. Front matter and outer blank lines do not change it. */
  readonly revision: string;
  readonly defaults: PromptDefaults;
  readonly problems: readonly PromptProblem[];
}

/** Bytes of a prompt file: some 250,000 tokens, more than most models take in all. */
export const largestPrompt = 1024 * 1024;
const mostLines = 20_000;

/** By text: many parts of a run and of the window read a prompt, some of them without its path. */
const latest = new LRUCache<string, PromptFile>({ max: 16 });

/** Never throws: faults are in `problems`. A file that is too large is not parsed. The latest files are parsed once. */
export function readPromptFile(path: string, text: string): PromptFile {
  const file = latest.get(text) ?? parsePromptFile(path, text);
  latest.set(text, file);
  return file.path === path ? file : { ...file, path };
}

function parsePromptFile(path: string, text: string): PromptFile {
  const tooLarge = sizeProblem(text);
  if (tooLarge !== undefined) {
    const template: PromptTemplate = { body: '', segments: [] };
    return { path, text, template, bodyLine: 1, revision: revisionOf(''), defaults: {}, problems: [tooLarge] };
  }
  const frontMatter = readFrontMatter(text);
  // An editor hides the byte-order mark, so it must not change the revision.
  const bodyStart = frontMatter.end === 0 && text.startsWith('\uFEFF') ? 1 : frontMatter.end;
  const body = text.slice(bodyStart);
  const start = bodyStart + startOfText(body);
  // Carriage returns stay while ranges are computed, and are removed from the text sent.
  const sent = text.slice(start).trimEnd();
  const template: PromptTemplate = {
    body: withLineFeeds(sent),
    segments: parseTemplate(sent, start).segments.map((segment) =>
      segment.kind === 'text' ? { ...segment, text: withLineFeeds(segment.text) } : segment,
    ),
  };
  const empty: PromptProblem = {
    severity: 'error',
    message: t`The prompt is empty: nothing would be sent as system message. Write the tutor’s instructions first.`,
    range: { start: 0, end: text.length },
  };
  const { defaults } = frontMatter;
  const problems = template.body === '' ? [...frontMatter.problems, empty] : frontMatter.problems;
  const bodyLine = text.slice(0, start).split(/\r\n?|\n/).length;
  return { path, text, template, bodyLine, revision: revisionOf(template.body), defaults, problems };
}

function sizeProblem(text: string): PromptProblem | undefined {
  const range = { start: 0, end: 1 };
  if (text.length > largestPrompt || Buffer.byteLength(text) > largestPrompt)
    return { severity: 'error', message: t`The prompt file is larger than 1 MB. Shorten it.`, range };
  const lines = text.split('\n').length;
  if (lines <= mostLines) return undefined;
  const message = t`The prompt file has ${wholeNumber(lines)} lines; ${wholeNumber(mostLines)} are the most. Shorten it.`;
  return { severity: 'error', message, range };
}

/** Start of the first line that is not blank; its indentation is kept. */
function startOfText(body: string): number {
  const blank = /^[ \t\r\n]*/.exec(body)?.[0] ?? '';
  return blank === body ? body.length : Math.max(blank.lastIndexOf('\n'), blank.lastIndexOf('\r')) + 1;
}

function withLineFeeds(text: string): string {
  return text.replaceAll(/\r\n?/g, '\n');
}

function revisionOf(body: string): string {
  return `sha256:${sha256(body)}`;
}
