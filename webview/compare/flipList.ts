import { html, nothing, type TemplateResult } from 'lit-html';
import { ref } from 'lit-html/directives/ref.js';
import type { ComparisonView, FlipKind } from '../../src/core/report/comparisonViewModel';
import { flipMark } from '../charts/comparisonMark';
import { icon } from '../charts/icons';
import { cssVariables } from '../dom/cssVariables';
import { visibleLine } from '../text/visibleText';
import type { ComparePane } from './comparePane';
import { flipExplanations, flipKinds, flipTitles } from './flipIndex';

function chip(kind: FlipKind, pane: ComparePane): TemplateResult {
  const { kinds } = pane.view.flips;
  const pressed = kinds.includes(kind);
  const toggle = (): void =>
    pane.filterFlips({ kinds: pressed ? kinds.filter((other) => other !== kind) : [...kinds, kind] });
  return html`<button
    class="chip ${kind}"
    type="button"
    aria-pressed=${String(pressed)}
    data-tip=${flipExplanations[kind]}
    @click=${toggle}
  >
    ${flipMark(kind)} ${flipTitles[kind]}
    <span class="number">${pane.index.counts[kind].toLocaleString('en')}</span>
  </button>`;
}

function benchmarkPicker({ benchmarks }: ComparisonView, pane: ComparePane): unknown {
  if (benchmarks.length < 2) return nothing;
  const { benchmark } = pane.view.flips;
  const change = (event: Event): void =>
    pane.filterFlips({ benchmark: (event.target as HTMLSelectElement).value, judges: [], judgesTitle: '' });
  return html`<select aria-label="Benchmark of the verdicts" .value=${benchmark} @change=${change}>
    <option value="" ?selected=${benchmark === ''}>Any benchmark</option>
    ${benchmarks.map(
      ({ id, title }) => html`<option value=${id} ?selected=${id === benchmark}>${visibleLine(title)}</option>`,
    )}
  </select>`;
}

function metricFilter(pane: ComparePane): unknown {
  const { judges, judgesTitle } = pane.view.flips;
  if (judges.length === 0) return nothing;
  const name = visibleLine(judgesTitle || judges.join(', '));
  return html`<button
    class="chip"
    type="button"
    aria-label=${`Only ${name}. Show all dimensions`}
    data-tip="Show all dimensions"
    @click=${() => pane.filterFlips({ judges: [], judgesTitle: '', benchmark: '' })}
  >
    Only <bdi>${name}</bdi> ${icon('close')}
  </button>`;
}

const unlistedWords = [
  ['stillPassing', 'as wanted in both runs'],
  ['unchanged', 'with the same label in both'],
] as const;

/** Nobody reads verdicts that stayed as they were one by one; how many there are is part of the answer. */
function unlistedNote({ index }: ComparePane): unknown {
  const parts = unlistedWords
    .filter(([kind]) => index.unlisted[kind] > 0)
    .map(([kind, words]) => `${index.unlisted[kind].toLocaleString('en')} ${words}`);
  if (parts.length === 0) return nothing;
  return html`<p class="muted unlisted">Not listed: ${parts.join(', ')}.</p>`;
}

/** Two plays of one prompt differ too: without any to look at nobody can tell what is chance. */
function chanceNote({ benchmarks, samePrompt }: ComparisonView): unknown {
  if (samePrompt)
    return html`<p class="muted">Both runs have the same prompt: these verdicts differ between its runs.</p>`;
  return benchmarks.some(({ flakinessKnown }) => flakinessKnown === false)
    ? html`<p class="muted">
        One play of a sample and no other run of the earlier prompt: some of what is fixed or broken may be chance.
      </p>`
    : nothing;
}

/** What became of each verdict: chips that filter, and a list of any length whose rows open both transcripts. */
export function flipList(view: ComparisonView, pane: ComparePane): TemplateResult {
  const { index } = pane;
  const present = flipKinds.filter((kind) => index.counts[kind] > 0 || pane.view.flips.kinds.includes(kind));
  const rows = index.shown.length;
  return html`<section class="flips" aria-labelledby="flips-heading">
    <h2 id="flips-heading" tabindex="-1">Verdicts that changed</h2>
    ${
      index.all.length === 0
        ? Object.values(index.unlisted).some((count) => count > 0)
          ? html`<p class="muted">No verdict changed.</p>`
          : html`<p class="muted">No sample in both runs has a verdict.</p>`
        : html`<div class="chips" role="group" aria-label="What became of the verdicts">
              ${present.map((kind) => chip(kind, pane))} ${benchmarkPicker(view, pane)} ${metricFilter(pane)}
            </div>
            ${rows === 0 ? html`<p class="muted">No verdict of these kinds. Choose others above.</p>` : nothing}`
    }
    ${unlistedNote(pane)} ${chanceNote(view)}
    <div
      class="flip-list"
      role="listbox"
      aria-label="Verdicts"
      ?hidden=${rows === 0}
      ${cssVariables({ '--rows': String(rows) })}
      ${ref(pane.attachList)}
    ></div>
  </section>`;
}
