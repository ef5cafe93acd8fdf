/** A number with so many decimals; U+2212 for minus, which lines up with digits, and never −0. */
export function decimalText(value: number, decimals: number): string {
  // Adding 0 turns a rounded -0 into 0.
  return (Number(value.toFixed(decimals)) + 0).toFixed(decimals).replace('-', '\u2212');
}
