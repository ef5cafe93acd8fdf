import type { MetricValue } from '../../benchmarks/metric';
import { formatInterval, formatLevel, formatMetric, formatNumber, intervalTitle, lackingNotes } from '../formatMetric';
import type { MetricBlock, ReportedMetric } from '../reportModel';
import { trustBadge } from '../trustBadge';
import { escapeHtml } from './escapeHtml';

/** The metrics of one block by one judge as a table with interval bars; `named` says whose verdicts they are. */
export function metricTable({ title, judge, metrics }: MetricBlock, named: boolean): string {
  const by = named ? ` <span class="muted">judged by ${escapeHtml(judge)}</span>` : '';
  const hasBadges = metrics.some(({ judgeTrust }) => judgeTrust !== undefined);
  return `<table class="metrics">
<caption>${escapeHtml(title)}${by}</caption>
<thead><tr><th scope="col">Metric</th><th scope="col" class="figure">Value</th><th scope="col" class="bar-cell">On its scale</th><th scope="col" class="figure">${intervalTitle(metrics)}</th><th scope="col" class="figure">n</th><th scope="col" class="figure">Unscored</th>${hasBadges ? '<th scope="col" class="trust-cell">Judge</th>' : ''}</tr></thead>
<tbody>
${metrics.map((metric) => metricRow(metric, hasBadges)).join('\n')}
</tbody>
</table>${lackingNotes(metrics)
    .map((note) => `\n<p class="table-note">${escapeHtml(note)}</p>`)
    .join('')}`;
}

function metricRow(metric: ReportedMetric, hasBadges: boolean): string {
  const { title, explain, n, excluded } = metric;
  const badge = trustBadge(metric.judgeTrust);
  const trust =
    badge === undefined
      ? '–'
      : `<span class="trust ${badge.status}">${escapeHtml(badge.short)}</span>${badge.full === badge.short ? '' : `<small>${escapeHtml(badge.full)}</small>`}`;
  const cell = hasBadges ? `<td class="trust-cell">${trust}</td>` : '';
  const row = badge?.status === 'beaten' ? '<tr class="greyed">' : '<tr>';
  const unscored = excluded > 0 ? `<strong>${excluded}</strong>` : '0';
  return `${row}<th scope="row">${escapeHtml(title)}<small>${escapeHtml(explain)}</small></th><td class="figure value">${formatMetric(metric)}</td><td class="bar-cell">${intervalBar(metric)}</td><td class="figure interval">${formatInterval(metric)}</td><td class="figure">${n}</td><td class="figure">${unscored}</td>${cell}</tr>`;
}

/** Value and interval on the metric's scale: a bar where more or less is better, a shaded band where the middle is. */
function intervalBar(metric: MetricValue): string {
  const { value, scale, band, ci, direction } = metric;
  if (value === undefined) return '';
  const [from, to] = scale;
  const at = (number: number): number =>
    to <= from ? 0 : Math.min(100, Math.max(0, ((number - from) / (to - from)) * 100));
  const signed = from < 0 && to > 0;
  const parts = ['<rect class="track" x="0" y="6" width="100%" height="6"/>'];
  if (band !== undefined) parts.push(rect('band', at(band[0]), at(band[1]), 2, 14));
  if (direction === 'up' || direction === 'down') parts.push(rect('fill', signed ? at(0) : 0, at(value), 6, 6));
  if (signed) parts.push(line('zero', at(0), at(0), 1, 17));
  if (ci !== undefined) {
    const [low, high] = [at(ci.low), at(ci.high)];
    parts.push(line('whisker', low, high, 9, 9), line('whisker', low, low, 6, 12), line('whisker', high, high, 6, 12));
  }
  parts.push(`<circle class="point" cx="${percent(at(value))}" cy="9" r="3.5"/>`);
  return `<svg class="bar" role="img" aria-label="${escapeHtml(inWords(metric, value))}" width="100%" height="18">${parts.join('')}</svg>`;
}

function inWords(metric: MetricValue, value: number): string {
  const { unit, scale, ci, band } = metric;
  return [
    formatNumber(value, unit),
    ci === undefined ? 'no interval' : `${formatLevel(ci.level)} interval ${formatInterval(metric)}`,
    `scale ${formatNumber(scale[0], unit)} to ${formatNumber(scale[1], unit)}`,
    ...(band === undefined ? [] : [`wanted ${formatNumber(band[0], unit)} to ${formatNumber(band[1], unit)}`]),
  ].join(', ');
}

function percent(position: number): string {
  return `${position.toFixed(2)}%`;
}

function rect(name: string, a: number, b: number, y: number, height: number): string {
  return `<rect class="${name}" x="${percent(Math.min(a, b))}" width="${percent(Math.abs(b - a))}" y="${y}" height="${height}"/>`;
}

function line(name: string, x1: number, x2: number, y1: number, y2: number): string {
  return `<line class="${name}" x1="${percent(x1)}" x2="${percent(x2)}" y1="${y1}" y2="${y2}"/>`;
}
