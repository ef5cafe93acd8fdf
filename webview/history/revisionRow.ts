import { html, nothing, type TemplateResult } from 'lit-html';
import type {
  DrawnSeries,
  HistoryPoint,
  HistoryRevisionView,
  HistorySeries,
  HistoryView,
} from '../../src/core/report/historyViewModel';
import { icon } from '../charts/icons';
import { cssVariables } from '../dom/cssVariables';
import type { ListPlace } from '../dom/rowList';
import { formatTime } from '../text/formatTime';
import { formatCount, formatValue } from '../text/formatValue';
import { visibleLine } from '../text/visibleText';

/** A point's value with its interval: `0.71, 0.60 to 0.80`. */
export function pointText({ unit }: HistorySeries, { value, low, high }: HistoryPoint): string {
  const range =
    low === undefined || high === undefined ? '' : `, ${formatValue(low, unit)} to ${formatValue(high, unit)}`;
  return formatValue(value, unit) + range;
}

/** A revision's label, else the first digits of its hash. */
export function nameOf(revision: HistoryRevisionView | undefined): string {
  return visibleLine(revision?.label ?? revision?.short ?? '');
}

/** Where the file stood in git: `3f2a91c4 on main, changed since`. */
export function gitWords(git: HistoryRevisionView['git'][number] | undefined): string {
  if (git === undefined) return '';
  const where = git.branch === undefined ? '' : ` on ${git.branch}`;
  return visibleLine(`${git.commit ?? 'no commit'}${where}${git.dirty ? ', changed since' : ''}`);
}

/** What changed in a revision since the one evaluated before it: how much, then the rules, else the lines themselves. */
export function changeLines({ change }: HistoryRevisionView): readonly string[] {
  if (change === undefined) return [];
  const { added, removed, rules, lines } = change;
  if (added + removed === 0) return ['The same text as in the revision before it.'];
  const count = `${formatCount(added, 'line', 'lines')} added, ${String(removed)} removed`;
  return [count, ...(rules.length > 0 ? rules : lines).map(visibleLine)];
}

/** Values of a series by revision index, from the latest run of each. */
export function revisionValues(history: HistoryView, series: DrawnSeries | undefined): ReadonlyMap<number, string> {
  // Points go from the oldest to the latest, which is the one that stays.
  return new Map(
    series?.points.map((point) => [history.runs[point.run]?.revision ?? -1, pointText(series, point)] as const),
  );
}

/** A revision as an option of the list. */
export function revisionRow(
  revision: HistoryRevisionView,
  value: string,
  place: ListPlace & { readonly open: boolean; readonly onOpen: () => void },
): TemplateResult {
  const name = nameOf(revision);
  const where = gitWords(revision.git[0]);
  const runs = formatCount(revision.runs.length, 'run', 'runs');
  const change = changeLines(revision);
  const time = formatTime(revision.lastAt);
  const words = [name, revision.pinned ? 'baseline' : '', time, where, runs, value, ...change];
  return html`<div
    class="revision-row ${place.open ? 'open' : ''}"
    role="option"
    id="revision-${place.index}"
    data-revision=${revision.revision}
    data-tip=${change.length === 0 ? nothing : change.join('\n')}
    aria-label=${words.filter((word) => word !== '').join('. ')}
    aria-selected=${String(place.open)}
    aria-posinset=${place.index + 1}
    aria-setsize=${place.count}
    tabindex=${place.active ? 0 : -1}
    ${cssVariables({ '--top': `${String(place.top)}px` })}
    @click=${() => place.onOpen()}
  >
    <span class="revision-pin">${revision.pinned ? icon('pinned') : nothing}</span>
    <span class="revision-name ${revision.label === undefined ? 'unnamed' : ''}"><bdi>${name}</bdi></span>
    <span class="revision-time">${time}</span>
    <span class="revision-git" dir="auto">${where}</span>
    <span class="revision-value number">${value}</span>
    <span class="revision-runs number">${runs}</span>
  </div>`;
}
