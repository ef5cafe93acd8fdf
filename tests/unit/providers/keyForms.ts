const escaped = (key: string, each: (code: number) => string): string =>
  key.replace(/./g, (character) => each(character.charCodeAt(0)));
const between = (text: string, sign: string): string => text.replace(/.(?!$)/g, `$&${sign}`);
const hex = (code: number): string => code.toString(16).padStart(2, '0');
const reversed = (key: string): string => Buffer.from(key).reverse().toString();

/** What a server may make of a key that it quotes. */
export const keyForms: Readonly<Record<string, (key: string) => string>> = {
  'as it is': (key) => key,
  'half of it': (key) => key.slice(key.length / 4),
  'upper case': (key) => key.toUpperCase(),
  'lower case': (key) => key.toLowerCase(),
  spaced: (key) => between(key, ' '),
  'in groups': (key) => key.replace(/.{4}/g, '$& - '),
  'in groups that look like octal escapes': (key) => key.replace(/.{4}/g, '\\$&'),
  'in groups that look like hexadecimal ones': (key) => key.replace(/.{4}/g, '%$&'),
  'on lines': (key) => between(key, '\n'),
  'on lines within JSON': (key) => between(key, '\\n'),
  'on lines within JSON within JSON': (key) => between(key, '\\\\n'),
  'with invisible characters': (key) => between(key, '\u200b'),
  reversed,
  'reversed and spaced': (key) => between(reversed(key), ' '),
  hexadecimal: (key) => Buffer.from(key).toString('hex'),
  'upper hexadecimal in pairs': (key) => escaped(key, (code) => `${hex(code).toUpperCase()} `),
  'hexadecimal with 0x': (key) => escaped(key, (code) => `0x${hex(code)}, `),
  base64: (key) => Buffer.from(key).toString('base64'),
  'base64 for addresses': (key) => Buffer.from(key).toString('base64url'),
  'base64 of a longer text': (key) => Buffer.from(`Bearer ${key}\n`).toString('base64'),
  'base64 of another longer text': (key) => Buffer.from(`user:${key}`).toString('base64'),
  'base64 of a third one': (key) => Buffer.from(`:::${key}:`).toString('base64'),
  'decimal codes': (key) => JSON.stringify([...Buffer.from(key)]),
  'percent-encoded': (key) => escaped(key, (code) => `%${hex(code)}`),
  'JSON escapes': (key) => escaped(key, (code) => `\\u00${hex(code)}`),
  'doubled JSON escapes': (key) => escaped(key, (code) => `\\\\u00${hex(code)}`),
  'JSON escapes in braces': (key) => escaped(key, (code) => `\\u{${hex(code)}}`),
  'JSON escapes in braces with zeros': (key) => escaped(key, (code) => `\\u{0000${hex(code)}}`),
  'escapes of eight digits': (key) => escaped(key, (code) => `\\U000000${hex(code)}`),
  'percent-encoded by escape()': (key) => escaped(key, (code) => `%u00${hex(code)}`),
  'octal escapes': (key) => escaped(key, (code) => `\\${code.toString(8)}`),
  'octal escapes with zeros': (key) => escaped(key, (code) => `\\${code.toString(8).padStart(4, '0')}`),
  'octal escapes in braces': (key) => escaped(key, (code) => `\\o{${code.toString(8)}}`),
  'doubled octal escapes': (key) => escaped(key, (code) => `\\\\${code.toString(8)}`),
  'string escapes': (key) => escaped(key, (code) => `\\x${hex(code)}`),
  'string escapes in braces': (key) => escaped(key, (code) => `\\x{${hex(code)}}`),
  'HTML escapes': (key) => escaped(key, (code) => `&#${code};`),
  'HTML escapes with zeros': (key) => escaped(key, (code) => `&#000${code};`),
  'hexadecimal HTML escapes': (key) => escaped(key, (code) => `&#x${hex(code)};`),
  'hexadecimal HTML escapes with zeros': (key) => escaped(key, (code) => `&#X0000${hex(code)};`),
  'full-width': (key) => escaped(key, (code) => String.fromCodePoint(code + 0xfee0)),
  'full-width and escaped': (key) => escaped(key, (code) => `\\u${hex(code + 0xfee0)}`),
  'full-width in HTML': (key) => escaped(key, (code) => `&#${code + 0xfee0};`),
  'as mathematical signs': (key) =>
    key.replace(/[a-z]/g, (letter) => String.fromCodePoint(letter.charCodeAt(0) + 0x1d41a - 0x61)),
};

/**
 * Pieces of a key that a text still reveals: 8 characters with letter and digit, in either direction and with anything
 * between; also in escapes, hexadecimal and base64. Independent of the code under test.
 */
export function tracesIn(text: string, key: string): readonly string[] {
  const plain = (some: string): string => some.toLowerCase().replace(/[^a-z0-9]/g, '');
  const unescaped = text
    .replace(/\\+[nrtbfv]/g, ' ')
    .replace(/(?:%u?|\\+[xu]|0x|&#x)\{?0*((?:ff)?[0-9a-f]{2})[};]?/gi, (_, code: string) =>
      String.fromCharCode(Number.parseInt(code, 16)),
    )
    .replace(/\\o?\{?0*([0-7]{2,3})\}?/g, (_, code: string) => String.fromCharCode(Number.parseInt(code, 8)))
    .replace(/&#0*(65[23]\d\d|\d{2,3});/g, (_, code: string) => String.fromCharCode(Number(code)))
    .normalize('NFKC');
  const readings = [plain(text.normalize('NFKC')), plain(unescaped)];
  const bytes = Buffer.from(key);
  const pieces = [
    ...piecesOf(plain(key), 8).filter((piece) => /\d/.test(piece) && /[a-z]/.test(piece)),
    ...piecesOf(plain(reversed(key)), 8).filter((piece) => /\d/.test(piece) && /[a-z]/.test(piece)),
    ...piecesOf(bytes.toString('hex'), 16),
    ...piecesOf([...bytes].join(''), 20),
    ...['', '.', '..'].flatMap((before) =>
      piecesOf(
        plain(
          Buffer.from(before + key)
            .toString('base64')
            .slice(4, -4),
        ),
        16,
      ),
    ),
  ];
  return pieces.filter((piece) => readings.some((reading) => reading.includes(piece)));
}

function piecesOf(text: string, length: number): readonly string[] {
  return Array.from({ length: Math.max(0, text.length - length + 1) }, (_, start) => text.slice(start, start + length));
}
