import { html, nothing, type TemplateResult } from 'lit-html';
import type { ComparisonView, PromptChangeView, PromptLineView } from '../../src/core/report/comparisonViewModel';
import { countWords, t } from '../../src/core/text/countWords';
import { button, disclosure, list } from '../dom/elements';
import { visibleText } from '../text/visibleText';
import type { ComparePane } from './comparePane';

/** Unchanged lines shown before and after a change; the others are folded. */
const context = 2;
const longestLine = 2_000;

const signs: Readonly<Record<PromptLineView['kind'], string>> = { same: ' ', removed: '−', added: '+' };
/** Rules that are written out; the lines below them show all. */
const mostRules = 6;

function words({ kind, parts }: PromptLineView): unknown {
  let left = longestLine;
  const pieces = parts.map(({ text, marked }) => {
    const shown = visibleText(text.slice(0, Math.max(0, left)));
    left -= text.length;
    return marked ? html`<mark>${shown}</mark>` : shown;
  });
  const content = html`${pieces}${left < 0 ? '…' : nothing}`;
  if (kind === 'removed') return html`<del>${content}</del>`;
  return kind === 'added' ? html`<ins>${content}</ins>` : content;
}

function lineView(line: PromptLineView): TemplateResult {
  return html`<li class="diff-line ${line.kind}">
    <span class="diff-number number" aria-hidden="true">${line.after ?? line.before}</span>
    <span class="diff-sign" aria-hidden="true">${signs[line.kind]}</span>
    <span class="diff-words" dir="auto">${words(line)}</span>
  </li>`;
}

interface LineBlock {
  readonly folded: boolean;
  readonly lines: PromptLineView[];
}

function blocksOf(lines: readonly PromptLineView[]): readonly LineBlock[] {
  const near = new Set<number>();
  lines.forEach((line, index) => {
    if (line.kind !== 'same') for (let by = -context; by <= context; by += 1) near.add(index + by);
  });
  const blocks: LineBlock[] = [];
  lines.forEach((line, index) => {
    const folded = !near.has(index);
    const last = blocks.at(-1);
    if (last?.folded === folded) last.lines.push(line);
    else blocks.push({ folded, lines: [line] });
  });
  return blocks;
}

function blockView({ folded, lines }: LineBlock): TemplateResult {
  const list = html`<ol class="diff-lines">
    ${lines.map(lineView)}
  </ol>`;
  if (!folded || lines.length === 1) return list;
  return html`<details class="diff-fold">
    <summary>${countWords(lines.length, 'unchanged line', 'unchanged lines')}</summary>
    ${list}
  </details>`;
}

function rulesView({ rules }: PromptChangeView): unknown {
  const listed = list(
    rules.slice(0, mostRules),
    ({ kind, number, before, after }) =>
      html`<li>
        <span class="muted">${t`Rule ${number} ${t(kind)}:`}</span>
        ${before && html`<del dir="auto">${visibleText(before)}</del>`}
        ${after && html`<ins dir="auto">${visibleText(after)}</ins>`}
      </li>`,
    { className: 'rule-changes', label: t`Rules that changed` },
  );
  const more = rules.length - mostRules;
  return more > 0
    ? html`${listed}
        <p class="muted">${t`and ${countWords(more, 'more rule', 'more rules')}`}</p>`
    : listed;
}

function changeView({ prompt, samePrompt }: ComparisonView): TemplateResult {
  const same = t`Both runs have the same prompt: any difference comes from chance, or from another model or judge.`;
  if (samePrompt) return html`<p>${same}</p>`;
  if (prompt === undefined) return html`<p class="muted">${t`One of the two prompt texts is not available.`}</p>`;
  const { added, removed, lines, omitted } = prompt;
  const more = t`${countWords(omitted, 'more line is', 'more lines are')} in the diff editor.`;
  const diff = (): TemplateResult =>
    html`<div class="diff" tabindex="0" role="region" aria-label=${t`Lines of the prompt`}>
        ${blocksOf(lines).map(blockView)}
      </div>
      ${omitted === 0 ? nothing : html`<p class="muted">${more}</p>`}`;
  const count = t`${countWords(added, 'line', 'lines')} added, ${String(removed)} removed`;
  // The rules say it shorter. Without one, the lines are all there is.
  return prompt.rules.length === 0 ? diff() : html`${rulesView(prompt)} ${disclosure(count, diff)}`;
}

export function promptDiff(view: ComparisonView, pane: ComparePane): TemplateResult {
  const [before, after] = [view.before.revision, view.after.revision];
  const openDiff = (): void => pane.frame.post({ kind: 'diffRevisions', before, after });
  return html`<section class="prompt-diff" aria-labelledby="prompt-diff-heading">
    <div class="section-head">
      <h2 id="prompt-diff-heading">${t`What the edit changed`}</h2>
      ${view.samePrompt ? nothing : button(t`Open in the diff editor`, openDiff)}
    </div>
    ${changeView(view)}
  </section>`;
}
