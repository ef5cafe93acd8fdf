import { html, nothing, type TemplateResult } from 'lit-html';
import { guard } from 'lit-html/directives/guard.js';
import type { HistoryRunView, HistoryView } from '../../src/core/report/historyViewModel';
import type { JudgePair, RunPair } from '../../src/protocol/messages';
import { icon } from '../charts/icons';
import { timeBeside } from '../text/formatTime';
import { visibleLine } from '../text/visibleText';
import { type ComparePane, type Side, sideTitles } from './comparePane';
import type { StrayRun } from './compareViewState';

function otherSide(side: Side): Side {
  return side === 'before' ? 'after' : 'before';
}

function pairOf({ state, view, history }: ComparePane): RunPair | undefined {
  return state.kind === 'none' ? (view.pair ?? history?.suggested) : state.runs;
}

/** Runs that were compared and are in no list of this prompt: another prompt's, chosen in the editor. */
function straysOf({ view, history }: ComparePane): readonly StrayRun[] {
  return view.strays.filter(({ id }) => history?.runs.some((run) => run.id === id) !== true);
}

function judgesOf({ history, view }: ComparePane, runId: string): readonly string[] {
  const listed = history?.runs.find(({ id }) => id === runId);
  if (listed !== undefined) return [...new Set(listed.judges)];
  return view.strays.filter(({ id }) => id === runId).map(({ judge }) => judge);
}

/** Whose verdicts count on a side: as chosen, as shown, else as the host will choose. */
function judgeOn(pane: ComparePane, pair: RunPair, side: Side): string | undefined {
  const { state } = pane;
  if (pair.judges !== undefined) return pair.judges[side];
  if (state.kind === 'shown') return state.view[side].judge;
  const others = judgesOf(pane, pair[otherSide(side)]);
  const own = judgesOf(pane, pair[side]);
  return own.find((judge) => others.includes(judge)) ?? own[0];
}

/**
 * The pair with another run on one side. A run beside itself needs two of its judges; a judge that the reader chose stays where the
 * new run has it. `undefined` where there is nothing to compare it with.
 */
function pairWithRun(pane: ComparePane, side: Side, runId: string): RunPair | undefined {
  const pair = pairOf(pane);
  const facing = otherSide(side);
  const facingRun = pair?.[facing] ?? pane.history?.runs.find(({ id }) => id !== runId)?.id;
  if (facingRun === undefined) return undefined;
  const runs = sided(side, runId, facingRun);
  const own = judgesOf(pane, runId);
  if (runId === facingRun) {
    const taken = (pair && judgeOn(pane, pair, facing)) ?? own[0];
    const free = own.find((judge) => judge !== taken);
    return taken === undefined || free === undefined ? undefined : { ...runs, judges: sided(side, free, taken) };
  }
  if (pair?.judges === undefined) return runs;
  const { [side]: mine, [facing]: theirs } = pair.judges;
  const wished = pair.before === pair.after ? theirs : mine;
  const judge = [wished, theirs].find((name) => own.includes(name)) ?? own[0];
  return judge === undefined ? runs : { ...runs, judges: sided(side, judge, theirs) };
}

function turnedRound({ before, after, judges }: RunPair): RunPair {
  const runs = { before: after, after: before };
  return judges === undefined ? runs : { ...runs, judges: { before: judges.after, after: judges.before } };
}

/** A run with two judges or more, compared by the first two; the latest such run. */
export function judgesOfOneRun(history: HistoryView | undefined): RunPair | undefined {
  for (const { id, judges, status } of history?.runs ?? []) {
    const [before, after] = new Set(judges);
    if (status !== 'running' && before !== undefined && after !== undefined)
      return { before: id, after: id, judges: { before, after } };
  }
  return undefined;
}

function sided(side: Side, own: string, facing: string): JudgePair {
  return side === 'before' ? { before: own, after: facing } : { before: facing, after: own };
}

/** `beside` is the time of the run on the other side. */
function runName(run: HistoryRunView, of: HistoryView, beside: readonly string[], namesTutor: boolean): string {
  const { revision, repliesAt, status, statusText, rejudgedFrom, tutor } = run;
  const own = of.revisions[revision];
  const name = `${own?.label ?? own?.short ?? ''}${own?.pinned === true ? ' (baseline)' : ''}`;
  const judged = rejudgedFrom === undefined ? '' : ', judged again';
  const end = status === 'completed' ? '' : `, ${statusText}`;
  return visibleLine(`${namesTutor ? `${tutor}, ` : ''}${name}, ${timeBeside(repliesAt, beside)}${judged}${end}`);
}

