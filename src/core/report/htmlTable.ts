import type { ReportTable } from '../results/reportModel';
import { escapeMarkup, readableText } from '../text/readableText';

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
