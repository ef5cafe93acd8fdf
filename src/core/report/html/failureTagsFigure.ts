import { failureTagTable } from '../failureTags';
import type { BenchmarkReport } from '../reportModel';
import { escapeHtml } from './escapeHtml';

/** How failing replies fail, a bar a tag; empty where no judge was asked. */
export function failureTagsFigure({ failureTags }: BenchmarkReport): string {
  const table = failureTagTable(failureTags);
  if (table === undefined) return '';
  const most = Math.max(1, ...table.rows.map(({ count }) => count));
  const rows = table.rows.map(({ title, count, share }) => {
    const bar = `<svg aria-hidden="true" width="100%" height="22"><rect class="tag-bar" width="${((100 * count) / most).toFixed(2)}%" y="1" height="20"/></svg>`;
    return `<div class="levels-row"><span>${escapeHtml(title)}</span><span>${bar}</span><span class="figure">${count} (${share})</span></div>`;
  });
  return `<figure class="levels failure-tags">
<figcaption><strong>${table.title}</strong> <span class="muted">${escapeHtml(table.about)}</span></figcaption>
<div class="levels-rows">
${rows.join('\n')}
</div>
</figure>`;
}
