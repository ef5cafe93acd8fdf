import { noChange } from 'lit-html';
import { Directive, directive, type ElementPart } from 'lit-html/directive.js';

type Variables = Readonly<Record<`--${string}`, string>>;

/**
 * Sets custom properties through the CSSOM. The page's policy forbids style attributes, which is what lit's `styleMap`
 * writes on a first render.
 */
class CssVariables extends Directive {
  override render(_values: Variables): symbol {
    return noChange;
  }

  override update({ element }: ElementPart, [values]: [Variables]): symbol {
    for (const [name, value] of Object.entries(values)) (element as HTMLElement).style.setProperty(name, value);
    return noChange;
  }
}

/** Use as `<div ${cssVariables({ '--y': '12px' })}>`; the style sheet says what the variable does. */
export const cssVariables = directive(CssVariables);
