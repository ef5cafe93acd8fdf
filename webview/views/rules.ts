import { html, nothing, type TemplateResult } from 'lit-html';
import type { CiteReport, RuleEffect, RuleOutcome, RuleReport } from '../../src/core/results/ruleModel';
import { t } from '../../src/core/text/countWords';
import { intervalBar } from '../charts/intervalBar';
import { changeMark } from '../charts/outcomeMark';
import { button, link, list } from '../dom/elements';
import type { ReportActions } from '../panelActions';
import { visibleLine } from '../text/visibleText';

const looks = {
  helps: 'better',
  hurts: 'worse',
  mixed: 'changed',
  either: 'equivalent',
  nothing: 'noEvidence',
} as const;

/** What each rule adds to each target, with the whole range of a target as the scale of its bars. */
export function rulesView(report: RuleReport, actions: ReportActions): TemplateResult {
  const { title, targets, rules, notes } = report;
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
      <span class="number">${text}, n ${n}</span>
    </div>`;
  };
  // Of a race, which shows no numbers.
  const isWinner = (outcome?: RuleOutcome): boolean => targets.length === 0 && outcome === 'helps';
  return html`<section class="fix-first rules" aria-labelledby="rules">
    <h2 id="rules">${title}</h2>
    ${list(rules, ({ outcome, words, line, numbers, effects, title: rest }, place) => {
      const name = visibleLine(rest);
      const mayGo = numbers.length > 0 && outcome !== 'helps';
      const confirm = (): void => actions.post?.({ kind: 'confirmEdit', place, rules: [...numbers] });
      const leaveOut = (): void => actions.post?.({ kind: 'leaveOut', rules: [...numbers] });
      const openLine = (): void => actions.post?.({ kind: 'openLine', line });
      return html`<li>
        ${changeMark(outcome === undefined ? 'tooFew' : looks[outcome])}
        <div class="fix-words">
          <p>
            <strong dir="auto">${actions.post && line > 0 ? link(name, openLine) : name}</strong>
            <span>${words}</span>
          </p>
          ${targets.map((_, index) => effectView(effects[index], index))}
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
    ${notes.map((note) => html`<p class="muted" dir="auto">${visibleLine(note)}</p>`)}
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
    ${notes.map((note) => html`<p class="muted" dir="auto">${visibleLine(note)}</p>`)}
  </section>`;
}
