import { html, nothing, svg, type TemplateResult } from 'lit-html';
import type { BenchmarkComparisonView, TurnRate, TurnRatesView } from '../../src/core/report/comparisonViewModel';
import { capitalized, countWords } from '../../src/core/text/countWords';
import { percent } from '../charts/intervalBar';
import { columnHeads, disclosure, scrolledTable } from '../dom/elements';
import { visibleLine } from '../text/visibleText';
import type { Side } from './compareViewState';

function rows({ judgeTitle, turns }: TurnRatesView): unknown {
  return turns.map(
    ({ turn, before, after }, index) =>
      html`<tr>
        ${index === 0 ? html`<th scope="rowgroup" rowspan=${turns.length} dir="auto">${visibleLine(judgeTitle)}</th>` : nothing}
        <th scope="row" class="number">${turn}</th>
        <td class="number">${rateText(before)}</td>
        <td class="number">${rateText(after)}</td>
      </tr>`,
  );
}

export function compareTurns({ id, turns, both }: BenchmarkComparisonView): unknown {
  if (turns.length === 0) return nothing;
  const limit = turnLimit(turns);
  return html`<section class="turns" aria-labelledby="turns-${id}">
    <div class="turns-head">
      <h3 id="turns-${id}">Failure rate by turn</h3>
      <span class="muted"
        ><span class="turn-key before" aria-hidden="true"></span>before
        <span class="turn-key after" aria-hidden="true"></span>after, over the ${countWords(both, 'sample', 'samples')}
        in both runs</span
      >
    </div>
    <div class="turn-charts">${turns.map((judge) => turnRatesChart(judge, limit))}</div>
    ${disclosure('The charts as a table', () =>
      scrolledTable(
        'turns-table',
        'Failure rate by turn',
        columnHeads(['Judge', 'Turn', 'Before', 'After']),
        turns.map(
          (judge) =>
            html`<tbody>
              ${rows(judge)}
            </tbody>`,
        ),
      ),
    )}
  </section>`;
}

type Turn = TurnRatesView['turns'][number];

/** Pixels; `spare` is room for the dots at both ends. */
const height = 72;
const spare = 6;
/** Share of failures; `undefined`, not 0, where nothing was judged. */
function rateOf({ failed, judged }: TurnRate): number | undefined {
  return judged === 0 ? undefined : failed / judged;
}

/** `25% (3/12)`; a dash where nothing was judged. */
function rateText(rate: TurnRate): string {
  const share = rateOf(rate);
  return share === undefined
    ? '–'
    : `${String(Math.round(share * 100))}% (${String(rate.failed)}/${String(rate.judged)})`;
}

/** Upper end of the axis, a share rounded up to a tenth. All judges share it, so that their charts compare. */
function turnLimit(judges: readonly TurnRatesView[]): number {
  const rates = judges.flatMap(({ turns }) => turns.flatMap((turn) => [turn.before, turn.after].map(rateOf)));
  const highest = Math.max(0, ...rates.map((rate) => rate ?? 0));
  return Math.max(1, Math.ceil(10 * highest - 1e-9)) / 10;
}

function across(index: number, count: number): string {
  return percent(count < 2 ? 50 : 3 + (94 * index) / (count - 1));
}

function course(turns: readonly Turn[], side: Side, limit: number): unknown {
  const down = (rate: number): number => spare + (height - 2 * spare) * (1 - rate / limit);
  const rates = turns.map((turn) => rateOf(turn[side]));
  const lines = rates.slice(1).map((rate, index) => {
    const last = rates[index];
    if (rate === undefined || last === undefined) return nothing;
    return svg`<line x1=${across(index, turns.length)} y1=${down(last)} x2=${across(index + 1, turns.length)} y2=${down(rate)}></line>`;
  });
  const dots = rates.map((rate, index) =>
    rate === undefined ? nothing : svg`<circle cx=${across(index, turns.length)} cy=${down(rate)} r="3"></circle>`,
  );
  return svg`<g class=${side}>${lines}${dots}</g>`;
}

/** The failure rate of one judge over the turns of a conversation, before (hollow, dashed) and after (filled). */
function turnRatesChart({ judgeTitle, turns }: TurnRatesView, limit: number): TemplateResult {
  const title = visibleLine(judgeTitle);
  const words = turns.map(
    ({ turn, before, after }) => `turn ${String(turn)}: ${rateText(before)} → ${rateText(after)}`,
  );
  return html`<figure class="turn-rates">
    <figcaption dir="auto">${title}</figcaption>
    <div class="turn-rates-axis number muted" aria-hidden="true">
      <span>${Math.round(limit * 100)}%</span><span>0</span>
    </div>
    <svg
      class="turn-rates-plot has-tip"
      role="img"
      aria-label=${`${title}, failure rate by turn, before → after. ${words.join('; ')}`}
      data-tip=${words.map(capitalized).join('\n')}
      height=${height}
      width="100%"
    >
      <line class="ground" x1="0" x2="100%" y1=${height - spare} y2=${height - spare}></line>
      ${course(turns, 'before', limit)} ${course(turns, 'after', limit)}
    </svg>
    <div class="turn-rates-turns number muted" aria-hidden="true">
      <span>turn ${turns[0]?.turn}</span><span>${turns.at(-1)?.turn}</span>
    </div>
  </figure>`;
}
