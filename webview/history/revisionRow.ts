import { html, nothing } from 'lit-html';
import type { TemplateResult } from 'lit-html';
import type { DrawnSeries, HistoryRevisionView, HistoryView } from '../../src/core/report/historyViewModel';
import { icon } from '../charts/icons';
import { cssVariables } from '../dom/cssVariables';
import type { ListPlace } from '../dom/rowList';
import { formatTime } from '../text/formatTime';
import { formatCount } from '../text/formatValue';
import { visibleLine } from '../text/visibleText';
import { nameOf, pointText } from './historyPage';

/** Where the file stood in git: `3f2a91c4 on main, changed since`. */
export function gitWords({ commit, branch, dirty }: HistoryRevisionView['git'][number]): string {
  const where = branch === undefined ? '' : ` on ${branch}`;
  return `${commit ?? 'no commit'}${where}${dirty ? ', changed since' : ''}`;
}

/** What changed in a revision since the one evaluated before it: how much, then the rules, else the lines themselves. */
export function changeLines({ change }: HistoryRevisionView): readonly string[] {
  if (change === undefined) return [];
  const { added, removed, rules, lines } = change;
  if (added + removed === 0) return ['The same text as in the revision before it.'];
  const count = `${formatCount(added, 'line', 'lines')} added, ${String(removed)} removed`;
  return [count, ...(rules.length > 0 ? rules : lines).map(visibleLine)];
}

/** The chart's metric in a revision's latest run that has it. */
export type RevisionValues = ReadonlyMap<number, string>;

/** Values of a series by revision index, from the latest run of each. */
export function revisionValues(history: HistoryView, series: DrawnSeries | undefined): RevisionValues {
  const values = new Map<number, string>();
  // Points go from the oldest to the latest, which is the one that stays.
  for (const point of series?.points ?? []) {
    const revision = history.runs[point.run]?.revision;
    if (series !== undefined && revision !== undefined) values.set(revision, pointText(series, point));
  }
  return values;
}

/** A revision as an option of the list. */
export function revisionRow(
  revision: HistoryRevisionView,
  value: string | undefined,
  place: ListPlace & { readonly open: boolean; readonly onOpen: () => void },
): TemplateResult {
  const name = visibleLine(nameOf(revision));
  const [git] = revision.git;
  const where = git === undefined ? '' : visibleLine(gitWords(git));
  const runs = formatCount(revision.runs.length, 'run', 'runs');
  const change = changeLines(revision);
  const words = [
    name,
    revision.pinned ? 'baseline' : '',
    formatTime(revision.lastAt),
    where,
    runs,
    value ?? '',
    ...change,
  ];
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
    <span class="revision-time">${formatTime(revision.lastAt)}</span>
    <span class="revision-git" dir="auto">${where}</span>
    <span class="revision-value number">${value ?? ''}</span>
    <span class="revision-runs number">${runs}</span>
  </div>`;
}
