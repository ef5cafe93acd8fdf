import { t, visibleLine } from './visibleText';

const day = { day: 'numeric', month: 'short', year: 'numeric' } as const;
const minute = { ...day, hour: '2-digit', minute: '2-digit' } as const;
const form = new Intl.DateTimeFormat(t`en-GB`, minute);
const withSeconds = new Intl.DateTimeFormat(t`en-GB`, { ...minute, second: '2-digit' });
const dayOnly = new Intl.DateTimeFormat(t`en-GB`, { ...day, timeZone: 'UTC' });

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
