import { isDeepStrictEqual } from 'node:util';
import { frontMatterBlock, rangeOfKey, readFrontMatter } from './frontMatter';

export interface TextChange {
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

/** Changes that set a prompt's targets and guards and keep all else byte for byte; `undefined` where that fails. */
export function aimsEdit(
  text: string,
  aims: Readonly<Record<'targets' | 'guards', readonly string[]>>,
): readonly TextChange[] | undefined {
  const before = readFrontMatter(text);
  if (before.problems.some(({ severity }) => severity === 'error')) return undefined;
  const lineEnd = /\r?\n/.exec(text)?.[0] ?? '\n';
  const block = before.end === 0 ? undefined : frontMatterBlock(text);
  const missing: string[] = [];
  const changes: TextChange[] = [];
  for (const [key, names] of [
    ['target', aims.targets],
    ['guard', aims.guards],
  ] as const) {
    // A name that YAML would read as something else is quoted.
    const listed = names.map((name) => (/^[A-Za-z][\w./+-]*$/.test(name) ? name : JSON.stringify(name)));
    const line = `${key}s: [${listed.join(', ')}]`;
    const ranges = [`${key}s`, key].flatMap((name) => (block && rangeOfKey(block.yaml, name, block.offset)) ?? []);
    const [first, ...others] = ranges;
    const isSame = isDeepStrictEqual(before.defaults[`${key}s`] ?? [], names);
    if (isSame) continue;
    if (first === undefined) missing.push(line + lineEnd);
    else if (names.length > 0) changes.push({ ...first, text: line });
    for (const { start, end } of names.length > 0 || first === undefined ? others : ranges)
      changes.push({ start, end: text.indexOf('\n', end) + 1 || text.length, text: '' });
  }
  const added = missing.join('');
  if (added !== '' && block !== undefined) {
    const end = block.offset + block.yaml.length;
    changes.push({ start: end, end, text: added });
  } else if (added !== '') {
    const start = text.startsWith('\uFEFF') ? 1 : 0;
    changes.push({ start, end: start, text: `---${lineEnd}${added}---${lineEnd}` });
  }
  const { defaults, problems } = readFrontMatter(withChanges(text, changes));
  const [targets, guards] = [aims.targets, aims.guards].map((names) => (names.length > 0 ? names : undefined));
  const isRight = isDeepStrictEqual(defined(defaults), defined({ ...before.defaults, targets, guards }));
  return isRight && problems.length <= before.problems.length ? changes : undefined;
}

/** The text after changes that do not overlap. */
export function withChanges(text: string, changes: readonly TextChange[]): string {
  const last = [...changes].sort((one, other) => other.start - one.start);
  return last.reduce((now, { start, end, text: own }) => now.slice(0, start) + own + now.slice(end), text);
}

function defined(values: object): unknown {
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined));
}
