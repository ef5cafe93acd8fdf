import { t } from './countWords';
import { boundedText, readableLine } from './readableText';

const day = { day: 'numeric', month: 'short', year: 'numeric' } as const;
const minute = { ...day, hour: '2-digit', minute: '2-digit' } as const;
const second = { ...minute, second: '2-digit' } as const;

function written(iso: string, form: Intl.DateTimeFormatOptions): string {
  const time = new Date(iso);
  return Number.isNaN(time.getTime()) ? boundedText(readableLine(iso), 40) : time.toLocaleString(t`en-GB`, form);
}

/** An ISO 8601 time in the reader's time zone: `1 Mar 2026, 10:00`. Any other text stays as it is. */
export function formatTime(iso: string): string {
  return written(iso, minute);
}

/** The UTC day of an ISO 8601 time, where the time of day is not known: `1 Mar 2026`. */
export function formatDay(iso: string): string {
  return written(iso, { ...day, timeZone: 'UTC' });
}

/** Like `formatTime`, with seconds if only they tell it from one of `others`: `1 Mar 2026, 10:00:07`. */
export function timeBeside(iso: string, others: readonly string[]): string {
  const [short, long] = [written(iso, minute), written(iso, second)];
  const isAlike = others.some((other) => written(other, minute) === short && written(other, second) !== long);
  return isAlike ? long : short;
}
