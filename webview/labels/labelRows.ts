import { html, nothing } from 'lit-html';
import type { TemplateResult } from 'lit-html';
import type { LabelRow, LabelVerdict } from '../../src/core/labels/labellingView';
import { modelText } from '../text/modelText';
import { visibleLine, visibleText } from '../text/visibleText';
import { evidenceView, verdictLabel } from '../views/verdict';
import { keyOfChoice } from './labelKeys';
import type { LabelActions, LabelWorkPage } from './labelPage';

function chosenOf(row: LabelRow, { pending }: LabelWorkPage): number | undefined {
  return pending.get(row.slot) ?? row.chosen;
}

function choiceList(row: LabelRow, page: LabelWorkPage, actions: LabelActions): TemplateResult {
  const chosen = chosenOf(row, page);
  return html`<ol class="label-choices">
    ${row.choices.map(({ title, meaning }, place) => {
      const name = visibleLine(title);
      const id = `label-meaning-${String(place)}`;
      return html`<li class="label-option ${place === chosen ? 'chosen' : ''}">
        <button
          type="button"
          class="label-choice"
          aria-pressed=${String(place === chosen)}
          aria-describedby=${meaning === '' ? nothing : id}
          @click=${() => actions.label(row.slot, place)}
        >
          <kbd>${keyOfChoice(place)}</kbd>
          <bdi class="strong">${name}</bdi>
        </button>
        ${
          meaning === ''
            ? nothing
            : html`<p class="label-meaning" id=${id} dir="auto">
                <bdi class="label-meant strong" aria-hidden="true">${name}:</bdi> ${visibleLine(meaning)}
              </p>`
        }
      </li>`;
    })}
  </ol>`;
}

function reasonField(row: LabelRow, draft: string | undefined, actions: LabelActions): TemplateResult {
  const onKey = (event: KeyboardEvent): void => {
    if (event.key !== 'Enter' || event.isComposing) return;
    event.preventDefault();
    event.stopPropagation();
    actions.saveReason((event.currentTarget as HTMLElement & { value: string }).value);
  };
  return html`<vscode-text-field
    class="label-reason-field"
    id="label-reason"
    aria-label=${`Reason for ${row.title}`}
    placeholder="Reason; Enter keeps it, Esc leaves it"
    maxlength="2000"
    .value=${row.reason ?? draft ?? ''}
    @keydown=${onKey}
  ></vscode-text-field>`;
}

function reasonView(row: LabelRow, page: LabelWorkPage, actions: LabelActions): unknown {
  const draft = page.drafts.get(row.slot);
  if (page.writing === row.slot) return reasonField(row, draft, actions);
  const reason = row.reason ?? draft;
  const add = html`<button class="link" type="button" @click=${() => actions.write(row.slot)}>
    ${reason === undefined ? 'Add a reason' : 'Change'} <kbd>r</kbd>
  </button>`;
  const waits = reason !== undefined && chosenOf(row, page) === undefined;
  return html`<p class="label-reason">
    ${reason === undefined ? nothing : html`<bdi>${visibleLine(reason)}</bdi>`}
    ${waits ? html`<span class="muted">(waits for a label)</span>` : nothing} ${add}
  </p>`;
}

/** What a label given now is worth, where that is not what the mode says. */
function modeNote({ mode }: LabelRow, { work }: LabelWorkPage): unknown {
  if (mode === undefined || mode === work.mode) return nothing;
  const words =
    mode === 'blind'
      ? 'You labelled this blind, and that label goes on counting when a judge is checked. One given now stands beside it.'
      : 'You have seen a verdict on this before: your label stays marked as reviewing.';
  return html`<p class="label-note muted">${words}</p>`;
}

function verdictView(verdict: LabelVerdict): TemplateResult {
  const { judgeModel, label, outcome, reasoning, problem } = verdict;
  return html`<li>
    <div class="verdict-head">
      <bdi class="muted">${visibleLine(judgeModel)}</bdi> ${verdictLabel({ outcome, label })}
    </div>
    ${problem === undefined ? nothing : html`<p class="problem" dir="auto">${visibleLine(problem)}</p>`}
    ${reasoning === undefined ? nothing : modelText(reasoning)} ${evidenceView(verdict)}
  </li>`;
}

function openRow(row: LabelRow, page: LabelWorkPage, actions: LabelActions): TemplateResult {
  return html`<div class="label-row-body">
    ${row.criterion === undefined ? nothing : html`<div class="criterion">${modelText(row.criterion)}</div>`}
    <p class="strong" dir="auto">${visibleLine(row.question)}</p>
    ${row.definition === '' ? nothing : html`<p class="label-definition muted" dir="auto">${visibleText(row.definition)}</p>`}
    ${choiceList(row, page, actions)} ${modeNote(row, page)} ${reasonView(row, page, actions)}
    ${
      row.verdicts.length === 0
        ? nothing
        : html`<ul class="label-verdicts" aria-label="Verdicts of judges">
            ${row.verdicts.map(verdictView)}
          </ul>`
    }
  </div>`;
}

function rowView(row: LabelRow, page: LabelWorkPage, actions: LabelActions, isLone: boolean): TemplateResult {
  const isActive = row.slot === page.active;
  const chosen = row.choices[chosenOf(row, page) ?? -1];
  const name = row.criterion === undefined ? visibleLine(row.title) : visibleLine(row.criterion);
  return html`<li class="label-row ${isActive ? 'active' : ''}" data-slot=${row.slot}>
    ${
      isLone && row.criterion !== undefined
        ? nothing
        : html`<button
            type="button"
            class="label-row-head"
            aria-expanded=${String(isActive)}
            @click=${() => actions.activate(row.slot)}
          >
            <bdi class="label-row-title">${isActive ? visibleLine(row.title) : name}</bdi>
            ${
              chosen === undefined
                ? html`<span class="label-given muted">–<span class="sr-only">not labelled</span></span>`
                : html`<bdi class="label-given strong">${visibleLine(chosen.title)}</bdi>`
            }
          </button>`
    }
    ${isActive ? openRow(row, page, actions) : nothing}
  </li>`;
}

/** The decisions about the reply on the screen; the one that the digits are for stands open. */
export function labelRows(rows: readonly LabelRow[], page: LabelWorkPage, actions: LabelActions): TemplateResult {
  return html`<div
    class="label-rows"
    id="label-rows"
    role="application"
    aria-label="Labels of this reply"
    aria-describedby="label-keys"
    tabindex="0"
  >
    <ol>
      ${rows.map((row) => rowView(row, page, actions, rows.length === 1))}
    </ol>
  </div>`;
}
