import { html, nothing, type TemplateResult } from 'lit-html';
import { keyed } from 'lit-html/directives/keyed.js';
import type { ComparisonView, DiffSegment, FlipDetail } from '../../src/core/report/comparisonViewModel';
import type { CaseDetail, CaseTurn, CaseVerdict } from '../../src/core/results/reportModel';
import { capitalized, t, wholeNumber } from '../../src/core/text/countWords';
import { changeMark } from '../charts/outcomeMark';
import { checkbox, cssVariables, disclosure, iconButton, picker } from '../dom/elements';
import type { PanelActions } from '../panelActions';
import { timeBeside } from '../../src/core/text/formatTime';
import { modelText } from '../text/modelText';
import { visibleLine, visibleText } from '../text/visibleText';
import { dialogueView } from '../views/dialogue';
import { replyHead, replyId, verdictsId, verdictView } from '../views/verdict';
import type { ComparePane } from './comparePane';
import { flipWords, type ListedFlip, type Side, sides } from './flipIndex';

/** Characters of a reply that are marked word by word. The rest is read without marks. */
const longest = 20_000;

function diffWords(segments: readonly DiffSegment[], side: Side): TemplateResult {
  const own = segments.filter(({ kind }) => kind === 'same' || kind === (side === 'before' ? 'removed' : 'added'));
  let left = longest;
  const pieces = own.map(({ kind, text }) => {
    if (left <= 0) return nothing;
    const shown = visibleText(text.slice(0, left));
    left -= text.length;
    if (kind === 'same') return shown;
    return kind === 'removed' ? html`<del>${shown}</del>` : html`<ins>${shown}</ins>`;
  });
  const rest = own.reduce((sum, { text }) => sum + text.length, 0) - longest;
  const note = html`<p class="muted">${t`${wholeNumber(rest)} more characters. Turn off the marks to read them.`}</p>`;
  return html`<div class="model-text" dir="auto"><div class="diff-text">${pieces}${rest > 0 ? '…' : nothing}</div></div>
    ${rest > 0 ? note : nothing}`;
}

function turnsOf(detail: CaseDetail | undefined, role: CaseTurn['role']): readonly CaseTurn[] {
  return detail?.turns.filter((turn) => turn.role === role) ?? [];
}

function openingView(detail: FlipDetail, actions: PanelActions): unknown {
  const [before, after] = [turnsOf(detail.before, 'given'), turnsOf(detail.after, 'given')];
  const turns = after.length > 0 ? after : before;
  if (turns.length === 0) return nothing;
  const isSame = before.length === 0 || after.length === 0 || JSON.stringify(before) === JSON.stringify(after);
  return disclosure(
    isSame ? t`Earlier turns, the same in both runs` : t`Earlier turns, as in the run after`,
    () => dialogueView({ turns, member: 'opening', replies: 0, actions }),
    { open: turns.length < 3 },
  );
}

function replyCell(side: Side, number: number, several: boolean, detail: FlipDetail, marked: boolean): TemplateResult {
  const reply = turnsOf(detail[side], 'reply')[number - 1];
  const diff = detail.turns.find(({ turn }) => turn === (reply?.turn ?? number));
  const name = `${capitalized(t(side))}${several ? t`, reply ${String(number)}` : ''}`;
  const note = (words: string): TemplateResult => html`<p class="muted">${words}</p>`;
  const text = (): unknown => {
    if (reply === undefined) return note(detail[side] === undefined ? t`Not in this run.` : t`No reply.`);
    if (reply.text.trim() === '') return note(t`(empty)`);
    return marked && diff !== undefined ? diffWords(diff.segments, side) : modelText(reply.text);
  };
  return html`<div class="paired-reply" id=${replyId(side, number)} tabindex="-1" role="group" aria-label=${name}>
    <span class="speaker">${name}</span>
    ${text()}
  </div>`;
}

function flipTurns(detail: FlipDetail, marked: boolean, actions: PanelActions): TemplateResult {
  const turns = Math.max(
    ...sides.flatMap((side) => [turnsOf(detail[side], 'pivot').length, turnsOf(detail[side], 'reply').length]),
  );
  const message = (turn: CaseTurn | undefined): unknown =>
    turn && dialogueView({ turns: [turn], member: 'message', replies: 1, actions });
  const turnView = (number: number): TemplateResult => {
    const [before, after] = sides.map((side) => turnsOf(detail[side], 'pivot')[number - 1]);
    const isShared = before === undefined || after === undefined || before.text === after.text;
    return html`<li class="paired-turn">
      ${
        isShared
          ? message(after ?? before)
          : html`<div class="paired">${[before, after].map((turn) => html`<div>${message(turn)}</div>`)}</div>`
      }
      <div class="paired">${sides.map((side) => replyCell(side, number, turns > 1, detail, marked))}</div>
    </li>`;
  };
  return html`${openingView(detail, actions)}
    <ol class="paired-turns" aria-label=${t`Both dialogues, turn by turn`}>
      ${Array.from({ length: turns }, (_, index) => turnView(index + 1))}
    </ol>`;
}

