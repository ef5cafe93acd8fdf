import { html, nothing, type TemplateResult } from 'lit-html';
import type { BenchmarkReport } from '../../src/core/results/reportModel';
import { describeInterval } from '../charts/intervalBar';
import { link } from '../dom/elements';
import { jumpTo } from '../dom/jumpTo';
import { formatValue } from '../text/formatValue';
import { visibleLine } from '../text/visibleText';

/** The id of the part of a benchmark's heading that can have the focus. */
export function headingId({ id }: BenchmarkReport): string {
  return `heading-${id}`;
}

function entry(report: BenchmarkReport): TemplateResult {
  // Benchmarks have their most important block first.
  const metric = report.blocks[0]?.metrics[0];
  const value = metric?.value === undefined ? 'n/a' : formatValue(metric.value, metric.unit);
  const tip =
    metric === undefined
      ? 'Nothing judged yet'
      : `${visibleLine(metric.title)}: ${describeInterval(metric)}, n ${String(metric.n)}`;
  return html`<li>
    ${link(visibleLine(report.title), () => jumpTo(headingId(report)), { tip })}
    <span class="contents-value number">${value}</span>
    <span class="muted" dir="auto">${metric === undefined ? 'nothing judged yet' : visibleLine(metric.title)}</span>
  </li>`;
}

/** With fewer benchmarks a list of them would say nothing that is not in sight. */
const fewestListed = 3;

/** The benchmarks of a run with their first metric, leading to their sections. */
export function contentsView(reports: readonly BenchmarkReport[]): unknown {
  if (reports.length < fewestListed) return nothing;
  return html`<nav class="contents" aria-label="Benchmarks of this run">
    <ul>
      ${reports.map(entry)}
    </ul>
  </nav>`;
}
