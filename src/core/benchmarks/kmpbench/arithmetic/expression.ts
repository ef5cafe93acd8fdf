/** In characters. No school calculation is longer. */
const longest = 120;

const levels: Readonly<Record<string, number>> = { '+': 1, '-': 1, '*': 2, '/': 2, '^': 3 };

/** The value of numbers with `+ - * / ^` and brackets; `undefined` for anything else and more digits than fit. */
export function valueOf(text: string): number | undefined {
  if (text.length > longest || /\d{16}/.test(text)) return undefined;
  const tokens =
    // "2 1/2" is two and a half.
    text.replace(/(?<![\d./^])(\d+)\s+(\d+\s*\/\s*\d+)(?![\d.])/g, '($1+$2)').match(/\d*\.?\d+|\S/g) ?? [];
  let next = 0;
  const read = (least: number): number => {
    const token = tokens[next++] ?? 'nothing';
    let value = Number(token);
    if (token === '-') value = -read(3);
    if (token === '(') {
      value = read(1);
      if (tokens[next++] !== ')') return Number.NaN;
    }
    while ((levels[tokens[next] ?? ''] ?? 0) >= least) {
      const sign = tokens[next++] ?? '';
      const right = read(sign === '^' ? 3 : (levels[sign] ?? 0) + 1);
      if (sign === '+') value += right;
      else if (sign === '-') value -= right;
      else if (sign === '*') value *= right;
      else value = sign === '/' ? value / right : value ** right;
    }
    return value;
  };
  const value = read(1);
  return next >= tokens.length && Number.isFinite(value) ? value : undefined;
}
