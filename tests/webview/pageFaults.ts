import axe from 'axe-core';
import type { PanelPage } from './panelPage';
import { themes } from './themes';

type Axe = typeof axe;

/** What axe-core finds in the page as it stands, each with its first elements. Contrast is `faintTexts`’s. */
export async function axeFindings(panel: Pick<PanelPage, 'page'>): Promise<readonly string[]> {
  if (!(await panel.page.evaluate(() => 'axe' in window))) await panel.page.evaluate(axe.source);
  return panel.page.evaluate(async () => {
    const loaded = window as unknown as { axe: Axe };
    const { violations } = await loaded.axe.run({
      rules: { 'color-contrast': { enabled: false } },
      resultTypes: ['violations'],
    });
    return violations.map(
      ({ id, nodes }) =>
        `${id}: ${nodes
          .slice(0, 3)
          .map(({ html }) => html.slice(0, 160))
          .join(' | ')}`,
    );
  });
}

/** What is wrong with the page for a screen reader, and what is too faint in any theme. Ends in the last theme. */
export async function faultsInEveryTheme(panel: PanelPage): Promise<readonly string[]> {
  const faults = [...(await axeFindings(panel)), ...(await brokenStructure(panel))];
  for (const theme of themes) {
    await panel.useTheme(theme);
    for (const fault of await faintTexts(panel)) faults.push(`${theme.name}: ${fault}`);
  }
  return faults;
}

/** References to elements that do not exist, doubled ids, and widgets without the parts that their role asks for. */
async function brokenStructure(panel: PanelPage): Promise<readonly string[]> {
  return panel.page.evaluate(() => {
    const faults: string[] = [];
    const ids = [...document.querySelectorAll('[id]')].map((element) => element.id);
    const known = new Set<string>();
    for (const name of ids) {
      if (known.has(name)) faults.push(`doubled id ${name}`);
      known.add(name);
    }
    for (const attribute of ['aria-labelledby', 'aria-describedby', 'aria-controls'])
      for (const element of document.querySelectorAll(`#app [${attribute}]`))
        for (const name of (element.getAttribute(attribute) ?? '').split(' ').filter(Boolean))
          // A dropdown's list lives in its shadow tree.
          if (document.getElementById(name) === null && !element.localName.startsWith('vscode-'))
            faults.push(`${attribute} ${name}`);
    for (const option of document.querySelectorAll('#app [role=option]'))
      if (option.closest('[role=listbox]') === null) faults.push('option outside a listbox');
    for (const list of document.querySelectorAll('[role=listbox]:not([hidden])'))
      if (list.querySelectorAll('[tabindex="0"]').length !== 1) faults.push('not one stop in a listbox');
    for (const grid of document.querySelectorAll('[role=grid]'))
      if (grid.querySelectorAll('[tabindex="0"]').length !== 1) faults.push('not one stop in a grid');
    for (const cell of document.querySelectorAll('[role=gridcell]'))
      if (cell.closest('[role=row]') === null || cell.closest('[role=grid]') === null)
        faults.push('cell outside a grid');
    if (document.querySelectorAll('h1').length !== 1) faults.push('not one h1');
    if (document.querySelectorAll('[role=tab][aria-selected=true]').length !== 1) faults.push('not one selected tab');
    return faults;
  });
}

/** Visible texts whose contrast with their background is under 4.5, with the ratio. Disabled controls are exempt. */
export async function faintTexts(panel: PanelPage): Promise<readonly string[]> {
  return panel.page.evaluate(() => {
    type Color = [number, number, number, number];
    const canvas = document.createElement('canvas').getContext('2d', { willReadFrequently: true })!;
    const parsed = new Map<string, Color>();
    const parse = (css: string): Color => {
      const known = parsed.get(css);
      if (known !== undefined) return known;
      canvas.clearRect(0, 0, 1, 1);
      canvas.fillStyle = css;
      canvas.fillRect(0, 0, 1, 1);
      const [r, g, b, a] = canvas.getImageData(0, 0, 1, 1).data;
      const color: Color = [r!, g!, b!, a! / 255];
      parsed.set(css, color);
      return color;
    };
    const over = (top: Color, under: Color): Color =>
      [0, 1, 2].map((index) => top[index]! * top[3] + under[index]! * (1 - top[3])).concat(1) as Color;
    const luminance = (color: Color): number => {
      const [r, g, b] = color
        .slice(0, 3)
        .map((value) => (value / 255 <= 0.03928 ? value / 255 / 12.92 : ((value / 255 + 0.055) / 1.055) ** 2.4));
      return 0.2126 * r! + 0.7152 * g! + 0.0722 * b!;
    };
    const parentOf = (element: Element): Element | null =>
      element.assignedSlot ??
      element.parentElement ??
      (element.getRootNode() instanceof ShadowRoot ? (element.getRootNode() as ShadowRoot).host : null);
    const backgrounds = new Map<Element | null, Color>([[null, [255, 255, 255, 1]]]);
    const backgroundOf = (element: Element | null): Color => {
      const known = backgrounds.get(element);
      if (known !== undefined || element === null) return known ?? [255, 255, 255, 1];
      const color = over(parse(getComputedStyle(element).backgroundColor), backgroundOf(parentOf(element)));
      backgrounds.set(element, color);
      return color;
    };
    const faults = new Set<string>();
    const visit = (root: Document | ShadowRoot): void => {
      for (const element of root.querySelectorAll('*')) {
        if (element.shadowRoot) visit(element.shadowRoot);
        const words = [...element.childNodes]
          .filter((node) => node.nodeType === 3)
          .map((node) => node.textContent)
          .join('')
          .trim();
        const exempt =
          element.closest('[aria-disabled=true], [disabled], .sr-only, svg, script, style, .tooltip') !== null;
        const host = root instanceof ShadowRoot ? root.host : undefined;
        if (words === '' || exempt || host?.hasAttribute('disabled') === true || !element.checkVisibility()) continue;
        const background = backgroundOf(element);
        const color = over(parse(getComputedStyle(element).color), background);
        const [light, dark] = [luminance(color), luminance(background)].sort((a, b) => b - a);
        const ratio = (light! + 0.05) / (dark! + 0.05);
        if (ratio < 4.5)
          faults.add(`${ratio.toFixed(2)} ${element.localName}.${element.className}: ${words.slice(0, 40)}`);
      }
    };
    visit(document);
    return [...faults];
  });
}
