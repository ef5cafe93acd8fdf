import { visibleLine } from './visibleText';

const form = new Intl.DateTimeFormat('en-GB', {
  day: 'numeric',
  month: 'short',
  year: 'numeric',
  hour: '2-digit',
  minute: '2-digit',
});

/** An ISO 8601 time as the reader's clock shows it: `1 Mar 2026, 10:00`. What is no time stays as it is. */
export function formatTime(iso: string): string {
  const time = new Date(iso);
  return Number.isNaN(time.getTime()) ? visibleLine(iso) : form.format(time);
}
