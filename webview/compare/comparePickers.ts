import { html, nothing, type TemplateResult } from 'lit-html';
import type { ComparedRunView } from '../../src/core/report/comparisonViewModel';
import type { HistoryRunView, HistoryView } from '../../src/core/report/historyViewModel';
import type { JudgePair, RunPair } from '../../src/protocol/messages';
import { capitalized, t } from '../../src/core/text/countWords';
import { iconButton, type Option, picker } from '../dom/elements';
import { lastResult } from '../lastResult';
import { timeBeside } from '../../src/core/text/formatTime';
import { visibleLine } from '../text/visibleText';
import type { ComparePane } from './comparePane';
import type { Side } from './flipIndex';

function otherSide(side: Side): Side {
  return side === 'before' ? 'after' : 'before';
}

function pairOf({ state, view, history }: ComparePane): RunPair | undefined {
  return state.kind === 'none' ? (view.pair ?? history?.suggested) : state.runs;
}

/** Runs of other prompts, which were chosen in the editor. Only a comparison that has arrived names them. */
function otherRunsOf({ lastShown, history }: Pick<ComparePane, 'lastShown' | 'history'>): readonly ComparedRunView[] {
  const compared = lastShown === undefined ? [] : [lastShown.view.after, lastShown.view.before];
  return compared.filter(({ id }) => history?.runs.some((run) => run.id === id) !== true);
}

function judgesOf(pane: ComparePane, runId: string): readonly string[] {
  const listed = pane.history?.runs.find(({ id }) => id === runId);
  if (listed !== undefined) return [...new Set(listed.judges)];
  return otherRunsOf(pane).flatMap(({ id, judge }) => (id === runId ? judge : []));
}

/** The judge whose verdicts count on a side: the chosen one, the shown one, else the one the host will choose. */
function judgeOn(pane: ComparePane, pair: RunPair, side: Side): string | undefined {
  const { state } = pane;
  if (pair.judges !== undefined) return pair.judges[side];
  if (state.kind === 'shown') return state.view[side].judge;
  const others = judgesOf(pane, pair[otherSide(side)]);
  const own = judgesOf(pane, pair[side]);
  return own.find((judge) => others.includes(judge)) ?? own[0];
}

/** The pair with another run on one side, and the chosen judge where it has it; `undefined` if none can be compared. */
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
  const wanted = pair.before === pair.after ? theirs : mine;
  const judge = [wanted, theirs].find((name) => own.includes(name)) ?? own[0];
  return judge === undefined ? runs : { ...runs, judges: sided(side, judge, theirs) };
}

/** The latest run with several judges, compared with itself by its first two judges. */
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

function runName(run: HistoryRunView, of: HistoryView, beside: readonly string[], namesTutor: boolean): string {
  const { revision, repliesAt, status, statusText, rejudgedFrom, tutor } = run;
  const own = of.revisions[revision];
  const name = `${own?.title ?? ''}${own?.pinned === true ? t` (baseline)` : ''}`;
  const judged = rejudgedFrom === undefined ? '' : t`, judged again`;
  const end = status === 'completed' ? '' : `, ${statusText}`;
  return `${namesTutor ? `${tutor}, ` : ''}${name}, ${timeBeside(repliesAt, beside)}${judged}${end}`;
}

/** Runs of other prompts, then this prompt's. The facing run is offered only if two of its judges can be compared. */
function runOptions(
  history: HistoryView | undefined,
  lastShown: ComparePane['lastShown'],
  chosen: string,
  facing: string,
): readonly Option[] {
  const otherRuns = otherRunsOf({ lastShown, history });
  const all = history?.runs.filter(({ purpose }) => purpose === undefined) ?? [];
  const beside = [
    ...all.filter(({ id }) => id === facing).map(({ repliesAt }) => repliesAt),
    ...otherRuns.filter(({ id }) => id === facing).map(({ createdAt }) => createdAt),
  ];
  // With one revision and several tutors, only the tutor tells runs apart.
  const namesTutor = history?.revisions.length === 1 && new Set(all.map(({ tutor }) => tutor)).size > 1;
  const listed = [
    ...otherRuns
      .filter(({ id }) => id !== facing || id === chosen)
      .map(({ id, promptName, name, createdAt }) => ({
        value: id,
        title: `${promptName} ${name}, ${timeBeside(createdAt, beside)}`,
      })),
    ...all
      .filter(({ id, judges }) => id !== facing || id === chosen || new Set(judges).size > 1)
      .map((run) => ({ value: run.id, title: history ? runName(run, history, beside, namesTutor) : '' })),
  ];
  const isListed = chosen === '' || listed.some(({ value }) => value === chosen);
  return isListed ? listed : [{ value: chosen, title: chosen }, ...listed];
}

/** Kept: writing the times of many runs takes long, and a run under way draws four times a second. */
const optionsOf = { before: lastResult(runOptions), after: lastResult(runOptions) };

function runPicker(side: Side, pane: ComparePane, pair: RunPair | undefined): TemplateResult {
  const [chosen, facing] = [pair?.[side] ?? '', pair?.[otherSide(side)] ?? ''];
  const choices = optionsOf[side](pane.history, pane.lastShown, chosen, facing);
  const choose = (runId: string): void => {
    const next = pairWithRun(pane, side, runId);
    if (next !== undefined) pane.choose(next);
  };
  return picker('run-picker', capitalized(t(side)), chosen, choices, choose, { id: `pick-${side}` });
}

/** Shown for a run with several judges. Never offers the same judge of one run on both sides. */
function judgePicker(side: Side, pane: ComparePane, pair: RunPair | undefined): unknown {
  const judges = pair === undefined ? [] : judgesOf(pane, pair[side]);
  if (pair === undefined || judges.length < 2) return nothing;
  const { before, after } = pair;
  const chosen = judgeOn(pane, pair, side) ?? '';
  const facing = judgeOn(pane, pair, otherSide(side));
  const offered = judges.filter((judge) => judge === chosen || before !== after || judge !== facing);
  const names = offered.includes(chosen) || chosen === '' ? offered : [chosen, ...offered];
  const choices = names.map((name) => ({ value: name, title: name }));
  const choose = (judge: string): void => {
    if (facing !== undefined) pane.choose({ before, after, judges: sided(side, judge, facing) });
  };
  const name = html`${t`Judge`}<span class="sr-only"> ${t(side)}</span>`;
  return picker('judge-picker', name, chosen, choices, choose, { id: `judge-${side}`, tip: visibleLine(chosen) });
}

export function comparePickers(pane: ComparePane): TemplateResult {
  const pair = pairOf(pane);
  const sideView = (side: Side): TemplateResult =>
    html`<div class="side-picker">${runPicker(side, pane, pair)} ${judgePicker(side, pane, pair)}</div>`;
  const turned = <Of>({ before, after }: Record<Side, Of>) => ({ before: after, after: before });
  const swap = (): void => pane.choose(pair && { ...turned(pair), judges: pair.judges && turned(pair.judges) });
  return html`<div class="pickers">
    ${sideView('before')} ${iconButton('swap', t`Swap before and after`, swap, { enabled: pair !== undefined })}
    ${sideView('after')}
  </div>`;
}
