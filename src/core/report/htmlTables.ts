import { cautionWords, decisionWords } from '../compare/decisionWords';
import { comparisonAnswer, type LabelledComparison } from '../compare/comparisonSentence';
import { whatIsCompared } from '../compare/describeComparison';
import type { ReportTable } from '../results/reportModel';
import { t } from '../text/countWords';
import { escapeMarkup, readableText } from '../text/readableText';
import { comparedTables } from './reportTables';

/** The decision, targets and guards, and folded what decides nothing. */
export function htmlComparison(compared: LabelledComparison): string {
  const { comparison } = compared;
  const notes = [whatIsCompared(comparison), ...cautionWords(comparison), comparison.judgeDoubts?.sentence];
  const tables = comparison.benchmarks.map((benchmark) => {
    const { decisive, folded } = comparedTables(benchmark, comparison);
    const more = folded.map(htmlTable).join('\n');
    const details = more && `<details class="disclosure"><summary>${t`Exploratory`}</summary>${more}</details>`;
    return `<h3>${escapeHtml(benchmark.title)}</h3>${decisive.map(htmlTable).join('\n')}${details}`;
  });
  return `<section class="report-comparison" aria-labelledby="decision">
<h2 id="decision">${decisionWords(comparison)?.title ?? t`No decision`}</h2>
<p>${escapeHtml(comparisonAnswer(compared))}</p>
<p>${escapeHtml(notes.filter(Boolean).join(' '))}</p>
${tables.join('\n')}
</section>`;
}

/** Untrusted text for element content and for quoted attribute values; hidden characters are made visible. */
export function escapeHtml(text: string): string {
  return escapeMarkup(readableText(text));
}

export function htmlTable({ title, head, rows, notes }: ReportTable): string {
  const body = rows.map(([name = '', ...cells]) => {
    const others = cells.map((cell) => `<td>${escapeHtml(cell)}</td>`);
    return `<tr><th scope="row">${escapeHtml(name)}</th>${others.join('')}</tr>`;
  });
  const heads = head.map((one) => `<th scope="col">${escapeHtml(one)}</th>`);
  return `<table><caption>${escapeHtml(title)}</caption>
<thead><tr>${heads.join('')}</tr></thead>
<tbody>
${body.join('\n')}
</tbody></table>${notes.map((note) => `\n<p>${escapeHtml(note)}</p>`).join('')}`;
}
