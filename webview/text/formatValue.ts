import type { MetricValue } from '../reportTypes';
import { visibleLine } from './visibleText';

type Unit = MetricValue['unit'];

/** U+2212, so that a minus sign lines up with digits. */
function signed(text: string): string {
  return text.replace('-', '\u2212');
}

export function capitalized(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/** A metric's number in its own unit: percent with one decimal, everything else with two. */
export function formatValue(value: number, unit: Unit): string {
  return signed(unit === 'percent' ? `${value.toFixed(1)}%` : value.toFixed(2));
}

/** For instance `0.52 to 0.88`. */
export function formatInterval(interval: { readonly low: number; readonly high: number }, unit: Unit): string {
  return `${formatValue(interval.low, unit)} to ${formatValue(interval.high, unit)}`;
}

/** `95%`. */
export function formatLevel(level: number): string {
  return `${String(Math.round(level * 1000) / 10)}%`;
}

/** Milliseconds as `0.8 s`, `42 s`, `1 min 12 s` or `2 h 5 min`. */
export function formatDuration(ms: number): string {
  if (ms < 9_950) return `${(ms / 1000).toFixed(1)} s`;
  const seconds = Math.round(ms / 1000);
  if (seconds < 60) return `${String(seconds)} s`;
  const minutes = Math.floor(seconds / 60);
  if (minutes < 60) return `${String(minutes)} min ${String(seconds % 60)} s`;
  return `${String(Math.floor(minutes / 60))} h ${String(minutes % 60)} min`;
}

/** US dollars. Amounts that would round to $0.00 read `under $0.01`. */
export function formatCost(usd: number): string {
  if (usd > 0 && usd < 0.01) return 'under $0.01';
  return `$${usd.toFixed(2)}`;
}

/** `1 reply`, `2 replies`, `1,204 replies`. */
export function formatCount(count: number, one: string, many: string): string {
  return `${count.toLocaleString('en')} ${count === 1 ? one : many}`;
}

/** A figure of a trust card with two decimals; `n/a`, never 0, where it is undefined. */
export function cardStatistic(value: number | null | undefined): string {
  return value === undefined || value === null ? 'n/a' : formatValue(value, 'share');
}

const day = { day: 'numeric', month: 'short', year: 'numeric' } as const;
const minute = { ...day, hour: '2-digit', minute: '2-digit' } as const;
const form = new Intl.DateTimeFormat('en-GB', minute);
const withSeconds = new Intl.DateTimeFormat('en-GB', { ...minute, second: '2-digit' });
const dayOnly = new Intl.DateTimeFormat('en-GB', { ...day, timeZone: 'UTC' });

function written(iso: string, format: Intl.DateTimeFormat): string {
  const time = new Date(iso);
  return Number.isNaN(time.getTime()) ? visibleLine(iso) : format.format(time);
}

/** An ISO 8601 time in the reader's time zone: `1 Mar 2026, 10:00`. Any other text stays as it is. */
export function formatTime(iso: string): string {
  return written(iso, form);
}

/** The UTC day of an ISO 8601 time, where the time of day is not known: `1 Mar 2026`. */
export function formatDay(iso: string): string {
  return written(iso, dayOnly);
}

/** Like `formatTime`, with seconds if only they tell it from one of `others`: `1 Mar 2026, 10:00:07`. */
export function timeBeside(iso: string, others: readonly string[]): string {
  const [short, long] = [written(iso, form), written(iso, withSeconds)];
  const isAlike = others.some((other) => written(other, form) === short && written(other, withSeconds) !== long);
  return isAlike ? long : short;
}
