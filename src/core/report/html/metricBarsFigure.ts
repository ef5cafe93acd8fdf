import type { MetricValue } from '../../benchmarks/metric';
import { formatInterval, formatLevel, formatMetric, formatNumber } from '../formatMetric';
import type { BenchmarkReport, MetricBarsPicture, MetricBlock } from '../reportModel';
import { escapeHtml } from './escapeHtml';
import { noVerdictYet, pictureHead } from './pictureHead';

type Scale = MetricValue['scale'];

/** Lines over the scale besides its ends, as shares of its length. */
const lines = [0.25, 0.5, 0.75] as const;

/** Metrics of the blocks that the picture names as bars with their intervals, by the judge whose verdicts it shows. */
export function metricBarsFigure(picture: MetricBarsPicture, { blocks }: BenchmarkReport, named: boolean): string {
  const shown = picture.blocks.flatMap(
    (id) => blocks.find((one) => one.id === id && one.judge === picture.judge) ?? [],
  );
  const body = `<div class="levels levels-rows">\n${shown.map(blockRows).join('\n')}\n</div>`;
  return `<figure class="picture">\n${pictureHead(picture, named)}\n${shown.length === 0 ? noVerdictYet : body}\n</figure>`;
}

function blockRows({ title, metrics }: MetricBlock): string {
  const scale: Scale = [
    Math.min(...metrics.map((metric) => metric.scale[0])),
    Math.max(...metrics.map((metric) => metric.scale[1])),
  ];
  return `<p class="bars-group">${escapeHtml(title)}</p>
${metrics.map((metric) => metricRow(metric, scale)).join('\n')}
${axis(scale, metrics[0]?.unit ?? 'percent')}`;
}

function metricRow(metric: MetricValue, scale: Scale): string {
  const { title, value, n, excluded } = metric;
  const absent = n + excluded === 0 ? 'no verdict yet' : 'no usable verdict';
  const bar = value === undefined ? `<span class="muted">${absent}</span>` : drawBar(metric, value, scale);
  return `<div class="levels-row"><span>${escapeHtml(title)}</span><span>${bar}</span><span class="figure"><strong>${formatMetric(metric)}</strong> <span class="muted">n ${n}</span></span></div>`;
}

function drawBar(metric: MetricValue, value: number, scale: Scale): string {
  const { ci, unit, title } = metric;
  const at = (number: number): number => positionOn(scale, number);
  const zero = scale[0] < 0 && scale[1] > 0 ? at(0) : 0;
  const parts = [
    ...lines.map((share) => line('scale-line', share * 100, share * 100, 0, 20)),
    `<rect class="fill" x="${percent(Math.min(zero, at(value)))}" width="${percent(Math.abs(at(value) - zero))}" y="4" height="12"/>`,
    line('axis-line', zero, zero, 0, 20),
  ];
  if (ci !== undefined) {
    const [low, high] = [at(ci.low), at(ci.high)];
    parts.push(
      line('whisker', low, high, 10, 10),
      line('whisker', low, low, 6, 14),
      line('whisker', high, high, 6, 14),
    );
  }
  const interval = ci === undefined ? 'no interval' : `${formatLevel(ci.level)} interval ${formatInterval(metric)}`;
  const words = `${title}: ${formatNumber(value, unit)}, ${interval}, n ${metric.n}`;
  return `<svg class="bar" role="img" aria-label="${escapeHtml(words)}" width="100%" height="20">${parts.join('')}</svg>`;
}

/** The ends of the scale and its middle, which is zero where bars go both ways. */
function axis(scale: Scale, unit: MetricValue['unit']): string {
  const [start, end] = scale;
  const middle = start < 0 && end > 0 ? 0 : (start + end) / 2;
  const mark = (value: number, name: string): string =>
    `<text class="${name}" x="${percent(positionOn(scale, value))}" y="11">${formatNumber(value, unit)}</text>`;
  return `<div class="levels-row axis" aria-hidden="true"><span></span><span><svg width="100%" height="14">${mark(start, 'axis-start')}${mark(middle, 'axis-middle')}${mark(end, 'axis-end')}</svg></span><span></span></div>`;
}

function positionOn([start, end]: Scale, value: number): number {
  return end <= start ? 0 : Math.min(100, Math.max(0, ((value - start) / (end - start)) * 100));
}

function percent(position: number): string {
  return `${position.toFixed(2)}%`;
}

function line(name: string, x1: number, x2: number, y1: number, y2: number): string {
  return `<line class="${name}" x1="${percent(x1)}" x2="${percent(x2)}" y1="${y1}" y2="${y2}"/>`;
}
