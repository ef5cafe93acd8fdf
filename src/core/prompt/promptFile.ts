import { readFrontMatter, type PromptDefaults } from './frontMatter';
import type { PromptProblem } from './promptProblem';
import { parseTemplate, type PromptTemplate } from './promptTemplate';
import { sha256 } from '../judging/sha256';

/** A prompt file, taken apart. */
export interface PromptFile {
  readonly path: string;
  /** The whole text, as the editor or the disk had it. */
  readonly text: string;
  readonly template: PromptTemplate;
  /** `sha256:` and 64 hex digits over what is sent, so that front matter and outer blank lines do not change it. */
  readonly revision: string;
  readonly defaults: PromptDefaults;
  readonly problems: readonly PromptProblem[];
}

/** Reads a prompt file. Never throws: what is wrong is in `problems`. */
export function readPromptFile(path: string, text: string): PromptFile {
  const frontMatter = readFrontMatter(text);
  // An editor hides the byte-order mark, so it must not make another revision of the file.
  const bodyStart = frontMatter.end === 0 && text.startsWith('\uFEFF') ? 1 : frontMatter.end;
  const body = text.slice(bodyStart);
  const start = bodyStart + (body.length - body.replace(/^(?:[ \t]*(?:\r\n?|\n))+/, '').length);
  // Carriage returns are kept while ranges are computed and removed from what is sent.
  const sent = text.slice(start).trimEnd();
  const ranged = parseTemplate(sent, start);
  const normalized = parseTemplate(sent.replaceAll(/\r\n?/g, '\n'));
  const template: PromptTemplate = {
    body: normalized.body,
    segments: normalized.segments.map((segment, index) => {
      const original = ranged.segments[index];
      return segment.kind === 'variable' && original?.kind === 'variable'
        ? { ...segment, range: original.range }
        : segment;
    }),
  };
  const problems = [...frontMatter.problems];
  if (template.body === '') {
    problems.push({
      severity: 'error',
      message: 'The prompt is empty: nothing would be sent as system message. Write the tutor’s instructions first.',
      range: { start: 0, end: text.length },
    });
  }
  return { path, text, template, revision: revisionOf(template.body), defaults: frontMatter.defaults, problems };
}

/** The revision of a prompt body. */
export function revisionOf(body: string): string {
  return `sha256:${sha256(body)}`;
}
