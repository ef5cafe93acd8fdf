import { html } from 'lit-html';
import type { TemplateResult } from 'lit-html';
import type { TurnMapPicture } from '../../src/core/results/reportModel';
import { visibleLine } from '../text/visibleText';
import type { PicturePlace } from './pictureCaption';

type Layer = TurnMapPicture['layers'][number];

/** `J2 Keeps the answer back`; a title that starts with the id stands alone. */
export function layerName({ id, title }: Layer): string {
  return visibleLine(title.startsWith(id) ? title : `${id} ${title}`);
}

function onKey(event: KeyboardEvent, layers: readonly Layer[], chosen: Layer, place: PicturePlace): void {
  const at = layers.indexOf(chosen);
  const targets: Readonly<Record<string, number>> = {
    ArrowLeft: (at - 1 + layers.length) % layers.length,
    ArrowUp: (at - 1 + layers.length) % layers.length,
    ArrowRight: (at + 1) % layers.length,
    ArrowDown: (at + 1) % layers.length,
    Home: 0,
    End: layers.length - 1,
  };
  const target = targets[event.key] ?? -1;
  const layer = layers[target];
  if (layer === undefined) return;
  event.preventDefault();
  place.actions.chooseLayer(place.key, layer.id);
  (event.currentTarget as Element).querySelectorAll<HTMLElement>('[role=radio]').item(target).focus();
}

/** Which judge's map is shown: a group of radio buttons with one stop, arrow keys choose. */
export function layerSwitch(layers: readonly Layer[], chosen: Layer, place: PicturePlace): TemplateResult {
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
