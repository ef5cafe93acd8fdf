import { html, nothing, type TemplateResult } from 'lit-html';
import type { LabelRow, LabelWork } from '../../src/core/labels/labellingView';
import { link, list, plainButton } from '../dom/elements';
import { modelText } from '../text/modelText';
import { t, visibleLine, visibleText } from '../text/visibleText';
import { verdictLabel, verdictReasons } from '../views/verdict';
import { keyOfChoice, type LabelPane } from './labelPane';

function choiceList(row: LabelRow, pane: LabelPane): TemplateResult {
  const chosen = pane.chosenOf(row);
  return html`<ol class="label-choices">
    ${row.choices.map(({ title, meaning }, index) => {
      const name = visibleLine(title);
      const id = `label-meaning-${String(index)}`;
      const words = html`<kbd>${keyOfChoice(index)}</kbd> <bdi class="strong">${name}</bdi>`;
      return html`<li class="label-option ${index === chosen ? 'chosen' : ''}">
        ${plainButton('label-choice', words, () => pane.label(row.slot, index), {
          pressed: index === chosen,
          ...(meaning !== '' && { describedBy: id }),
        })}
        ${
          meaning &&
          html`<p class="label-meaning" id=${id} dir="auto">
            <bdi class="label-meant strong" aria-hidden="true">${name}:</bdi> ${visibleLine(meaning)}
          </p>`
        }
      </li>`;
    })}
  </ol>`;
}

function reasonView(row: LabelRow, pane: LabelPane): unknown {
  const { reason } = row;
  if (pane.writing !== row.slot) {
    if (pane.chosenOf(row) === undefined) return nothing;
    const words = html`${reason === undefined ? t`Add a reason` : t`Change`} <kbd>r</kbd>`;
    return html`<p class="label-reason">
      ${reason && html`<bdi>${visibleLine(reason)}</bdi>`} ${link(words, () => pane.write(row.slot))}
    </p>`;
  }
  const onKey = (event: KeyboardEvent): void => {
    if (event.key !== 'Enter' || event.isComposing) return;
    event.preventDefault();
    event.stopPropagation();
    pane.saveReason((event.currentTarget as HTMLElement & { value: string }).value);
  };
  return html`<vscode-text-field
    class="label-reason-field"
    id="label-reason"
    aria-label=${t`Reason for ${row.title}`}
    placeholder=${t`Reason: Enter saves, Esc cancels`}
    maxlength="2000"
    .value=${reason ?? ''}
    @keydown=${onKey}
  ></vscode-text-field>`;
}

function modeNote({ mode }: LabelRow, work: LabelWork): unknown {
  if (mode === undefined || mode === work.mode) return nothing;
  const words =
    mode === 'blind'
      ? t`You labelled this blind, and that label still counts when a judge is checked. A new label is kept beside it.`
      : t`You have already seen a verdict on this, so your label stays marked as reviewing.`;
  return html`<p class="label-note muted">${words}</p>`;
}

function verdictView(verdict: LabelRow['verdicts'][number]): TemplateResult {
  return html`<li>
    <div class="verdict-head"><bdi class="muted">${visibleLine(verdict.judgeModel)}</bdi> ${verdictLabel(verdict)}</div>
    ${verdictReasons(verdict)}
  </li>`;
}

function openRow(row: LabelRow, work: LabelWork, pane: LabelPane): TemplateResult {
  const { criterion, question, definition, verdicts } = row;
  return html`<div class="label-row-body">
    ${criterion && html`<div class="criterion">${modelText(criterion)}</div>`}
    <p class="strong" dir="auto">${visibleLine(question)}</p>
    ${definition && html`<p class="label-definition muted" dir="auto">${visibleText(definition)}</p>`}
    ${choiceList(row, pane)} ${modeNote(row, work)} ${reasonView(row, pane)}
    ${list(verdicts, verdictView, { className: 'label-verdicts', label: t`Verdicts of judges` })}
  </div>`;
}

function rowView(row: LabelRow, work: LabelWork, pane: LabelPane, isLone: boolean): TemplateResult {
  const isActive = row.slot === pane.active;
  const chosen = row.choices[pane.chosenOf(row) ?? -1];
  const given = chosen
    ? html`<bdi class="label-given strong">${visibleLine(chosen.title)}</bdi>`
    : html`<span class="label-given muted">–<span class="sr-only">${t`not labelled`}</span></span>`;
  const title = html`<bdi class="label-row-title"
      >${visibleLine(isActive ? row.title : (row.criterion ?? row.title))}</bdi
    >
    ${given}`;
  const head = plainButton('label-row-head', title, () => pane.activate(row.slot), { expanded: isActive });
  return html`<li class="label-row ${isActive ? 'active' : ''}" data-slot=${row.slot}>
    ${isLone && row.criterion !== undefined ? nothing : head} ${isActive ? openRow(row, work, pane) : nothing}
  </li>`;
}

export function labelRows(rows: readonly LabelRow[], work: LabelWork, pane: LabelPane): TemplateResult {
  return html`<div
    class="label-rows"
    id="label-rows"
    role="application"
    aria-label=${t`Labels of this reply`}
    aria-describedby="label-keys"
    tabindex="0"
  >
    <ol>
      ${rows.map((row) => rowView(row, work, pane, rows.length === 1))}
    </ol>
  </div>`;
}
