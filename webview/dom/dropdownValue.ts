import { noChange } from 'lit-html';
import { Directive, directive } from 'lit-html/directive.js';
import type { ElementPart } from 'lit-html/directive.js';

/**
 * Keeps a toolkit dropdown on a value. Its options are children and arrive after its own properties, and an unknown value
 * is dropped, so the value is set once the options are in place; and again only when either changes, so that a snapshot
 * that arrives while the reader is choosing does not undo the choice.
 */
class DropdownValue extends Directive {
  #shown = '';

  override render(_value: string, _options: readonly string[]): symbol {
    return noChange;
  }

  override update(part: ElementPart, [value, options]: [string, readonly string[]]): symbol {
    const wanted = [value, ...options].join('\u0000');
    if (wanted !== this.#shown) {
      this.#shown = wanted;
      const dropdown = part.element as Element & { value: string };
      requestAnimationFrame(() => {
        dropdown.value = value;
      });
    }
    return noChange;
  }
}

/** Use as `<vscode-dropdown ${dropdownValue(value, optionValues)}>`. */
export const dropdownValue = directive(DropdownValue);
