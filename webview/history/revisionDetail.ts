import { html, nothing } from 'lit-html';
import type { TemplateResult } from 'lit-html';
import { keyed } from 'lit-html/directives/keyed.js';
import type { HistoryRevisionView, HistoryRunView, HistoryView } from '../../src/core/report/historyViewModel';
import type { FromPanel } from '../../src/protocol/messages';
import { formatTime } from '../text/formatTime';
import { visibleLine } from '../text/visibleText';
import { type HistoryPage, nameOf } from './historyPage';
import { gitWords } from './revisionRow';

/** Longest label in characters, as the host takes it. */
const longestLabel = 200;

/**
 * The run that a revision is compared with: one of the baseline, else of the revision that was evaluated before it. That one may have been
 * evaluated again since: its latest run from before counts.
 */
function counterpart(history: HistoryView, revision: HistoryRevisionView): HistoryRunView | undefined {
  const pinned = history.revisions.find((one) => one.pinned && one.revision !== revision.revision);
  if (pinned !== undefined) return history.runs[pinned.runs[0] ?? -1];
  const earlier = history.revisions.find((one) => one.revision === revision.previous);
  const latest = revision.runs[0] ?? -1;
  return history.runs[earlier?.runs.find((run) => run > latest) ?? -1];
}

function button(label: string, onClick: () => void, tip = ''): TemplateResult {
  return html`<vscode-button appearance="secondary" data-tip=${tip === '' ? nothing : tip} @click=${onClick}
    >${label}</vscode-button
  >`;
}

function labelForm(revision: HistoryRevisionView, { actions }: HistoryPage): TemplateResult {
  const { revision: id, label } = revision;
  const submit = (event: Event): void => {
    event.preventDefault();
    const input = (event.currentTarget as HTMLFormElement).querySelector('input');
    const text = input?.value.trim() ?? '';
    if (text !== (label ?? '')) actions.send({ kind: 'labelRevision', revision: id, label: text === '' ? null : text });
  };
  return html`<form class="label-form" @submit=${submit}>
    <label for="revision-label" class="muted">Label</label>
    <input
      id="revision-label"
      type="text"
      maxlength=${longestLabel}
      placeholder="None"
      autocomplete="off"
      .value=${label ?? ''}
    />
    <button class="link" type="submit">Save</button>
  </form>`;
}

function runView(run: HistoryRunView, page: HistoryPage): TemplateResult {
  const { actions } = page;
  const send = (message: FromPanel) => (): void => actions.send(message);
  const busy = run.status === 'running';
  const name = `of ${formatTime(run.createdAt)}`;
  const link = (label: string, message: FromPanel): TemplateResult =>
    html`<button class="link" type="button" @click=${send(message)}>
      ${label}<span class="sr-only"> the run ${name}</span>
    </button>`;
  return html`<li class="history-run">
    <span>${formatTime(run.createdAt)}</span>
    <span class="muted"
      >${run.statusText}${run.unread && !busy ? ', not counted' : ''}${run.rejudgedFrom === undefined ? '' : ', judged again'}${run.simulated ? ', simulated' : ''}</span
    >
    <span class="muted" dir="auto"
      >${visibleLine(`${run.benchmarks.join(', ')} · ${run.tutor} · ${run.judges.join(', ')}`)}</span
    >
    <span class="run-links">
      ${link('Open', { kind: 'openRun', runId: run.id })}
      ${busy ? nothing : link('Judge again', { kind: 'judgeAgain', runId: run.id })}
      ${busy ? nothing : link('Delete…', { kind: 'deleteRun', runId: run.id })}
    </span>
  </li>`;
}

function changeView({ change }: HistoryRevisionView): unknown {
  if (change === undefined) return nothing;
  const { added, removed, lines, rules } = change;
  if (added + removed === 0)
    return html`<p class="muted">What is sent is the same as in the revision evaluated before it.</p>`;
  const shown = rules.length > 0 ? rules : lines;
  return html`<p class="muted">Against the revision before it: ${added} added, ${removed} removed.</p>
    <ul class="plain-list change-lines">
      ${shown.map((line) => html`<li dir="auto">${visibleLine(line)}</li>`)}
    </ul>`;
}

/** The revision that is read: its label, what can be done with it, what changed in it, and its runs. */
export function revisionDetail(history: HistoryView, revision: HistoryRevisionView, page: HistoryPage): TemplateResult {
  const { actions } = page;
  const id = revision.revision;
  const latest = history.runs[revision.runs[0] ?? -1];
  const other = counterpart(history, revision);
  const { previous } = revision;
  const against = history.revisions[other?.revision ?? -1];
  const compare = (): void => {
    if (latest !== undefined && other !== undefined) actions.compare({ before: other.id, after: latest.id });
  };
  return html`<section class="revision-detail" aria-labelledby="revision-heading">
    <h2 id="revision-heading" dir="auto">${visibleLine(nameOf(revision))}</h2>
    <p class="muted">
      <span data-tip=${id} class="has-tip" tabindex="0">${revision.short}</span>, evaluated
      ${formatTime(revision.lastAt)}${revision.git.map((git) => html`, <bdi>${visibleLine(gitWords(git))}</bdi>`)}
    </p>
    ${keyed(id, labelForm(revision, page))}
    <div class="revision-actions">
      ${
        other === undefined || latest === undefined
          ? nothing
          : button(
              against?.pinned === true ? 'Compare with baseline' : 'Compare with the one before',
              compare,
              against === undefined ? '' : `Against ${visibleLine(nameOf(against))}`,
            )
      }
      ${button('Open text', () => actions.send({ kind: 'openRevision', revision: id }))}
      ${button('Restore', () => actions.send({ kind: 'restoreRevision', revision: id }), 'Puts this text into the editor; undo brings yours back')}
      ${
        previous === undefined
          ? nothing
          : button('Show changes', () => actions.send({ kind: 'diffRevisions', before: previous, after: id }))
      }
      ${
        revision.pinned
          ? button('Unpin baseline', () => actions.send({ kind: 'pinRevision', revision: null }))
          : button(
              'Pin as baseline',
              () => actions.send({ kind: 'pinRevision', revision: id }),
              'New runs are then measured against it',
            )
      }
    </div>
    ${changeView(revision)}
    <h3>Runs</h3>
    <ul class="history-runs" aria-label="Runs of this revision">
      ${revision.runs.flatMap((index) => history.runs[index] ?? []).map((run) => runView(run, page))}
    </ul>
  </section>`;
}
