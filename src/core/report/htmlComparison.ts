import { cautionWords, decisionWords } from '../compare/decisionWords';
import { comparisonAnswer, type LabelledComparison } from '../compare/comparisonSentence';
import { whatIsCompared } from '../compare/describeComparison';
import { escapeHtml, htmlTable } from './htmlTable';
import { comparedTables } from './reportTables';

/** The decision, targets and guards, and folded what decides nothing. */
export function htmlComparison(compared: LabelledComparison): string {
  const { comparison } = compared;
  const notes = [whatIsCompared(comparison), ...cautionWords(comparison), comparison.judgeDoubts?.sentence];
  const tables = comparison.benchmarks.map((benchmark) => {
    const { decisive, folded } = comparedTables(benchmark, comparison);
    const more = folded.map(htmlTable).join('\n');
    const details = more && `<details class="disclosure"><summary>Exploratory</summary>${more}</details>`;
    return `<h3>${escapeHtml(benchmark.title)}</h3>${decisive.map(htmlTable).join('\n')}${details}`;
  });
  return `<section class="report-comparison" aria-labelledby="decision">
<h2 id="decision">${decisionWords(comparison)?.title ?? 'No decision'}</h2>
<p>${escapeHtml(comparisonAnswer(compared))}</p>
<p>${escapeHtml(notes.filter(Boolean).join(' '))}</p>
${tables.join('\n')}
</section>`;
}
