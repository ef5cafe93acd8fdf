/** A piece of a text as far as arithmetic goes; `start` and `end` are positions in that text. */
export interface Token {
  readonly kind: 'number' | 'ratio' | 'unit' | 'currency' | 'operator' | 'equals' | 'word' | 'stop';
  readonly text: string;
  readonly start: number;
  readonly end: number;
}

const spokenOperators: Readonly<Record<string, string>> = { plus: '+', minus: '-', times: '*', of: '*', x: '*' };

const tokenPattern = new RegExp(
  [
    String.raw`(?<ratio>(?<![\d:.])\d+:\d+(?![\d:]))`,
    String.raw`(?<number>(?:\d+ )?\d+/\d+(?!\d|/|\.\d)|(?:\d{1,3}(?:,\d{3})+(?!\d)|\d+)(?:\.\d+)?)`,
    String.raw`(?<unit>°C?|¢|(?<=\d |\)|\d/|[a-z]/)(?:mm|cm|m|km|mL|L|g|kg|s|min|h)(?![A-Za-z])|(?<=\d)(?:mm|cm|km|mL|kg|min)(?![A-Za-z])|(?<=\d )(?:seconds|minutes|hours?|cents)(?![A-Za-z]))`,
    String.raw`(?<currency>[$£€])`,
    String.raw`(?<operator>[-−+×·*÷/()^²³%])`,
    '(?<equals>=)',
    String.raw`(?<word>[\p{L}’']+)`,
    String.raw`(?<stop>[^\s])`,
  ].join('|'),
  'gu',
);

/**
 * Everything in the text but white space, with words that stand for an operator read as one and counted nouns left out.
 */
export function tokensOf(text: string): readonly Token[] {
  const found = [...text.matchAll(tokenPattern)].map((match): Token => {
    const groups: Readonly<Record<string, string | undefined>> = match.groups!;
    const [kind] = Object.entries(groups).find(([, part]) => part !== undefined)!;
    return { kind: kind as Token['kind'], text: match[0], start: match.index, end: match.index + match[0].length };
  });
  return withoutNouns(found.map((token, index) => spokenOperator(token, found[index - 1], found[index + 1])));
}

function opensNumber(token: Token | undefined): boolean {
  return token !== undefined && (token.kind === 'number' || token.kind === 'currency' || /^[(−-]$/.test(token.text));
}

function closesNumber(token: Token | undefined): boolean {
  return token !== undefined && (token.kind === 'number' || token.kind === 'unit' || /^[)%²³]$/.test(token.text));
}

/** "3 times 4", "20 % of 45" and "3 x 4" are products; elsewhere the same words are words. */
function spokenOperator(token: Token, before: Token | undefined, after: Token | undefined): Token {
  const operator = token.kind === 'word' ? spokenOperators[token.text] : undefined;
  if (operator === undefined || !closesNumber(before) || !opensNumber(after)) return token;
  return before!.end === token.start ? token : { ...token, kind: 'operator', text: operator };
}

/** Leaves out what is counted, up to two words, where the sum goes on behind it: "5 red cups + 3 cups = 8 cups". */
function withoutNouns(tokens: readonly Token[]): readonly Token[] {
  const isNoun = (index: number): boolean => tokens[index]?.kind === 'word' && tokens[index].text.length > 1;
  const goesOn = (token: Token | undefined): boolean =>
    token?.kind === 'equals' || (token?.kind === 'operator' && /^[-−+×·*÷]$/.test(token.text));
  return tokens.filter((_, index) => {
    if (!isNoun(index)) return true;
    const single = closesNumber(tokens[index - 1]) && goesOn(tokens[index + 1]);
    const first = closesNumber(tokens[index - 1]) && isNoun(index + 1) && goesOn(tokens[index + 2]);
    const second = isNoun(index - 1) && closesNumber(tokens[index - 2]) && goesOn(tokens[index + 1]);
    return !(single || first || second);
  });
}
