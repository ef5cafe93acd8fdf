import { agreementTable } from '../agreementTable';
import type { BenchmarkReport } from '../reportModel';
import { escapeHtml } from './escapeHtml';

/** How far the judges of a benchmark agree, as a table; empty where there is one judge. */
export function agreementFigure({ agreement, majority }: BenchmarkReport): string {
  if (agreement === undefined) return '';
  const { title, head, rows, notes } = agreementTable(agreement, majority);
  const heads = head.map((name) => `<th scope="col" class="figure">${escapeHtml(name)}</th>`).join('');
  const body = rows.map(
    ({ title: name, cells }) =>
      `<tr><th scope="row">${escapeHtml(name)}</th>${cells.map((cell) => `<td class="figure">${escapeHtml(cell)}</td>`).join('')}</tr>`,
  );
  return `<table class="metrics agreement">
<caption>${escapeHtml(title)}</caption>
<thead><tr><th scope="col">Judge</th>${heads}</tr></thead>
<tbody>
${body.join('\n')}
</tbody>
</table>
<ul class="muted agreement-notes">${notes.map((note) => `<li>${escapeHtml(note)}</li>`).join('')}</ul>`;
}