/** Runs of the prompt, those of other prompts above them; the facing run only where two of its judges can be compared. */
function runOptions(
  history: HistoryView | undefined,
  strays: readonly StrayRun[],
  chosen: string,
  facing: string,
): TemplateResult {
  const all = history?.runs ?? [];
  const runs = all.filter(({ id, judges }) => id !== facing || id === chosen || new Set(judges).size > 1);
  const others = strays.filter(({ id }) => id !== facing || id === chosen);
  const isListed = [...runs, ...others].some(({ id }) => id === chosen);
  const beside = [
    ...all.flatMap(({ id, repliesAt }) => (id === facing ? [repliesAt] : [])),
    ...strays.flatMap(({ id, createdAt }) => (id === facing ? [createdAt] : [])),
  ];
  // Of one text that several tutors were tried with, nothing else tells the runs apart.
  const namesTutor = history?.revisions.length === 1 && new Set(all.map(({ tutor }) => tutor)).size > 1;
  const option = (id: string, name: string): TemplateResult =>
    html`<option value=${id} ?selected=${id === chosen}>${name}</option>`;
  return html`${isListed || chosen === '' ? nothing : option(chosen, visibleLine(chosen))}
  ${others.map(({ id, promptName, name, createdAt }) =>
    option(id, visibleLine(`${promptName} ${name}, ${timeBeside(createdAt, beside)}`)),
  )}
  ${history === undefined ? nothing : runs.map((run) => option(run.id, runName(run, history, beside, namesTutor)))}`;
}

function runPicker(side: Side, pane: ComparePane, pair: RunPair | undefined): TemplateResult {
  const { history } = pane;
  const [chosen, facing] = [pair?.[side] ?? '', pair?.[otherSide(side)] ?? ''];
  const strays = straysOf(pane);
  const change = (event: Event): void => {
    const next = pairWithRun(pane, side, (event.target as HTMLSelectElement).value);
    if (next !== undefined) pane.choose(next);
  };
  return html`<label class="run-picker">
    <span class="muted">${sideTitles[side]}</span>
    <select id="pick-${side}" .value=${chosen} @change=${change}>
      ${guard([history, JSON.stringify(strays), chosen, facing], () => runOptions(history, strays, chosen, facing))}
    </select>
  </label>`;
}

/** Offered where the run was judged by several; never the same judge of the same run on both sides. */
function judgePicker(side: Side, pane: ComparePane, pair: RunPair | undefined): unknown {
  if (pair === undefined) return nothing;
  const judges = judgesOf(pane, pair[side]);
  if (judges.length < 2) return nothing;
  const { before, after } = pair;
  const chosen = judgeOn(pane, pair, side) ?? '';
  const facing = judgeOn(pane, pair, otherSide(side));
  const offered = judges.filter((judge) => judge === chosen || before !== after || judge !== facing);
  const names = offered.includes(chosen) || chosen === '' ? offered : [chosen, ...offered];
  const change = (event: Event): void => {
    const judge = (event.target as HTMLSelectElement).value;
    if (facing !== undefined) pane.choose({ before, after, judges: sided(side, judge, facing) });
  };
  return html`<label class="judge-picker">
    <span class="muted">Judge<span class="sr-only"> ${side}</span></span>
    <select id="judge-${side}" data-tip=${visibleLine(chosen)} .value=${chosen} @change=${change}>
      ${names.map((name) => html`<option value=${name} ?selected=${name === chosen}>${visibleLine(name)}</option>`)}
    </select>
  </label>`;
}

export function comparePickers(pane: ComparePane): TemplateResult {
  const pair = pairOf(pane);
  const sideView = (side: Side): TemplateResult =>
    html`<div class="side-picker">${runPicker(side, pane, pair)} ${judgePicker(side, pane, pair)}</div>`;
  return html`<div class="pickers">
    ${sideView('before')}
    <button
      class="icon-button"
      type="button"
      aria-label="Swap before and after"
      data-tip=""
      aria-disabled=${String(pair === undefined)}
      @click=${() => pair && pane.choose(turnedRound(pair))}
    >
      ${icon('swap')}
    </button>
    ${sideView('after')}
  </div>`;
}
