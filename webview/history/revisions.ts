import { html, nothing, type TemplateResult } from 'lit-html';
import type {
  AxisValue,
  DrawnSeries,
  HistoryRevisionView,
  HistoryRunView,
  HistorySeries,
  HistoryView,
} from '../../src/core/report/historyViewModel';
import { countWords, t } from '../../src/core/text/countWords';
import { formatNumber, formatRange } from '../../src/core/text/formatNumber';
import type { FromPanel } from '../../src/protocol/messages';
import { icon } from '../charts/icons';
import { button, link, list } from '../dom/elements';
import type { RowView } from '../dom/rowList';
import { formatTime } from '../../src/core/text/formatTime';
import type { PanelActions } from '../panelActions';
import { visibleLine } from '../text/visibleText';

/** A point's value with its interval: `0.71, 0.60 to 0.80`. */
export function pointText({ unit }: HistorySeries, { value, low, high }: AxisValue): string {
  const range = low === undefined || high === undefined ? '' : `, ${formatRange({ low, high }, unit)}`;
  return formatNumber(value, unit) + range;
}

export function nameOf(revision: HistoryRevisionView | undefined): string {
  return visibleLine(revision?.title ?? '');
}

/** The file's git state, for example `3f2a91c4 on main, changed since`. */
export function gitWords(git: HistoryRevisionView['git'][number] | undefined): string {
  if (git === undefined) return '';
  const where = git.branch === undefined ? '' : t` on ${git.branch}`;
  return visibleLine(`${git.commit ?? t`no commit`}${where}${git.dirty ? t`, changed since` : ''}`);
}

/** Changes since the previously evaluated revision: how many lines, then the rules, else the lines themselves. */
export function changeLines({ change }: HistoryRevisionView): readonly string[] {
  if (change === undefined) return [];
  const { added, removed, rules, lines } = change;
  if (added + removed === 0) return [t`The same text as in the revision before it.`];
  const count = t`${countWords(added, 'line', 'lines')} added, ${String(removed)} removed`;
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
    isOpen,
    ...(change.length > 0 && { tip: change.join('\n') }),
    content: html`<span class="revision-pin"
        >${revision.pinned ? html`${icon('pinned')}<span class="sr-only">${t`baseline`}</span>` : nothing}</span
      >
      <span class="revision-name"><bdi>${name}</bdi></span>
      <span class="revision-value number">${value}</span>
      <span class="revision-time" dir="auto">${[time, where, runs].filter(Boolean).join(' · ')}</span>`,
  };
}

/**
 * The run that a revision is compared with: the baseline's latest run, else a run of the previously evaluated revision.
 * That revision may have been evaluated again since, so the latest run from before counts.
 */
function counterpart(history: HistoryView, revision: HistoryRevisionView): HistoryRunView | undefined {
  const pinned = history.revisions.find((one) => one.pinned && one.revision !== revision.revision);
  if (pinned !== undefined) return history.runs[pinned.runs[0] ?? -1];
  const earlier = history.revisions.find((one) => one.revision === revision.previous);
  const latest = revision.runs[0] ?? -1;
  return history.runs[earlier?.runs.find((run) => run > latest) ?? -1];
}

function runView(run: HistoryRunView, actions: PanelActions): TemplateResult {
  const { id: runId, createdAt, statusText, unread, rejudgedFrom, simulated, benchmarks, tutor, judges } = run;
  const busy = run.status === 'running';
  const time = formatTime(createdAt);
  const models = t`${tutor}, judged by ${judges.join(', ')}`;
  const toSend = (label: string, message: FromPanel): TemplateResult =>
    link(html`${label}<span class="sr-only"> ${t`the run of ${time}`}</span>`, () => actions.post(message));
  return html`<li class="history-run">
    <span>${time}</span>
    <span class="muted"
      >${statusText}${unread && !busy ? t`, not counted` : ''}${rejudgedFrom && t`, judged again`}${simulated ? t`, simulated` : ''}</span
    >
    <span class="muted" dir="auto">${visibleLine(`${benchmarks.join(', ')} · ${models}`)}</span>
    <span class="run-links">
      ${toSend(t`Open`, { kind: 'openRun', runId })}
      ${busy ? nothing : [toSend(t`Judge again`, { kind: 'judgeAgain', runId }), toSend(t`Delete…`, { kind: 'deleteRun', runId })]}
    </span>
  </li>`;
}

function changeView(one: HistoryRevisionView): unknown {
  const [head, ...lines] = changeLines(one);
  return html`${head && html`<p class="muted">${t`Compared with the revision before it: ${head}`}</p>`}
  ${list(lines, (line) => html`<li dir="auto">${line}</li>`, { className: 'plain-list change-lines' })}`;
}

function buttonsOf(history: HistoryView, one: HistoryRevisionView, actions: PanelActions): readonly unknown[] {
  const { revision, previous, pinned, runs } = one;
  const latest = history.runs[runs[0] ?? -1];
  const other = counterpart(history, one);
  const against = history.revisions[other?.revision ?? -1];
  return [
    latest &&
      other &&
      button(
        against?.pinned === true ? t`Compare with baseline` : t`Compare with the one before`,
        () => actions.compare({ before: other.id, after: latest.id }),
        { tip: against && t`Compared with ${nameOf(against)}` },
      ),
    button(t`Open text`, () => actions.post({ kind: 'openRevision', revision })),
    button(t`Restore`, () => actions.post({ kind: 'restoreRevision', revision }), {
      tip: t`Puts this text into the editor; undo brings yours back`,
    }),
    previous &&
      button(t`Show changes`, () => actions.post({ kind: 'diffRevisions', before: previous, after: revision })),
    button(t`Label…`, () => actions.post({ kind: 'labelRevision', revision })),
    pinned
      ? button(t`Unpin baseline`, () => actions.post({ kind: 'pinRevision', revision: null }))
      : button(t`Pin as baseline`, () => actions.post({ kind: 'pinRevision', revision }), {
          tip: t`New runs are then measured against it`,
        }),
  ];
}

export function revisionDetail(history: HistoryView, one: HistoryRevisionView, actions: PanelActions): TemplateResult {
  return html`<section class="revision-detail" aria-labelledby="revision-heading">
    <h2 id="revision-heading" dir="auto">${nameOf(one)}</h2>
    <div class="revision-actions">${buttonsOf(history, one, actions)}</div>
    ${changeView(one)}
    <h3>${t`Runs`}</h3>
    ${list(
      one.runs.flatMap((index) => history.runs[index] ?? []),
      (run) => runView(run, actions),
      { className: 'history-runs', label: t`Runs of this revision` },
    )}
  </section>`;
}
