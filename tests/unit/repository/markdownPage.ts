import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';

/** The repository's root folder. */
export const repositoryRoot = path.resolve(import.meta.dirname, '../../..');

/** A Markdown file of the repository. */
export interface MarkdownPage {
  /** Relative to the root, with forward slashes. */
  readonly file: string;
  readonly text: string;
  /** The text without code blocks. */
  readonly prose: string;
}

/** Text of a file, relative to the root. */
export function readTracked(file: string): string {
  return readFileSync(path.join(repositoryRoot, file), 'utf8');
}

/** Reads a page; throws when it is not there. */
export function readPage(file: string): MarkdownPage {
  const text = readTracked(file);
  return { file, text, prose: text.replace(/^[ \t]*(```+)[\s\S]*?^[ \t]*\1[ \t]*$/gm, '') };
}

/** The pages that a reader of the repository is led to. */
export function documentPages(): readonly MarkdownPage[] {
  const docs = readdirSync(path.join(repositoryRoot, 'docs')).filter((name) => name.endsWith('.md'));
  const others = [
    'README.md',
    'CONTRIBUTING.md',
    'CHANGELOG.md',
    'bench/README.md',
    'bench/judges.md',
    'bench/strongModel.md',
  ];
  return [...others, ...docs.map((name) => `docs/${name}`)].map(readPage);
}

/** Targets of links and images in the prose that are not addresses on the web. */
export function relativeLinks({ prose }: MarkdownPage): readonly string[] {
  const outsideCode = prose.replace(/`[^`\n]*`/g, '');
  return [...outsideCode.matchAll(/\]\(([^)\s]+)(?:\s+"[^"]*")?\)/g)]
    .map((match) => match[1] ?? '')
    .filter((target) => !/^[a-z]+:/i.test(target));
}

/** Anchors that GitHub and VS Code make of the headings; a heading that comes again gets `-1`, `-2` … */
export function anchorsOf({ prose }: MarkdownPage): ReadonlySet<string> {
  const seen = new Map<string, number>();
  const anchors = [...prose.matchAll(/^#{1,6} +(.+?) *$/gm)].map((match) => {
    const slug = (match[1] ?? '')
      .toLowerCase()
      .replace(/[^\p{L}\p{N}\s_-]/gu, '')
      .replace(/ /g, '-');
    const count = seen.get(slug) ?? 0;
    seen.set(slug, count + 1);
    return count === 0 ? slug : `${slug}-${count}`;
  });
  return new Set(anchors);
}
