import { countWords } from './countWords';
import type { RunHeader } from './reportModel';

type Limits = NonNullable<RunHeader['limits']>;

/** `8 to 64, cut 3 times by rate limits or time-outs`; with the provider in front where there are several. */
export function limitFact({ provider, baseUrl, low, high, cuts }: Limits[number], all: Limits = []): string {
  const server = baseUrl === undefined ? provider : `${provider} at ${baseUrl}`;
  const range = low === high ? low.toLocaleString('en') : `${low.toLocaleString('en')} to ${high.toLocaleString('en')}`;
  const cut = cuts === 0 ? '' : `, cut ${countWords(cuts, 'time', 'times')} by rate limits or time-outs`;
  return `${all.length > 1 ? `${server}: ` : ''}${range}${cut}`;
}
