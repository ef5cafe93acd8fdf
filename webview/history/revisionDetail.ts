import { html, nothing, type TemplateResult } from 'lit-html';
import type { HistoryRevisionView, HistoryRunView, HistoryView } from '../../src/core/report/historyViewModel';
import type { FromPanel } from '../../src/protocol/messages';
import { button, link, list } from '../dom/elements';
import { formatTime } from '../text/formatTime';
import { visibleLine } from '../text/visibleText';
import type { HistoryPane } from './historyPane';
import { changeLines, gitWords, nameOf } from './revisionRow';

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

function runView(run: HistoryRunView, pane: HistoryPane): TemplateResult {
  const { id: runId, createdAt, statusText, unread, rejudgedFrom, simulated, benchmarks, tutor, judges } = run;
  const busy = run.status === 'running';
  const time = formatTime(createdAt);
  const toSend = (label: string, message: FromPanel): TemplateResult =>
    link(html`${label}<span class="sr-only"> the run of ${time}</span>`, () => pane.frame.post(message));
  return html`<li class="history-run">
    <span>${time}</span>
    <span class="muted"
      >${statusText}${unread && !busy ? ', not counted' : ''}${rejudgedFrom && ', judged again'}${simulated ? ', simulated' : ''}</span
    >
    <span class="muted" dir="auto">${visibleLine(`${benchmarks.join(', ')} · ${tutor} · ${judges.join(', ')}`)}</span>
    <span class="run-links">
      ${toSend('Open', { kind: 'openRun', runId })}
      ${busy ? nothing : [toSend('Judge again', { kind: 'judgeAgain', runId }), toSend('Delete…', { kind: 'deleteRun', runId })]}
    </span>
  </li>`;
}

function changeView(one: HistoryRevisionView): unknown {
  const [head, ...lines] = changeLines(one);
  return html`${head && html`<p class="muted">Compared with the revision before it: ${head}</p>`}
  ${list(lines, (line) => html`<li dir="auto">${line}</li>`, { className: 'plain-list change-lines' })}`;
}

function buttonsOf(history: HistoryView, one: HistoryRevisionView, pane: HistoryPane): readonly unknown[] {
  const { revision, previous, pinned, runs } = one;
  const latest = history.runs[runs[0] ?? -1];
  const other = counterpart(history, one);
  const against = history.revisions[other?.revision ?? -1];
  return [
    latest &&
      other &&
      button(
        against?.pinned === true ? 'Compare with baseline' : 'Compare with the one before',
        () => pane.compare({ before: other.id, after: latest.id }),
        { tip: against && `Compared with ${nameOf(against)}` },
      ),
    button('Open text', () => pane.frame.post({ kind: 'openRevision', revision })),
    button('Restore', () => pane.frame.post({ kind: 'restoreRevision', revision }), {
      tip: 'Puts this text into the editor; undo brings yours back',
    }),
    previous &&
      button('Show changes', () => pane.frame.post({ kind: 'diffRevisions', before: previous, after: revision })),
    button('Label…', () => pane.frame.post({ kind: 'labelRevision', revision })),
    pinned
      ? button('Unpin baseline', () => pane.frame.post({ kind: 'pinRevision', revision: null }))
      : button('Pin as baseline', () => pane.frame.post({ kind: 'pinRevision', revision }), {
          tip: 'New runs are then measured against it',
        }),
  ];
}

export function revisionDetail(history: HistoryView, one: HistoryRevisionView, pane: HistoryPane): TemplateResult {
  const { revision, short, lastAt, git, runs } = one;
  return html`<section class="revision-detail" aria-labelledby="revision-heading">
    <h2 id="revision-heading" dir="auto">${nameOf(one)}</h2>
    <p class="muted">
      <span data-tip=${revision} class="has-tip" tabindex="0">${short}</span>, evaluated
      ${formatTime(lastAt)}${git.map((state) => html`, <bdi>${gitWords(state)}</bdi>`)}
    </p>
    <div class="revision-actions">${buttonsOf(history, one, pane)}</div>
    ${changeView(one)}
    <h3>Runs</h3>
    ${list(
      runs.flatMap((index) => history.runs[index] ?? []),
      (run) => runView(run, pane),
      { className: 'history-runs', label: 'Runs of this revision' },
    )}
  </section>`;
}
