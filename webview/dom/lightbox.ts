import type { CaseImage } from '../../src/core/results/reportModel';
import { visibleLine } from '../text/visibleText';

/**
 * A picture in full size over the page, its words as caption. A modal dialog: what lies behind is inert, Escape and a click
 * beside the picture close it, and the focus goes back to where it came from. The Tab key stays inside, since a browser's
 * dialog would let it leave for the editor around the page.
 */
export class Lightbox {
  readonly #dialog = document.createElement('dialog');
  readonly #image = document.createElement('img');
  readonly #caption = document.createElement('figcaption');
  readonly #close = document.createElement('button');

  constructor() {
    this.#dialog.className = 'lightbox';
    this.#close.type = 'button';
    this.#close.className = 'lightbox-close';
    this.#close.textContent = 'Close';
    const figure = document.createElement('figure');
    // So that a picture larger than the page can be scrolled by keyboard.
    figure.tabIndex = 0;
    figure.append(this.#image, this.#caption);
    this.#dialog.append(this.#close, figure);
    this.#close.addEventListener('click', () => this.#dialog.close());
    this.#dialog.addEventListener('click', (event) => event.target === this.#dialog && this.#dialog.close());
    this.#dialog.addEventListener('close', () => this.#dialog.remove());
    this.#dialog.addEventListener('keydown', (event) => this.#onKey(event, figure));
  }

  show({ source, alt }: CaseImage): void {
    const words = visibleLine(alt) || 'no description';
    this.#image.src = source;
    this.#image.alt = words;
    this.#caption.textContent = words;
    this.#dialog.setAttribute('aria-label', `Picture: ${words}`);
    if (!this.#dialog.isConnected) document.body.append(this.#dialog);
    if (!this.#dialog.open) this.#dialog.showModal();
    this.#close.focus();
  }

  #onKey(event: KeyboardEvent, figure: HTMLElement): void {
    if (event.key !== 'Tab') return;
    event.preventDefault();
    (document.activeElement === this.#close ? figure : this.#close).focus();
  }
}
