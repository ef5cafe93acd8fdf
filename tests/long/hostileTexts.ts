import { RegExpParser, type AST } from '@eslint-community/regexpp';

/** What a part of a pattern takes again and again, and a text that leads up to it. */
interface Run {
  readonly before: string;
  readonly again: string;
}

const everyKind = [' ', '\n', 'a', 'A', '5', '.', '(', 'й', '\u200B', '\u0100', '\u{1F600}'];
/** With these a match that has taken the run still comes to nothing; the second is longer than most limits. */
const endings = ['', '\u0001', `${'y'.repeat(60)}\n:`];

/**
 * Texts of any length that may make a pattern backtrack. Each part of the pattern is repeated: alone, after a text that
 * leads up to it, with the next part, and with the way to it.
 */
export function hostileTexts(pattern: RegExp): readonly ((length: number) => string)[] {
  const { source, unicode } = pattern;
  const found: Run[] = [];
  const { alternatives } = new RegExpParser().parsePattern(source, 0, source.length, { unicode });
  const samples = new Samples(pattern);
  for (const alternative of alternatives) collectRuns(alternative, '', samples, found);
  const alone = found.flatMap(({ before, again }, place) => [
    again,
    `${again}${found[place + 1]?.again ?? ''}`,
    `${before}${again}`,
  ]);
  const begun = new Set([
    ...found.map(({ before, again }) => `${before}\0${again}`),
    ...alone.map((again) => `\0${again}`),
  ]);
  return [...begun].flatMap((run) => {
    const [before = '', again = ''] = run.split('\0');
    if (again === '') return [];
    return endings.map(
      (ending) => (length: number) => `${before}${again.repeat(Math.ceil(length / again.length))}${ending}`,
    );
  });
}

/** Short texts that parts of a pattern take, as far as they can be told from the part alone. */
class Samples {
  readonly #flags: string;
  readonly #characters: readonly string[];
  readonly #known = new Map<string, readonly string[]>();

  constructor({ source, flags }: RegExp) {
    this.#flags = flags.replace(/[gy]/g, '');
    this.#characters = [...new Set([...everyKind, ...Array.from(source)])];
  }

  of(node: AST.Element | AST.Alternative): string {
    switch (node.type) {
      case 'Alternative':
        return node.elements.map((element) => this.of(element)).join('');
      case 'Group':
      case 'CapturingGroup':
        return this.#first(node.alternatives);
      case 'Quantifier':
        return this.of(node.element).repeat(node.min);
      case 'Character':
        return String.fromCodePoint(node.value);
      case 'Assertion':
        return node.kind === 'lookbehind' && !node.negate ? this.#first(node.alternatives) : '';
      case 'Backreference':
        return Array.isArray(node.resolved) ? '' : this.of(node.resolved);
      default:
        return this.several(node)[0] ?? '';
    }
  }

  /** Up to six characters of different kinds for a class, else one text. */
  several(node: AST.Element): readonly string[] {
    if (node.type !== 'CharacterSet' && node.type !== 'CharacterClass' && node.type !== 'ExpressionCharacterClass') {
      return [this.of(node)];
    }
    const one = new RegExp(`^${node.raw}$`, this.#flags);
    const taken = this.#known.get(node.raw) ?? this.#characters.filter((each) => one.test(each)).slice(0, 6);
    this.#known.set(node.raw, taken);
    return taken;
  }

  #first([alternative]: readonly AST.Alternative[]): string {
    return alternative === undefined ? '' : this.of(alternative);
  }
}

function collectRuns(node: AST.Element | AST.Alternative, before: string, samples: Samples, found: Run[]): void {
  if (node.type === 'Alternative') {
    let way = '';
    for (const element of node.elements) {
      collectRuns(element, before + way, samples, found);
      way += samples.of(element);
    }
    found.push({ before, again: way });
  } else if (node.type === 'Quantifier') {
    for (const again of samples.several(node.element)) found.push({ before, again });
    collectRuns(node.element, before, samples, found);
  } else if ('alternatives' in node) {
    for (const alternative of node.alternatives) collectRuns(alternative, before, samples, found);
  }
}
