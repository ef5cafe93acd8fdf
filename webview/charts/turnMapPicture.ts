import { html, nothing, type TemplateResult } from 'lit-html';
import type { TurnMapPicture } from '../../src/core/results/reportModel';
import { movedIndex } from '../dom/elements';
import { formatCount } from '../text/formatValue';
import { visibleLine } from '../text/visibleText';
import { pictureCaption, type PicturePlace } from './pictureCaption';
import { cellWords, layerName, turnMapGrid } from './turnMapGrid';

type Layer = TurnMapPicture['layers'][number];

/** Turns with a name, spelled out above the map: beside each other their labels would not fit over the columns. */
function marksLine({ marks }: TurnMapPicture): unknown {
  if (marks.length === 0) return nothing;
  return html`<ul class="map-marks" aria-label="Marked turns">
    ${marks.map(
      ({ turn, label }) => html`<li><strong class="number">${turn}</strong> <bdi>${visibleLine(label)}</bdi></li>`,
    )}
  </ul>`;
}

function legend(): TemplateResult {
  return html`<ul class="legend" aria-label="Cells">
    ${(['failed', 'clean', 'unscored', 'none'] as const).map(
      (cell) => html`<li><span class="map-cell ${cell}" aria-hidden="true"></span>${cellWords[cell]}</li>`,
    )}
  </ul>`;
}

function onKey(event: KeyboardEvent, layers: readonly Layer[], chosen: Layer, place: PicturePlace): void {
  const target = movedIndex(event, layers.indexOf(chosen), layers.length, { arrows: 'both', wraps: true });
  const layer = layers[target ?? -1];
  if (target === undefined || layer === undefined) return;
  place.actions.chooseLayer(place.key, layer.id);
  (event.currentTarget as Element).querySelectorAll<HTMLElement>('[role=radio]').item(target).focus();
}

/** Which judge's map is shown: a group of radio buttons with one stop, arrow keys choose. */
function layerSwitch(layers: readonly Layer[], chosen: Layer, place: PicturePlace): TemplateResult {
  return html`<div
    class="layer-switch"
    role="radiogroup"
    aria-label="Judge"
    @keydown=${(event: KeyboardEvent) => onKey(event, layers, chosen, place)}
  >
    ${layers.map(
      (layer) =>
        html`<button
          type="button"
          role="radio"
          dir="auto"
          aria-checked=${String(layer === chosen)}
          tabindex=${layer === chosen ? 0 : -1}
          @click=${() => place.actions.chooseLayer(place.key, layer.id)}
        >
          ${layerName(layer)}
        </button>`,
    )}
  </div>`;
}

/** Where in which conversation the tutor gave in: one judge's map at a time, with the failure rate by turn under it. */
export function turnMapPicture(picture: TurnMapPicture, place: PicturePlace): TemplateResult {
  const { layers } = picture;
  const layer = layers.find(({ id }) => place.view.layers.includes(`${place.key}/${id}`)) ?? layers[0];
  const judged = layers.some(({ byTurn }) => byTurn.some((turn) => turn.judged > 0));
  if (layer === undefined || !judged) {
    return html`<figure class="picture">
      ${pictureCaption(picture, place.named)}
      <p class="muted">No verdict yet.</p>
    </figure>`;
  }
  return html`<figure class="picture turn-map">
    ${pictureCaption(picture, place.named, `${formatCount(layer.rows.length, 'conversation', 'conversations')}.`)}
    ${layers.length > 1 ? layerSwitch(layers, layer, place) : nothing} ${marksLine(picture)}
    ${turnMapGrid(picture, layer, place)} ${legend()}
  </figure>`;
}
