import { numberMarks, t } from './countWords';

export type MetricUnit = 'share' | 'percent' | 'level' | 'points';

/** Percent gets one decimal, all else two. */
export function formatNumber(value: number, unit: MetricUnit): string {
  return unit === 'percent' ? t`${decimalText(value, 1)}%` : decimalText(value, 2);
}

/** `0.52 to 0.88`. */
export function formatRange({ low, high }: { readonly low: number; readonly high: number }, unit: MetricUnit): string {
  return t`${formatNumber(low, unit)} to ${formatNumber(high, unit)}`;
}

/** `0.08 to 0.34`, without percent signs. */
export function plainRange({ low, high }: { readonly low: number; readonly high: number }, unit: MetricUnit): string {
  const text = (end: number): string => formatNumber(end, unit).replace(/\s?%/, '');
  return t`${text(low)} to ${text(high)}`;
}

/** A number with its sign. Percent signs are dropped, since differences of percentages are points. */
export function signedNumber(value: number, unit: MetricUnit): string {
  const text = formatNumber(value, unit).replace(/\s?%/, '');
  return value > 0 && /[1-9]/u.test(text) ? `+${text}` : text;
}

/** A confidence level: `95%`. */
export function formatLevel(level: number): string {
  return t`${String(Math.round(level * 1000) / 10).replace('.', numberMarks().charAt(1))}%`;
}

/** The heading of a report's intervals, which all have this level. */
export const intervalTitle = t`${formatLevel(0.95)} interval`;

/** U+2212 as minus lines up with digits. Never returns −0. */
export function decimalText(value: number, decimals: number): string {
  // Adding 0 turns a rounded -0 into 0.
  const digits = (Number(value.toFixed(decimals)) + 0).toFixed(decimals);
  return digits.replace('-', '\u2212').replace('.', numberMarks().charAt(1));
}

/** Milliseconds in words: `0.8 s`, `42 s`, `1 min 12 s`, `2 h 5 min`. */
export function formatDuration(ms: number): string {
  if (ms < 9_950) return `${decimalText(ms / 1000, 1)} s`;
  const seconds = Math.round(ms / 1000);
  if (seconds < 60) return `${seconds} s`;
  const minutes = Math.floor(seconds / 60);
  return minutes < 60 ? t`${minutes} min ${seconds % 60} s` : t`${Math.floor(minutes / 60)} h ${minutes % 60} min`;
}

/** US dollars. Amounts that would round to $0.00 read `under $0.01`. */
export function formatCost(usd: number): string {
  return usd > 0 && usd < 0.01 ? t`under $0.01` : `$${decimalText(usd, 2)}`;
}