function trialPicker({ of }: ListedFlip, { view, frame }: ComparePane): unknown {
  if (of.trials.length < 2) return nothing;
  const trials = of.trials.map(({ repeat, before, after }, index) => {
    const lone = before === undefined ? t` (after only)` : after === undefined ? t` (before only)` : '';
    return { value: String(index), title: `${String(repeat + 1)}${lone}` };
  });
  const chosen = String(view.trial);
  const choose = (trial: string): void => frame.change({ trial: Number(trial) });
  return picker('trial-picker', t`Repeat`, chosen, trials, choose, { id: 'play' });
}

function content(flip: ListedFlip, view: ComparisonView, pane: ComparePane, panel: PanelActions): TemplateResult {
  const { marked } = pane.view;
  const { detail = 'loading' } = pane.flip ?? {};
  const wait = detail === 'missing' ? t`Neither run has this case any more.` : t`Reading both cases…`;
  if (typeof detail === 'string') return html`<p class="muted case-wait">${wait}</p>`;
  const isUnpaired = view.benchmarks.some(({ id, unpaired }) => id === flip.benchmark && unpaired);
  const note = t`Repeats are not paired between the runs. These two only have the same number.`;
  return html`${isUnpaired ? html`<p class="muted">${note}</p>` : nothing}
  ${checkbox('mark-words', t`Mark changed words`, marked, (isMarked) => pane.frame.change({ marked: isMarked }))}
  ${flipTurns(detail, marked, panel)} ${flipVerdicts(flip, view, detail)}`;
}

export function flipDetailView(
  flip: ListedFlip,
  view: ComparisonView,
  pane: ComparePane,
  panel: PanelActions,
): TemplateResult {
  const { index } = pane;
  const at = index.shown.findIndex(({ id }) => id === flip.id);
  const step = (name: 'previous' | 'next', to: ListedFlip | undefined): TemplateResult => {
    const label = name === 'next' ? t`Next verdict in the list` : t`Previous verdict in the list`;
    return iconButton(name, label, () => pane.openFlip(to?.id), { enabled: to !== undefined });
  };
  const back = (): void => pane.openFlip(undefined);
  const onKey = (event: KeyboardEvent): void => {
    if (event.key === 'Escape' && !event.defaultPrevented) back();
  };
  const turn = flip.turn === undefined ? '' : t`, turn ${String(flip.turn)}`;
  return html`<div class="case-detail flip-detail" @keydown=${onKey}>
    <div class="case-head">
      ${iconButton('back', t`Back to the comparison`, back)}
      <h2 id="flip-heading" dir="auto">${visibleLine(flip.of.title || flip.of.id)}</h2>
      <span class="muted case-head-group" dir="auto">${visibleLine(flip.of.group)}</span>
      <span class="case-commands">
        ${step('previous', index.shown[at - 1])} ${step('next', at < 0 ? undefined : index.shown[at + 1])}
      </span>
    </div>
    <div class="case-content" id="flip-content" tabindex="0" role="region" aria-labelledby="flip-heading">
      <p class="flip-summary">
        <span class="flip-kind ${flip.kind} has-tip" data-tip=${flipWords[flip.kind].means}
          >${changeMark(flip.kind)} ${flipWords[flip.kind].title}</span
        >
        <bdi class="strong">${visibleLine(flip.criterion ?? flip.judgeTitle)}${turn}</bdi>
        <span dir="auto">${visibleLine(flip.before)} → ${visibleLine(flip.after)}</span>
        ${trialPicker(flip, pane)}
      </p>
      <p class="muted">
        <bdi>${visibleLine(view.before.name)}</bdi>, ${timeBeside(view.before.createdAt, [view.after.createdAt])} →
        <bdi>${visibleLine(view.after.name)}</bdi>, ${timeBeside(view.after.createdAt, [view.before.createdAt])}
      </p>
      ${keyed(`${flip.id} ${String(pane.view.trial)}`, content(flip, view, pane, panel))}
    </div>
  </div>`;
}

/** One judge's verdicts on the same reply in both runs. A side without such a verdict is absent. */
type VerdictPair = Readonly<Partial<Record<Side, CaseVerdict>>>;

/**
 * The verdicts of both runs, paired by reply, judge and criterion. The flipped verdict and its reply come first. The
 * rest keeps the order in which the judges are asked; judge models that are not compared come last.
 */
