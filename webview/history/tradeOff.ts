import { html, svg, type TemplateResult } from 'lit-html';
import type {
  AxisValue,
  HistorySeries,
  HistoryView,
  TradeOffPoint,
  TradeOffView,
} from '../../src/core/report/historyViewModel';
import { countOf, countWords, t } from '../../src/core/text/countWords';
import { decimalText, formatNumber } from '../../src/core/text/formatNumber';
import { percent, scalePosition } from '../charts/intervalBar';
import { shownRange } from '../charts/historyChart';
import { cssVariables, link, problemNotice, scrolledTable } from '../dom/elements';
import { visibleLine } from '../text/visibleText';
import type { HistoryPane } from './historyPane';
import { nameOf, pointText } from './revisions';

/** Revisions by two metrics: a chart for the eye, and a table with the same values and who is beaten. */
export function tradeOffChart(
  history: HistoryView,
  axes: readonly [HistorySeries, HistorySeries],
  pane: HistoryPane,
): TemplateResult {
  const answer = pane.tradeOff;
  if (answer === undefined) return html`<p class="muted" role="status">${t`Comparing the revisions…`}</p>`;
  if ('problem' in answer) return problemNotice(answer.problem);
  const { points } = answer;
  if (points.length < 2)
    return html`<p class="muted">
      ${t`Two revisions with both metrics are needed, on the same samples and with the same tutor.`}
    </p>`;
  const titles = axes.map(({ title }) => visibleLine(title));
  const nameAt = (at: number): string =>
    nameOf(history.revisions.find(({ revision }) => revision === points[at]?.revision));
  const choose =
    ({ revision, runId }: TradeOffPoint) =>
    () =>
      pane.frame.change({ revision, run: runId });
  const rows = [...points.entries()].reverse().map(
    ([at, point]) =>
      html`<tr>
        <td class="number">${at + 1}</td>
        <th scope="row" dir="auto">${link(nameAt(at), choose(point))}</th>
        <td class="number">${point.beatenBy === undefined ? '–' : point.beatenBy + 1}</td>
        ${axes.map(
          (axis, side) =>
            html`<td class="number">${pointText(axis, valueOf(point, side))}</td>
              <td class="number">${valueOf(point, side).n}</td>`,
        )}
      </tr>`,
  );
  const heads = ['', t`Revision`, t`Beaten by`, ...titles.flatMap((title) => [title, 'n'])];
  return html`${drawing(axes, points, titles, choose)}
    ${scrolledTable('history-table', t`Revisions by two metrics`, heads, [rows])}
    <p class="muted">${testWords(answer)}</p>`;
}

function testWords({ points, level, pairs, tested, left }: TradeOffView): string {
  const isSimulated = points.some(({ simulated }) => simulated);
  const words = [
    isSimulated && (tested === 0 ? t`Models were simulated, so nothing is tested.` : t`A model was simulated.`),
    (tested > 0 || !isSimulated) &&
      t`Beaten: another revision is better on one metric by test, and on the other loses less than a guard may. ${countOf(tested, pairs, 'pair', 'pairs')} could be tested, each at a level of ${decimalText(level, 4)}.`,
    left > 0 &&
      t`${countWords(left, 'other revision', 'other revisions')} left out: older, with other samples or another tutor, or without an ended run that has both metrics.`,
  ];
  return words.filter(Boolean).join(' ');
}

function valueOf({ values }: TradeOffPoint, side: number): AxisValue {
  return values[side === 0 ? 0 : 1];
}

function drawing(
  axes: readonly [HistorySeries, HistorySeries],
  points: readonly TradeOffPoint[],
  [across = '', up = '']: readonly string[],
  choose: (point: TradeOffPoint) => () => void,
): TemplateResult {
  const ranges = axes.map((axis, side) => shownRange({ ...axis, points: points.map((point) => valueOf(point, side)) }));
  // In percent, from the left or the top.
  const at = (side: 0 | 1, value: number): number => {
    const position = scalePosition(ranges[side] ?? axes[side].scale, value);
    return side === 0 ? position : 100 - position;
  };
  const end = (side: 0 | 1, which: 0 | 1): string => formatNumber(ranges[side]?.[which] ?? 0, axes[side].unit);
  const cross = ({ values: [x, y] }: TradeOffPoint): string => {
    const [left, top] = [at(0, x.value), at(1, y.value)];
    const wide = x.low === undefined || x.high === undefined ? '' : `M${at(0, x.low)} ${top}H${at(0, x.high)}`;
    const high = y.low === undefined || y.high === undefined ? '' : `M${left} ${at(1, y.low)}V${at(1, y.high)}`;
    return wide + high;
  };
  return html`<div class="history-chart trade-off" aria-hidden="true">
    <div class="history-axis number">
      <span>${end(1, 1)}</span><span class="axis-title">${up}</span><span>${end(1, 0)}</span>
    </div>
    <div class="history-plot">
      <svg class="history-lines" viewBox="0 0 100 100" preserveAspectRatio="none">
        ${svg`<path class="history-bars" d=${points.map(cross).join('')}></path>`}
      </svg>
      ${points.map(
        (point, index) =>
          html`<span
            class="trade-off-point ${point.beatenBy === undefined ? '' : 'beaten'}"
            ${cssVariables({ '--left': percent(at(0, point.values[0].value)), '--top': percent(at(1, point.values[1].value)) })}
            @click=${choose(point)}
            >${index + 1}</span
          >`,
      )}
    </div>
    <div class="history-axis across number">
      <span>${end(0, 0)}</span><span class="axis-title">${across}</span><span>${end(0, 1)}</span>
    </div>
  </div>`;
}
