import { formatValue } from '../text/formatValue';

/** A figure of a trust card with two decimals; what is not defined is said and never 0. */
export function cardFigure(value: number | undefined): string {
  return value === undefined ? 'n/a' : formatValue(value, 'share');
}
