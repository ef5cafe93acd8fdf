import { html, nothing, type TemplateResult } from 'lit-html';
import type { CaseDetail } from '../../src/core/results/reportModel';
import { disclosure } from '../dom/elements';
import type { ReportActions } from '../panelActions';
import { modelText } from '../text/modelText';
import { t, visibleLine } from '../text/visibleText';
import { dialogueView } from './dialogue';
import { verdictList } from './verdict';

type Member = Omit<CaseDetail, 'sibling'>;

/** Longer facts, for instance a reference reply, are folded. Characters and lines. */
const longestFact = 160;
const mostFactLines = 3;

interface MemberProps {
  readonly name: string;
  readonly heading?: string;
  /** Number of turns that the other member already shows. */
  readonly shared: number;
  readonly openTurn?: number;
  readonly actions: ReportActions;
}

function isLong({ value }: Member['facts'][number]): boolean {
  return value.length > longestFact || value.split('\n', mostFactLines + 1).length > mostFactLines;
}

export function factList(facts: Member['facts'], className: string): TemplateResult {
  return html`<dl class=${className}>
    ${facts.map(
      ({ label, value }) =>
        html`<div>
          <dt>${visibleLine(t(label))}</dt>
          <dd>${modelText(value)}</dd>
        </div>`,
    )}
  </dl>`;
}

function memberView(member: Member, { name, heading, shared, openTurn, actions }: MemberProps): TemplateResult {
  const { turns, rawReplies, failure, system, facts, verdicts } = member;
  const short = facts.filter((fact) => !isLong(fact));
  const replies = turns.filter((turn) => turn.role === 'reply').length;
  return html`<div class="member">
    ${heading && html`<h3 dir="auto">${visibleLine(heading)}</h3>`}
    ${shared > 0 ? html`<p class="muted">${t`The dialogue before it is the same.`}</p>` : nothing}
    ${dialogueView({ turns: turns.slice(shared), verdicts, member: name, replies, openTurn, actions })}
    ${failure && html`<p class="problem" dir="auto">${visibleLine(failure)}</p>`}
    ${rawReplies.map(({ turn, text }) =>
      disclosure(
        rawReplies.length > 1 ? t`Raw reply ${String(turn)}, with thinking` : t`Raw reply, with thinking`,
        () => modelText(text, 'plain'),
      ),
    )}
    <h4 aria-level=${heading ? 4 : 3}>${t`Verdicts`}</h4>
    ${verdictList(verdicts, replies, name)} ${short.length === 0 ? nothing : factList(short, 'case-facts')}
    ${facts.filter(isLong).map(({ label, value }) => disclosure(visibleLine(t(label)), () => modelText(value)))}
    ${shared > 0 || system.trim() === '' ? nothing : disclosure(t`System prompt as sent`, () => modelText(system, 'plain'))}
  </div>`;
}

function sharedTurns(a: Member, b: Member): number {
  let count = 0;
  while (count < a.turns.length && a.turns[count]?.role === 'given' && a.turns[count]?.text === b.turns[count]?.text)
    count += 1;
  return count;
}

/** A case in full, or both members of a contrastive pair side by side. `name` is the prefix of its element ids. */
export function caseBody(
  detail: CaseDetail,
  openTurn: number | undefined,
  actions: ReportActions,
  name = 'case',
): TemplateResult {
  const { sibling } = detail;
  if (sibling === undefined) {
    return html`<div class="members">${memberView(detail, { name, shared: 0, openTurn, actions })}</div>`;
  }
  const heading = t`${sibling.summary.group}, the other half of the pair`;
  return html`<div class="members pair">
    ${memberView(detail, { name, heading: detail.summary.group, shared: 0, openTurn, actions })}
    ${memberView(sibling, { name: `${name}-sibling`, heading, shared: sharedTurns(sibling, detail), actions })}
  </div>`;
}
