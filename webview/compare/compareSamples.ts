import { html, nothing } from 'lit-html';
import type { TemplateResult } from 'lit-html';
import type { BenchmarkComparisonView } from '../../src/core/report/comparisonViewModel';
import { formatCount } from '../text/formatValue';
import { visibleLine } from '../text/visibleText';

/** Ids of a folded list; more are counted. */
const mostIds = 200;

function idList(title: string, ids: readonly string[]): unknown {
  if (ids.length === 0) return nothing;
  const rest = ids.length - mostIds;
  return html`<p>
    <strong>${title}:</strong>
    ${ids.slice(0, mostIds).map((id, place) => html`${place > 0 ? ', ' : ''}<bdi>${visibleLine(id)}</bdi>`)}${
      rest > 0 ? ` and ${rest.toLocaleString('en')} more` : ''
    }
  </p>`;
}

/** How many samples both runs have, in a few words. */
export function samplesLine({ both, unpaired }: BenchmarkComparisonView): string {
  const words = `${formatCount(both, 'sample', 'samples')} in both runs`;
  return unpaired ? `${words}; repeats have no partner, so the runs are compared as two groups` : words;
}

/** Samples that are in one run only, folded: they are listed and never set against anything else. */
export function compareSamples(benchmark: BenchmarkComparisonView): unknown {
  const { beforeOnly, afterOnly, changed, loneRepeats, duplicates } = benchmark;
  const count = beforeOnly.length + afterOnly.length + changed.length;
  const lone = loneRepeats.before + loneRepeats.after;
  if (count + lone + duplicates === 0) return nothing;
  const title =
    count > 0
      ? `${formatCount(count, 'sample', 'samples')} left out of the comparison`
      : 'Repeats that only one run has';
  const note = (words: string, number: number): TemplateResult | typeof nothing =>
    number === 0 ? nothing : html`<p>${words}</p>`;
  return html`<details class="disclosure">
    <summary>${title}</summary>
    ${idList('Only before', beforeOnly)} ${idList('Only after', afterOnly)}
    ${idList('Same id, another content', changed)}
    ${note(`${formatCount(lone, 'repeat is', 'repeats are')} in one run only and count within the sample’s mean.`, lone)}
    ${note(`${formatCount(duplicates, 'play is', 'plays are')} listed twice; the first one counts.`, duplicates)}
  </details>`;
}
