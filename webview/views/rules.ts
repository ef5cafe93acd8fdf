import { html, nothing, type TemplateResult } from 'lit-html';
import type { RuleReport, TestedRule } from '../../src/core/results/ruleModel';
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
  const effectView = ({ effects }: TestedRule, index: number): TemplateResult => {
    const { title: target = '', unit = 'share', n = 0 } = targets[index] ?? {};
    const { worth: value, interval: ci, text = t`n/a` } = effects[index] ?? {};
    const scale = [-(reach[index] ?? 1), reach[index] ?? 1] as const;
    const shown = { value, unit, scale, n, excluded: 0, direction: 'up', ...(ci && { ci }) } as const;
    return html`<div class="rule-effect">
      <span dir="auto">${visibleLine(target)}</span> ${intervalBar(shown)}
      <span class="number">${text}, n ${n}</span>
    </div>`;
  };
  return html`<section class="fix-first rules" aria-labelledby="rules">
    <h2 id="rules">${title}</h2>
    ${list(rules, (rule) => {
      const { outcome, words, line, numbers, title: rest } = rule;
      const name = visibleLine(rest);
      const leaveOut = (): void => actions.post?.({ kind: 'leaveOut', rules: [...numbers] });
      const openLine = (): void => actions.post?.({ kind: 'openLine', line });
      return html`<li>
        ${changeMark(outcome === undefined ? 'tooFew' : looks[outcome])}
        <div class="fix-words">
          <p>
            <strong dir="auto">${actions.post && line > 0 ? link(name, openLine) : name}</strong>
            <span>${words}</span>
          </p>
          ${targets.map((_, index) => effectView(rule, index))}
        </div>
        ${actions.post === undefined || numbers.length === 0 || outcome === 'helps' ? nothing : button(t`Remove`, leaveOut, { label: t`Remove ${name}` })}
      </li>`;
    })}
    ${notes.map((note) => html`<p class="muted" dir="auto">${visibleLine(note)}</p>`)}
  </section>`;
}
