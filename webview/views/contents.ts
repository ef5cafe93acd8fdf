import { html } from 'lit-html';
import type { TemplateResult } from 'lit-html';
import type { BenchmarkReport } from '../../src/core/results/reportModel';
import { describeInterval } from '../charts/intervalBar';
import { jumpTo } from '../dom/jumpTo';
import type { MetricValue } from '../reportTypes';
import { formatValue } from '../text/formatValue';
import { visibleLine } from '../text/visibleText';

/** The id of the part of a benchmark's heading that can have the focus. */
export function headingId({ id }: BenchmarkReport): string {
  return `heading-${id}`;
}

/** A benchmark's first metric stands for it: benchmarks have their most important block first. */
function headlineOf({ blocks }: BenchmarkReport): MetricValue | undefined {
  return blocks[0]?.metrics[0];
}

function entry(report: BenchmarkReport): TemplateResult {
  const metric = headlineOf(report);
  const value = metric?.value === undefined ? 'n/a' : formatValue(metric.value, metric.unit);
  const tip =
    metric === undefined
      ? 'Nothing judged yet'
      : `${visibleLine(metric.title)}: ${describeInterval(metric)}, n ${String(metric.n)}`;
  return html`<li>
    <button class="link" type="button" data-tip=${tip} @click=${() => jumpTo(headingId(report))}>
      ${visibleLine(report.title)}
    </button>
    <span class="contents-value number">${value}</span>
    <span class="muted" dir="auto">${metric === undefined ? 'nothing judged yet' : visibleLine(metric.title)}</span>
  </li>`;
}

/** The benchmarks of a run with their first metric, leading to their sections. */
export function contentsView(reports: readonly BenchmarkReport[]): TemplateResult {
  return html`<nav class="contents" aria-label="Benchmarks of this run">
    <ul>
      ${reports.map(entry)}
    </ul>
  </nav>`;
}
