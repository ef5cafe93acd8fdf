import { html, render } from 'lit-html';
import type { CaseImage } from '../../src/core/results/reportModel';
import { t, visibleLine } from '../text/visibleText';
import { plainButton } from './elements';

/**
 * A picture in full size over the page, in a modal dialog. Escape or a click beside the picture closes it. Tab stays
 * inside, because a browser's dialog would let the focus leave for the editor around the page.
 */
export class Lightbox {
  readonly #dialog = document.createElement('dialog');

  constructor() {
    this.#dialog.className = 'lightbox';
    this.#dialog.addEventListener('click', (event) => event.target === this.#dialog && this.#dialog.close());
    this.#dialog.addEventListener('close', () => this.#dialog.remove());
    this.#dialog.addEventListener('keydown', (event) => this.#onKey(event));
  }

  show({ source, alt }: CaseImage): void {
    const words = visibleLine(alt) || t`no description`;
    // The figure takes the focus, so that a large picture can be scrolled by keyboard.
    render(
      html`${plainButton('lightbox-close', t`Close`, () => this.#dialog.close())}
        <figure tabindex="0">
          <img src=${source} alt=${words} />
          <figcaption>${words}</figcaption>
        </figure>`,
      this.#dialog,
    );
    this.#dialog.setAttribute('aria-label', t`Picture: ${words}`);
    if (!this.#dialog.isConnected) document.body.append(this.#dialog);
    if (!this.#dialog.open) this.#dialog.showModal();
    this.#dialog.querySelector('button')?.focus();
  }

  #onKey(event: KeyboardEvent): void {
    if (event.key !== 'Tab') return;
    event.preventDefault();
    const isOnFigure = document.activeElement?.localName === 'figure';
    this.#dialog.querySelector<HTMLElement>(isOnFigure ? 'button' : 'figure')?.focus();
  }
}
