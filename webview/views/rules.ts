import { html, nothing, type TemplateResult } from 'lit-html';
import type {
  ChangedRule,
  CiteReport,
  RuleEffect,
  RuleOutcome,
  RuleReport,
  RulesView,
} from '../../src/core/results/ruleModel';
import { listWords, t } from '../../src/core/text/countWords';
import { formatTime } from '../../src/core/text/formatTime';
import type { PanelState } from '../../src/protocol/panelState';
import { intervalBar } from '../charts/intervalBar';
import { changeMark } from '../charts/outcomeMark';
import { button, link, list, waiting } from '../dom/elements';
import type { PanelActions, ReportActions } from '../panelActions';
import { visibleLine } from '../text/visibleText';

const looks = {
  helps: 'better',
  hurts: 'worse',
  mixed: 'changed',
  either: 'equivalent',
  nothing: 'noEvidence',
} as const;

/** A report on its own has no judge to ask. */
export function mayAsk({ phase, trusted, example }: Pick<PanelState, 'phase' | 'trusted' | 'example'>): boolean {
  return phase.kind === 'done' && trusted && example !== true;
}

/** Whether a judge may be asked about the failing replies of the shown run, which it was not yet. */
function canAsk({ report, fixFirst = [], ...state }: PanelState): boolean {
  return mayAsk(state) && fixFirst.length > 0 && report?.cites === undefined && report?.rules === undefined;
}

export function hasRulesView(state: PanelState): boolean {
  const { rules, cites } = state.report ?? {};
  return state.hasRules === true || rules !== undefined || cites !== undefined || canAsk(state);
}

/** What tests, judges and revisions say of the rules. `found`: from other runs; `undefined` while it is being read. */
export function rulesView(state: PanelState, found: RulesView | undefined, actions: PanelActions): TemplateResult {
  const { report, phase, trusted, hasRules = false } = state;
  const { changed = [], alike = [], tested } = found ?? {};
  const run = report?.run.id;
  const shown = report?.rules && { run, report: report.rules };
  const tests = [shown, tested?.run === run ? undefined : tested].filter((one) => one !== undefined);
  const texts = new Set(tests.flatMap((one) => one.report.rules.map(({ text }) => text)));
  const others = changed.filter(({ text }) => !texts.has(text));
  const cites = report?.cites ?? found?.cites;
  const isRunning = phase.kind === 'running' || phase.kind === 'cancelling';
  const pending = isRunning
    ? t`What a test of rules or edits finds is shown when it has ended.`
    : found === undefined
      ? t`Reading the runs of this prompt…`
      : '';
  const mayTest = hasRules && trusted && !isRunning;
  const test = (): void => actions.run('testRules');
  const again = tested !== undefined && mayTest ? link(t`Test Rules`, test) : undefined;
  const said = [
    t`A test plays each sample three times, leaves each rule out of one play, and shows what the scores lose.`,
    ...alike.map((pair) => t`Rules ${listWords(pair.map(String))} are alike, so both are also left out at once.`),
  ];
  const start = mayTest ? [button(t`Test Rules`, test, { primary: true })] : [];
  const ask = link(t`Ask a judge which rules were broken…`, () => actions.post({ kind: 'citeRules' }));
  return html`${pending && html`<p class="muted rules-note">${pending}</p>`}
  ${tests.map((one) => testView({ ...one, changed }, actions))} ${again && html`<p class="rules-note">${again}</p>`}
  ${found !== undefined && tested === undefined && hasRules && !isRunning ? waiting(t`No test of rules yet`, said, start) : nothing}
  ${others.length === 0 ? nothing : testView({ report: untested(others), changed: others }, actions)}
  ${cites && opinionView(cites)} ${canAsk(state) ? html`<p class="rules-note">${ask}</p>` : nothing}`;
}

function note(words: string): TemplateResult {
  return html`<p class="muted" dir="auto">${visibleLine(words)}</p>`;
}

interface ShownTest {
  readonly run?: string | undefined;
  readonly report: RuleReport;
  /** When the test was made, of another run than the shown one. */
  readonly at?: string;
  readonly changed?: readonly ChangedRule[];
}

function revisionLines({ revisions }: ChangedRule, { compare }: Partial<PanelActions>): unknown {
  return revisions.map(
    ({ name, at, sizes, pair }) =>
      html`<p class="muted" dir="auto">
        ${t`No other rule changed, ${formatTime(at)}: ${visibleLine(name)}`} ${sizes && `· ${visibleLine(sizes)}`}
        ${pair && link(t`Compare`, () => compare?.(pair))}
      </p>`,
  );
}

