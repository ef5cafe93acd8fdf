/** Milliseconds. The delay before hiding lets the pointer move onto the tooltip. */
const showDelay = 350;
const hideDelay = 120;
/** Pixels between an element and its tooltip, and between the tooltip and the edge of the page. */
const gap = 6;
const margin = 8;

/** The words of an element's `data-tip`; an empty one stands for the element's label. */
function wordsOf(target: Element): string | null {
  const tip = target.getAttribute('data-tip');
  return tip === '' ? target.getAttribute('aria-label') : tip;
}

/** Shows the `data-tip` of what is hovered or focused, in the top layer. Screen readers get it through labels. */
export class Tooltip {
  readonly #element = document.createElement('div');
  #target: Element | undefined;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor() {
    this.#element.className = 'tooltip';
    this.#element.popover = 'manual';
    this.#element.setAttribute('aria-hidden', 'true');
    document.body.append(this.#element);
    document.addEventListener('pointerover', (event) => this.#onPointer(event));
    document.addEventListener('focusin', (event) => this.#onFocus(event));
    document.addEventListener('focusout', () => this.#hide());
    document.addEventListener('pointerdown', () => this.#hide());
    // Out of the panel there is no element that the pointer comes over.
    document.documentElement.addEventListener('pointerleave', () => this.#hide());
    document.addEventListener('scroll', () => this.#onScroll(), { capture: true, passive: true });
    document.addEventListener('keydown', (event) => event.key === 'Escape' && this.#hide());
  }

  /** Call after drawing. Hides a tooltip whose element is gone. */
  refresh(): void {
    if (this.#target === undefined) return;
    const words = wordsOf(this.#target);
    if (!this.#target.isConnected || words === null) this.#hide();
    else if (words !== this.#element.textContent) this.#element.textContent = words;
  }

  #onPointer(event: Event): void {
    clearTimeout(this.#timer);
    if (!(event.target instanceof Element) || this.#element.contains(event.target)) return;
    const target = event.target.closest('[data-tip]') ?? undefined;
    if (target === this.#target && target !== undefined) return;
    this.#timer = setTimeout(
      () => (target === undefined ? this.#hide() : this.#show(target)),
      target === undefined ? hideDelay : showDelay,
    );
  }

  #onFocus(event: FocusEvent): void {
    const target = event.target instanceof Element ? event.target.closest('[data-tip]') : null;
    // Later, because a menu that closes moves the focus, and nothing can be shown until it is closed.
    if (target?.matches(':focus-visible') !== true) return;
    // Not the timer of the pointer: a scroll that moving the focus causes would stop that one.
    setTimeout(() => {
      if (target.matches(':focus-visible')) this.#show(target);
    });
  }

  /** A focused element keeps its tooltip, because moving the focus may have caused the scroll. */
  #onScroll(): void {
    if (this.#target?.matches(':focus-visible') === true) this.#show(this.#target);
    else this.#hide();
  }

  #hide(): void {
    clearTimeout(this.#timer);
    this.#target = undefined;
    if (this.#element.matches(':popover-open')) this.#element.hidePopover();
  }

  #show(target: Element): void {
    const words = wordsOf(target);
    if (words === null || words === '' || !target.isConnected) return;
    this.#target = target;
    this.#element.textContent = words;
    if (!this.#element.matches(':popover-open')) this.#element.showPopover();
    const position = target.getBoundingClientRect();
    const { width, height } = this.#element.getBoundingClientRect();
    const left = Math.max(margin, Math.min(position.left, window.innerWidth - width - margin));
    const below = position.bottom + gap;
    const top = below + height > window.innerHeight - margin ? Math.max(margin, position.top - gap - height) : below;
    this.#element.style.setProperty('--left', `${String(left)}px`);
    this.#element.style.setProperty('--top', `${String(top)}px`);
  }
}
