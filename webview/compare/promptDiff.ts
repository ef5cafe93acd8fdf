import { html, nothing, type TemplateResult } from 'lit-html';
import type { ComparisonView, PromptChangeView, PromptLineView } from '../../src/core/report/comparisonViewModel';
import { formatCount } from '../text/formatValue';
import { visibleText } from '../text/visibleText';
import type { ComparePane } from './comparePane';

/** Unchanged lines that stay in sight around a change; longer stretches are folded. */
const context = 2;
/** Characters of a line that are shown. */
const longestLine = 2_000;

const signs: Readonly<Record<PromptLineView['kind'], string>> = { same: ' ', removed: '−', added: '+' };
const ruleTitles = { added: 'Rule added', removed: 'Rule removed', changed: 'Rule changed' } as const;

function words({ kind, parts }: PromptLineView): unknown {
  let room = longestLine;
  const pieces = parts.map(({ text, marked }) => {
    const shown = visibleText(text.slice(0, Math.max(0, room)));
    room -= text.length;
    return marked ? html`<mark>${shown}</mark>` : shown;
  });
  const content = html`${pieces}${room < 0 ? '…' : nothing}`;
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

interface Stretch {
  readonly folded: boolean;
  readonly lines: PromptLineView[];
}

/** Changed lines with what stands around them, and the stretches between. */
function stretchesOf(lines: readonly PromptLineView[]): readonly Stretch[] {
  const near = new Set<number>();
  lines.forEach((line, place) => {
    if (line.kind !== 'same') for (let by = -context; by <= context; by += 1) near.add(place + by);
  });
  const stretches: Stretch[] = [];
  lines.forEach((line, place) => {
    const folded = !near.has(place);
    const last = stretches.at(-1);
    if (last?.folded === folded) last.lines.push(line);
    else stretches.push({ folded, lines: [line] });
  });
  return stretches;
}

function stretchView({ folded, lines }: Stretch): TemplateResult {
  const list = html`<ol class="diff-lines">
    ${lines.map(lineView)}
  </ol>`;
  if (!folded || lines.length === 1) return list;
  return html`<details class="diff-fold">
    <summary>${formatCount(lines.length, 'unchanged line', 'unchanged lines')}</summary>
    ${list}
  </details>`;
}

function rulesView({ rules }: PromptChangeView): unknown {
  if (rules.length === 0) return nothing;
  return html`<ul class="rule-changes" aria-label="Rules that changed">
    ${rules.map(
      ({ kind, before, after }) =>
        html`<li>
          <span class="muted">${ruleTitles[kind]}:</span>
          ${before === undefined ? nothing : html`<del dir="auto">${visibleText(before)}</del>`}
          ${after === undefined ? nothing : html`<ins dir="auto">${visibleText(after)}</ins>`}
        </li>`,
    )}
  </ul>`;
}

export function promptDiff({ prompt, samePrompt, before, after }: ComparisonView, pane: ComparePane): TemplateResult {
  const openDiff = (): void => pane.send({ kind: 'diffRevisions', before: before.revision, after: after.revision });
  return html`<section class="prompt-diff" aria-labelledby="prompt-diff-heading">
    <div class="section-head">
      <h2 id="prompt-diff-heading">The prompt’s change</h2>
      ${
        samePrompt
          ? nothing
          : html`<vscode-button appearance="secondary" @click=${openDiff}>Open in the diff editor</vscode-button>`
      }
    </div>
    ${
      samePrompt
        ? html`<p>Both runs have the same prompt: whatever differs is noise, or another model’s or judge’s doing.</p>`
        : prompt === undefined
          ? html`<p class="muted">A text of the two is not at hand.</p>`
          : html`<p class="muted">${formatCount(prompt.added, 'line', 'lines')} added, ${prompt.removed} removed.</p>
              ${rulesView(prompt)}
              <div class="diff" tabindex="0" role="region" aria-label="Lines of the prompt">
                ${stretchesOf(prompt.lines).map(stretchView)}
              </div>
              ${prompt.omitted === 0 ? nothing : html`<p class="muted">${formatCount(prompt.omitted, 'line', 'lines')} more are in the diff editor.</p>`}`
    }
  </section>`;
}
