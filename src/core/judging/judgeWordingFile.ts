/** A file with an own wording, as it was read. */
export interface JudgeWordingFile {
  /** Where it stands, for people. */
  readonly file: string;
  /** Name without folders. */
  readonly name: string;
  readonly text: string;
}

/** What a wording file says. */
export interface ReadWording {
  readonly judge: string;
  /** Hash of the built-in text that it is to replace, where the file says so. */
  readonly replaces?: string;
  readonly text: string;
  /** What is wrong with its head. */
  readonly problems: readonly string[];
}

const head = /^---[ \t]*\n(?<fields>(?:[a-zA-Z]+:[^\n]*\n|[ \t]*\n)*)---[ \t]*(?:\n|$)/;

/** Reads a wording file: `judge` and `replaces` between two lines of dashes, both optional, then the text. */
export function readWordingFile({ name, text }: JudgeWordingFile): ReadWording {
  const plain = text.replace(/^\uFEFF/, '').replace(/\r\n?/g, '\n');
  const found = head.exec(plain);
  const fields = new Map<string, string>();
  for (const line of found?.groups?.fields?.split('\n') ?? []) {
    const colon = line.indexOf(':');
    if (colon > 0) fields.set(line.slice(0, colon), line.slice(colon + 1).trim());
  }
  const replaces = fields.get('replaces');
  const unknown = [...fields.keys()].filter((field) => field !== 'judge' && field !== 'replaces');
  return {
    judge: fields.get('judge') ?? name.replace(/\.md$/i, ''),
    ...(replaces === undefined ? {} : { replaces }),
    text: plain.slice(found?.[0].length ?? 0).trim(),
    problems: unknown.length === 0 ? [] : [`Its head may say “judge” and “replaces”, not “${unknown.join('”, “')}”.`],
  };
}

/** A file to begin with: the built-in text, with a head that says what it replaces. */
export function startingWording(judge: string, hash: string, text: string): string {
  return `---\njudge: ${judge}\nreplaces: ${hash}\n---\n\n${text}\n`;
}
