import { noChange } from 'lit-html';
import { Directive, directive, PartType } from 'lit-html/directive.js';
import type { ElementPart, PartInfo } from 'lit-html/directive.js';

/**
 * Sets custom properties through the CSSOM. The page's policy forbids style attributes, which is what lit's `styleMap`
 * writes on a first render.
 */
class CssVariables extends Directive {
  constructor(part: PartInfo) {
    super(part);
    if (part.type !== PartType.ELEMENT) throw new Error('cssVariables() belongs on an element, not in an attribute.');
  }

  override render(_values: Readonly<Record<`--${string}`, string>>): symbol {
    return noChange;
  }

  override update(part: ElementPart, [values]: [Readonly<Record<`--${string}`, string>>]): symbol {
    if (part.element instanceof HTMLElement) {
      for (const [name, value] of Object.entries(values)) part.element.style.setProperty(name, value);
    }
    return noChange;
  }
}

/** Use as `<div ${cssVariables({ '--y': '12px' })}>`; the style sheet says what the variable does. */
export const cssVariables = directive(CssVariables);
