import * as vscode from 'vscode';
import { plainLine } from './plainLine';

/**
 * A time of a run (ISO 8601) in the window's language and the machine's time zone, with the year unless it is this one; as it
 * stands where it is no time.
 */
export function whenText(at: string): string {
  const time = new Date(at);
  if (Number.isNaN(time.getTime())) return plainLine(at, 40);
  return time.toLocaleString(vscode.env.language, {
    ...(time.getFullYear() === new Date().getFullYear() ? {} : { year: 'numeric' }),
    month: 'short',
    day: 'numeric',
    hour: 'numeric',
    minute: '2-digit',
  });
}
