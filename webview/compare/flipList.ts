import { html, nothing, type TemplateResult } from 'lit-html';
import { ref } from 'lit-html/directives/ref.js';
import type { ComparisonView } from '../../src/core/report/comparisonViewModel';
import { flipMark } from '../charts/comparisonMark';
import { icon } from '../charts/icons';
import { cssVariables } from '../dom/cssVariables';
import { visibleLine } from '../text/visibleText';
import type { ComparePage, FlipKind, ListedFlip } from './comparePage';
import { flipExplanations, flipKinds, flipTitles } from './flipIndex';
import type { ListPlace } from '../dom/rowList';

/** A flip as an option of the list. Its name for a screen reader says all that the row shows. */
export function flipRow(
  flip: ListedFlip,
  place: ListPlace,
  severalBenchmarks: boolean,
  onOpen: (id: string) => void,
): TemplateResult {
  const { kind, of } = flip;
  const turn = flip.turn === undefined ? '' : `turn ${String(flip.turn)}`;
  const judge = `${severalBenchmarks ? `${visibleLine(flip.benchmarkTitle)} · ` : ''}${visibleLine(flip.criterion ?? flip.judgeTitle)}`;
  const quote = visibleLine(of.quote);
  const title = visibleLine(of.title);
  const change = `${visibleLine(flip.before)} → ${visibleLine(flip.after)}`;
  const words = [flipTitles[kind], judge, turn, quote, title, `${flip.before} before, ${flip.after} after`];
  return html`<div
    class="flip-row"
    role="option"
    id="flip-${place.index}"
    data-flip=${flip.id}
    aria-label=${words
      .map(visibleLine)
      .filter((word) => word !== '')
      .join('. ')}
    aria-selected="false"
    aria-posinset=${place.index + 1}
    aria-setsize=${place.count}
    tabindex=${place.active ? 0 : -1}
    ${cssVariables({ '--top': `${String(place.top)}px` })}
    @click=${() => onOpen(flip.id)}
  >
    <span class="flip-kind ${kind}">${flipMark(kind)} ${flipTitles[kind]}</span>
    <span class="flip-judge"
      ><bdi>${judge}</bdi>${turn === '' ? nothing : html`<span class="flip-turn number muted">${turn}</span>`}</span
    >
    <span class="flip-words"
      >${quote === '' ? nothing : html`<bdi>“${quote}”</bdi> `}<bdi class="muted">${title}</bdi></span
    >
    <span class="flip-change number" dir="auto">${change}</span>
  </div>`;
}

function chip(kind: FlipKind, { index, view, actions }: ComparePage): TemplateResult {
  const { kinds } = view.flips;
  const pressed = kinds.includes(kind);
  const toggle = (): void =>
    actions.filterFlips({ kinds: pressed ? kinds.filter((other) => other !== kind) : [...kinds, kind] });
  return html`<button
    class="chip ${kind}"
    type="button"
    aria-pressed=${String(pressed)}
    data-tip=${flipExplanations[kind]}
    @click=${toggle}
  >
    ${flipMark(kind)} ${flipTitles[kind]}
    <span class="number">${index.counts[kind].toLocaleString('en')}</span>
  </button>`;
}

function benchmarkPicker({ benchmarks }: ComparisonView, { view, actions }: ComparePage): unknown {
  if (benchmarks.length < 2) return nothing;
  const { benchmark } = view.flips;
  const change = (event: Event): void =>
    actions.filterFlips({ benchmark: (event.target as HTMLSelectElement).value, judges: [], judgesTitle: '' });
  return html`<select aria-label="Benchmark of the verdicts" .value=${benchmark} @change=${change}>
    <option value="" ?selected=${benchmark === ''}>Any benchmark</option>
    ${benchmarks.map(
      ({ id, title }) => html`<option value=${id} ?selected=${id === benchmark}>${visibleLine(title)}</option>`,
    )}
  </select>`;
}

function metricFilter({ view, actions }: ComparePage): unknown {
  const { judges, judgesTitle } = view.flips;
  if (judges.length === 0) return nothing;
  const name = visibleLine(judgesTitle || judges.join(', '));
  return html`<button
    class="chip"
    type="button"
    aria-label=${`Only ${name}. Show all dimensions`}
    data-tip="Show all dimensions"
    @click=${() => actions.filterFlips({ judges: [], judgesTitle: '', benchmark: '' })}
  >
    Only <bdi>${name}</bdi> ${icon('close')}
  </button>`;
}

const unlistedWords = [
  ['stillPassing', 'as wanted in both runs'],
  ['unchanged', 'with the same label in both'],
] as const;

/** Nobody reads verdicts that stayed as they were one by one; how many there are is part of the answer. */
function unlistedNote({ index }: ComparePage): unknown {
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
export function flipList(view: ComparisonView, page: ComparePage): TemplateResult {
  const { index } = page;
  const present = flipKinds.filter((kind) => index.counts[kind] > 0 || page.view.flips.kinds.includes(kind));
  const rows = index.shown.length;
  return html`<section class="flips" aria-labelledby="flips-heading">
    <h2 id="flips-heading" tabindex="-1">Verdicts that changed</h2>
    ${
      index.all.length === 0
        ? Object.values(index.unlisted).some((count) => count > 0)
          ? html`<p class="muted">No verdict changed.</p>`
          : html`<p class="muted">No sample in both runs has a verdict.</p>`
        : html`<div class="chips" role="group" aria-label="What became of the verdicts">
              ${present.map((kind) => chip(kind, page))} ${benchmarkPicker(view, page)} ${metricFilter(page)}
            </div>
            ${rows === 0 ? html`<p class="muted">No verdict of these kinds. Choose others above.</p>` : nothing}`
    }
    ${unlistedNote(page)} ${chanceNote(view)}
    <div
      class="flip-list"
      role="listbox"
      aria-label="Verdicts"
      ?hidden=${rows === 0}
      ${cssVariables({ '--rows': String(rows) })}
      ${ref(page.attachList)}
    ></div>
  </section>`;
}