function pairVerdicts(flip: ListedFlip, view: ComparisonView, detail: FlipDetail) {
  const verdictsOf = (side: Side): readonly CaseVerdict[] => detail[side]?.verdicts ?? [];
  const all = sides.flatMap(verdictsOf);
  const turns = [...new Set(all.map(({ turn }) => turn))].sort((one, other) => (one ?? 0) - (other ?? 0));
  return firstWhere(turns, (turn) => turn === flip.turn).map((turn) => {
    const keys = [...new Set(all.filter((verdict) => verdict.turn === turn).map(keyOf))];
    const pairs = keys.flatMap((key): readonly VerdictPair[] => {
      const [before = [], after = []] = sides.map((side) =>
        firstWhere(
          verdictsOf(side).filter((verdict) => verdict.turn === turn && keyOf(verdict) === key),
          ({ judgeModel }) => judgeModel === view[side].judge,
        ),
      );
      const length = Math.max(before.length, after.length);
      return Array.from({ length }, (_, position) => ({ before: before[position], after: after[position] }));
    });
    return { turn, pairs: firstWhere(pairs, ({ before, after }) => isOf(flip, before ?? after)) };
  });
}

function keyOf({ judge, criterionId, criterion }: CaseVerdict): string {
  return JSON.stringify([judge, criterionId ?? criterion ?? '']);
}

/** A long criterion of a flip is cut and ends with `…`. */
function isOf({ judge, criterion }: ListedFlip, verdict: CaseVerdict | undefined): boolean {
  if (verdict?.judge !== judge) return false;
  if (criterion === undefined) return true;
  const words = verdict.criterion ?? '';
  return words === criterion || (criterion.endsWith('…') && words.startsWith(criterion.slice(0, -1)));
}

function firstWhere<T>(all: readonly T[], isFirst: (one: T) => boolean): readonly T[] {
  return [...all.filter(isFirst), ...all.filter((one) => !isFirst(one))];
}

function absentView({ before, after }: VerdictPair): TemplateResult {
  return html`<li class="verdict">
    <div class="verdict-head">
      <span class="verdict-title"><bdi>${visibleLine((before ?? after)?.judgeTitle ?? '')}</bdi></span>
      <span class="muted">${t`no verdict in this run`}</span>
    </div>
  </li>`;
}

function headOf(side: Side, turn: number | undefined): TemplateResult {
  if (turn === undefined) return html`<h4>${t`Whole dialogue`}</h4>`;
  return html`<h4 id=${verdictsId(side, turn)} tabindex="-1">${replyHead(side, turn)}</h4>`;
}

function sideView(
  side: Side,
  sections: ReturnType<typeof pairVerdicts>,
  detail: FlipDetail,
  hasHeads: boolean,
): unknown {
  const own = detail[side];
  if (own === undefined) return html`<p class="muted">${t`Not in this run.`}</p>`;
  if (own.verdicts.length === 0) return html`<p class="muted">${t`No verdict yet.`}</p>`;
  const several = new Set(own.verdicts.map(({ judgeModel }) => judgeModel)).size > 1;
  return sections.map(({ turn, pairs }) => {
    const of = hasHeads ? `, ${turn === undefined ? t`whole dialogue` : t`reply ${String(turn)}`}` : '';
    const label = t`Verdicts ${t(side)}${of}`;
    return html`${hasHeads ? headOf(side, turn) : nothing}
      <ul class="verdicts" aria-label=${label} ${cssVariables({ '--pairs': String(pairs.length) })}>
        ${pairs.map((pair) => (pair[side] ? verdictView(pair[side], several) : absentView(pair)))}
      </ul>`;
  });
}

function flipVerdicts(flip: ListedFlip, view: ComparisonView, detail: FlipDetail): TemplateResult {
  const replies = sides.map((side) => detail[side]?.turns.filter(({ role }) => role === 'reply').length ?? 0);
  const found = pairVerdicts(flip, view, detail);
  const hasHeads = Math.max(...replies) > 1 && found.some(({ turn }) => turn !== undefined);
  const sections = hasHeads ? found : [{ turn: undefined, pairs: found.flatMap(({ pairs }) => pairs) }];
  const rows = sections.reduce((sum, { pairs }) => sum + pairs.length + (hasHeads ? 1 : 0), 1);
  return html`<div class="flip-verdicts">
    <div class="paired verdict-sides" ${cssVariables({ '--rows': String(rows) })}>
      ${sides.map((side) => {
        const failure = detail[side]?.failure;
        return html`<div class="verdict-side">
          <div>
            <h3>${t`Verdicts ${t(side)}`}</h3>
            ${failure && html`<p class="problem" dir="auto">${visibleLine(failure)}</p>`}
          </div>
          ${sideView(side, sections, detail, hasHeads)}
        </div>`;
      })}
    </div>
  </div>`;
}