/** Rules that were in no test, with the revisions that changed them alone. */
function untested(all: readonly ChangedRule[]): RuleReport {
  const rules = all.map(({ title, text, line }) => {
    return { title, text, line, numbers: [], effects: [], outcome: undefined, words: '' };
  });
  return { title: t`Revisions that changed one rule`, targets: [], rules, kept: [], notes: [] };
}

const effectAxis = html`<div class="rule-effect effect-axis muted" aria-hidden="true">
  <span class="axis-head"><span>← ${t`worse`}</span><span>0</span><span>${t`better`} →</span></span>
</div>`;

/** What each rule adds to each target, with the whole range of a target as the scale of its bars. */
export function testView(
  { report, run: runId = '', at, changed = [] }: ShownTest,
  actions: ReportActions & Partial<PanelActions>,
): TemplateResult {
  const { title, targets, rules, notes } = report;
  const id = `rules-${runId}`;
  const reach = targets.map((_, index) =>
    Math.max(
      ...rules.flatMap(({ effects }) => {
        const { worth = 0, interval } = effects[index] ?? {};
        return [worth, interval?.low ?? 0, interval?.high ?? 0].map(Math.abs);
      }),
    ),
  );
  const effectView = (effect: RuleEffect | undefined, index: number): TemplateResult => {
    const { title: target = '', unit = 'share', n = 0 } = targets[index] ?? {};
    const { worth: value, interval: ci, text = t`n/a` } = effect ?? {};
    const scale = [-(reach[index] ?? 1), reach[index] ?? 1] as const;
    const shown = { value, unit, scale, n, excluded: 0, direction: 'up', ...(ci && { ci }) } as const;
    return html`<div class="rule-effect">
      <span dir="auto">${visibleLine(target)}</span> ${intervalBar(shown)}
      <span class="number">${text}, n&nbsp;${n}</span>
    </div>`;
  };
  // Of a race, which shows no numbers.
  const isWinner = (outcome?: RuleOutcome): boolean => targets.length === 0 && outcome === 'helps';
  return html`<section class="fix-first rules" aria-labelledby=${id}>
    <h2 id=${id}>${title}</h2>
    ${at && note(t`Test of ${formatTime(at)}`)}
    ${list(rules, ({ outcome, words, line, numbers, effects, text, advice, title: rest }, position) => {
      const isBare = outcome === undefined && numbers.length === 0;
      const own = changed.find((one) => one.text === text);
      const name = visibleLine(rest);
      const mayGo = numbers.length > 0 && outcome !== 'helps';
      const confirm = (): void => actions.post?.({ kind: 'confirmEdit', runId, position, rules: [...numbers] });
      const leaveOut = (): void => actions.post?.({ kind: 'leaveOut', runId, rules: [...numbers] });
      const openLine = (): void => actions.post?.({ kind: 'openLine', line });
      return html`<li>
        ${isBare ? html`<span></span>` : changeMark(outcome === undefined ? 'tooFew' : looks[outcome])}
        <div class="fix-words">
          <p>
            <strong dir="auto">${actions.post && line > 0 ? link(name, openLine) : name}</strong>
            <span>${words}</span>
          </p>
          ${position === 0 && targets.length > 0 ? effectAxis : nothing}
          ${targets.map((_, index) => effectView(effects[index], index))} ${advice && note(advice)}
          ${own && revisionLines(own, actions)}
        </div>
        ${
          actions.post === undefined
            ? nothing
            : html`<div class="fix-buttons">
                ${isWinner(outcome) || (mayGo && outcome !== undefined) ? button(t`Confirm`, confirm, { label: mayGo ? t`Confirm the removal of ${name}` : t`Confirm ${name}` }) : nothing}
                ${mayGo ? button(t`Remove`, leaveOut, { label: t`Remove ${name}` }) : nothing}
              </div>`
        }
      </li>`;
    })}
    ${notes.map(note)}
  </section>`;
}

/** What a judge named, apart from what was measured. */
export function opinionView({ title, rules, notes, unusable }: CiteReport): TemplateResult {
  return html`<section class="fix-first opinion ${unusable === undefined ? '' : 'muted'}" aria-labelledby="opinion">
    <h2 id="opinion">${title}</h2>
    ${list(
      rules,
      ({ number, text, words }) =>
        html`<li>
          <div class="fix-words">
            <p><strong dir="auto">${number}. ${visibleLine(text)}</strong> <span>${words}</span></p>
          </div>
        </li>`,
    )}
    ${notes.map(note)}
  </section>`;
}
