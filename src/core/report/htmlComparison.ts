import type { BenchmarkComparison, Comparison } from '../compare/comparison';
import { cautionWords, decisionWords, outcomeText } from '../compare/decisionWords';
import { comparisonAnswer, type LabelledComparison } from '../compare/comparisonSentence';
import {
  differenceText,
  groupTitle,
  type MetricGroup,
  metricGroups,
  titleInGroup,
  valueText,
  whatIsCompared,
} from '../compare/describeComparison';
import { escapeMarkup, readableText } from '../text/readableText';

/** The decision, targets and guards, and folded what decides nothing. */
export function htmlComparison(compared: LabelledComparison): string {
  const { comparison } = compared;
  const notes = [whatIsCompared(comparison), ...cautionWords(comparison), comparison.judgeDoubts?.sentence];
  const tables = comparison.benchmarks.map((benchmark) => {
    const groups = metricGroups(benchmark);
    const of = (isFolded: boolean): string =>
      groups
        .filter(({ role }) => (role === 'exploratory') === isFolded)
        .map((group) => groupTable(group, benchmark, comparison))
        .join('\n');
    const more = of(true);
    const folded = more && `<details class="disclosure"><summary>Exploratory</summary>${more}</details>`;
    return `<h3>${escaped(benchmark.title)}</h3>${of(false)}${folded}`;
  });
  return `<section class="report-comparison" aria-labelledby="decision">
<h2 id="decision">${decisionWords(comparison)?.title ?? 'No decision'}</h2>
<p>${escaped(comparisonAnswer(compared))}</p>
<p>${escaped(notes.filter(Boolean).join(' '))}</p>
${tables.join('\n')}
</section>`;
}

function groupTable(group: MetricGroup, benchmark: BenchmarkComparison, comparison: Comparison): string {
  const rows = group.metrics.map((metric) => {
    const [before, after] = [metric.compared.before, metric.compared.after].map((value) => valueText(value, metric));
    const cells = [`${before} → ${after}`, differenceText(metric), outcomeText(metric, benchmark.id, comparison)];
    return `<tr><th scope="row">${escaped(titleInGroup(metric, benchmark))}</th>${cells.map((cell) => `<td>${escaped(cell)}</td>`).join('')}</tr>`;
  });
  const heads = ['Metric', 'Before → after', 'Difference with interval', 'Outcome'];
  return `<table><caption>${escaped(groupTitle(group))}</caption>
<thead><tr>${heads.map((head) => `<th scope="col">${head}</th>`).join('')}</tr></thead>
<tbody>${rows.join('\n')}</tbody></table>`;
}

function escaped(text: string): string {
  return escapeMarkup(readableText(text));
}
