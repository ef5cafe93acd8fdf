import { countWords } from './countWords';
import type { JudgeCost } from './judgesAgreementModel';

/** What one judge came to as a line: `openai:gpt-6-luna: 120 calls, 34,000 tokens in, 2,000 out, $0.12`. */
export function judgeCostFact({ judge, calls, cached, input, output, usd }: JudgeCost): string {
  const fromCache = cached === 0 ? '' : `, ${cached.toLocaleString('en')} more from the cache`;
  return `${judge}: ${countWords(calls, 'call', 'calls')}${fromCache}, ${input.toLocaleString('en')} tokens in, ${output.toLocaleString('en')} out, ${priceOf(usd)}`;
}

function priceOf(usd: number | undefined): string {
  if (usd === undefined) return 'no known price';
  if (usd === 0) return '$0.00';
  return usd < 0.01 ? 'under $0.01' : `$${usd.toFixed(2)}`;
}
