import { html, nothing } from 'lit-html';
import type {
  DrawnSeries,
  HistoryPoint,
  HistoryRevisionView,
  HistorySeries,
  HistoryView,
} from '../../src/core/report/historyViewModel';
import { countWords } from '../../src/core/text/countWords';
import { formatNumber, formatRange } from '../../src/core/text/formatNumber';
import { icon } from '../charts/icons';
import type { RowView } from '../dom/rowList';
import { formatTime } from '../text/formatTime';
import { visibleLine } from '../text/visibleText';

/** A point's value with its interval: `0.71, 0.60 to 0.80`. */
export function pointText({ unit }: HistorySeries, { value, low, high }: HistoryPoint): string {
  const range = low === undefined || high === undefined ? '' : `, ${formatRange({ low, high }, unit)}`;
  return formatNumber(value, unit) + range;
}

export function nameOf(revision: HistoryRevisionView | undefined): string {
  return visibleLine(revision?.title ?? '');
}

/** The file's git state, for example `3f2a91c4 on main, changed since`. */
export function gitWords(git: HistoryRevisionView['git'][number] | undefined): string {
  if (git === undefined) return '';
  const where = git.branch === undefined ? '' : ` on ${git.branch}`;
  return visibleLine(`${git.commit ?? 'no commit'}${where}${git.dirty ? ', changed since' : ''}`);
}

/** Changes since the previously evaluated revision: how many lines, then the rules, else the lines themselves. */
export function changeLines({ change }: HistoryRevisionView): readonly string[] {
  if (change === undefined) return [];
  const { added, removed, rules, lines } = change;
  if (added + removed === 0) return ['The same text as in the revision before it.'];
  const count = `${countWords(added, 'line', 'lines')} added, ${String(removed)} removed`;
  return [count, ...(rules.length > 0 ? rules : lines).map(visibleLine)];
}

export function revisionValues(history: HistoryView, series: DrawnSeries | undefined): ReadonlyMap<number, string> {
  // Points go from oldest to newest, so the newest value of a revision wins.
  return new Map(
    series?.points.map((point) => [history.runs[point.run]?.revision ?? -1, pointText(series, point)] as const),
  );
}

export function revisionRow(revision: HistoryRevisionView, value: string, isOpen: boolean): RowView {
  const name = nameOf(revision);
  const where = gitWords(revision.git[0]);
  const runs = countWords(revision.runs.length, 'run', 'runs');
  const change = changeLines(revision);
  const time = formatTime(revision.lastAt);
  return {
    className: `revision-row ${isOpen ? 'open' : ''}`,
    words: [name, revision.pinned ? 'baseline' : '', time, where, runs, value, ...change],
    isOpen,
    ...(change.length > 0 && { tip: change.join('\n') }),
    content: html`<span class="revision-pin">${revision.pinned ? icon('pinned') : nothing}</span>
      <span class="revision-name ${revision.label === undefined ? 'unnamed' : ''}"><bdi>${name}</bdi></span>
      <span class="revision-time">${time}</span>
      <span class="revision-git" dir="auto">${where}</span>
      <span class="revision-value number">${value}</span>
      <span class="revision-runs number">${runs}</span>`,
  };
}
