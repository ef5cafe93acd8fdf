import { html, nothing, type TemplateResult } from 'lit-html';
import { flipMark } from '../charts/comparisonMark';
import { cssVariables } from '../dom/cssVariables';
import type { ListPlace } from '../dom/rowList';
import { visibleLine } from '../text/visibleText';
import { flipTitles, type ListedFlip } from './flipIndex';

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
