import { describe, expect, it } from 'vitest';
import type { CaseDetail } from '../../src/core/report/reportModel';
import { criteriaCase, longCase } from './madeUpCases';
import { PanelBrowser } from './panelBrowser';
import type { PanelPage } from './panelPage';
import { caseDetails, panelStates } from './panelStates';
import { themes } from './themes';

const browser = new PanelBrowser();
const id = 'guideeval/ge-001b#0';

/** Visible controls that a screen reader could not name, as markup. */
async function nameless(panel: PanelPage): Promise<readonly string[]> {
  return panel.page.evaluate(() => {
    const controls = document.querySelectorAll<HTMLElement>(
      'button, summary, vscode-button, vscode-dropdown, vscode-text-field, [role=option], [role=tab], [role=progressbar], [role=img], [tabindex="0"]',
    );
    const named = (element: HTMLElement): boolean => {
      const labelledBy = element.getAttribute('aria-labelledby');
      const label =
        element.getAttribute('aria-label') ??
        (labelledBy === null ? '' : (document.getElementById(labelledBy)?.textContent ?? ''));
      return (label + element.textContent).trim() !== '';
    };
    return [...controls].filter((element) => !named(element)).map((element) => element.outerHTML.slice(0, 160));
  });
}

/** References to elements that do not exist, doubled ids, and widgets without the parts that their role asks for. */
async function brokenStructure(panel: PanelPage): Promise<readonly string[]> {
  return panel.page.evaluate(() => {
    const faults: string[] = [];
    const ids = [...document.querySelectorAll('[id]')].map((element) => element.id);
    for (const name of ids) if (ids.indexOf(name) !== ids.lastIndexOf(name)) faults.push(`doubled id ${name}`);
    for (const attribute of ['aria-labelledby', 'aria-describedby', 'aria-controls'])
      for (const element of document.querySelectorAll(`#app [${attribute}]`))
        for (const name of (element.getAttribute(attribute) ?? '').split(' ').filter(Boolean))
          // A dropdown's list lives in its shadow tree.
          if (document.getElementById(name) === null && !element.localName.startsWith('vscode-'))
            faults.push(`${attribute} ${name}`);
    for (const option of document.querySelectorAll('.case-row'))
      if (option.closest('[role=listbox]') === null) faults.push('option outside a listbox');
    for (const list of document.querySelectorAll('[role=listbox]:not([hidden])'))
      if (list.closest('vscode-dropdown') === null && list.querySelectorAll('[tabindex="0"]').length !== 1)
        faults.push('not one stop in a listbox');
    for (const grid of document.querySelectorAll('[role=grid], [role=radiogroup]'))
      if (grid.querySelectorAll('[tabindex="0"]').length !== 1) faults.push(`not one stop in a ${grid.role ?? ''}`);
    for (const cell of document.querySelectorAll('[role=gridcell]'))
      if (cell.closest('[role=row]') === null || cell.closest('[role=grid]') === null)
        faults.push('cell outside a grid');
    if (document.querySelectorAll('h1').length !== 1) faults.push('not one h1');
    if (document.querySelectorAll('[role=tab][aria-selected=true]').length !== 1) faults.push('not one selected tab');
    return faults;
  });
}

/** Visible texts whose contrast with what lies behind them is under 4.5, with the ratio. Disabled controls are exempt. */
async function faintTexts(panel: PanelPage): Promise<readonly string[]> {
  return panel.page.evaluate(() => {
    type Color = [number, number, number, number];
    const canvas = document.createElement('canvas').getContext('2d', { willReadFrequently: true })!;
    const parse = (css: string): Color => {
      canvas.clearRect(0, 0, 1, 1);
      canvas.fillStyle = css;
      canvas.fillRect(0, 0, 1, 1);
      const [r, g, b, a] = canvas.getImageData(0, 0, 1, 1).data;
      return [r!, g!, b!, a! / 255];
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
    const backgroundOf = (element: Element): Color => {
      const layers: Color[] = [];
      for (let at: Element | null = element; at !== null; at = parentOf(at))
        layers.push(parse(getComputedStyle(at).backgroundColor));
      return layers.reduceRight((under, layer) => over(layer, under), [255, 255, 255, 1] as Color);
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

/** Counts in pictures against the bars they stand on: SVG has no background to compute from. */
async function faintCounts(panel: PanelPage): Promise<readonly string[]> {
  return panel.page.evaluate(() => {
    const canvas = document.createElement('canvas').getContext('2d', { willReadFrequently: true })!;
    const luminance = (css: string): number => {
      canvas.fillStyle = css;
      canvas.fillRect(0, 0, 1, 1);
      const [r, g, b] = [...canvas.getImageData(0, 0, 1, 1).data].map((value) =>
        value / 255 <= 0.03928 ? value / 255 / 12.92 : ((value / 255 + 0.055) / 1.055) ** 2.4,
      );
      return 0.2126 * r! + 0.7152 * g! + 0.0722 * b!;
    };
    return [...document.querySelectorAll('.levels-bar text, .preference-bar text')].flatMap((text) => {
      const bar = text.previousElementSibling!;
      const [light, dark] = [luminance(getComputedStyle(text).fill), luminance(getComputedStyle(bar).fill)].sort(
        (a, b) => b - a,
      );
      const ratio = (light! + 0.05) / (dark! + 0.05);
      return ratio < 4.5 ? [`${ratio.toFixed(2)} on ${bar.getAttribute('class') ?? ''}`] : [];
    });
  });
}

async function openSample(panel: PanelPage): Promise<void> {
  await panel.show(panelStates.finished!);
  await panel.page.locator('#tab-cases').click();
  await panel.page.locator(`[data-case="${id}"]`).click();
  await panel.send({ kind: 'case', caseId: id, detail: caseDetails[id] });
}

async function openMadeUp(panel: PanelPage, state: string, detail: CaseDetail): Promise<void> {
  const { id: caseId } = detail.summary;
  await panel.show(panelStates[state]!);
  await panel.page.locator('#tab-cases').click();
  await panel.page.locator(`[data-case="${caseId}"]`).evaluate((row: HTMLElement) => row.click());
  await panel.send({ kind: 'case', caseId, detail });
}

for (const theme of themes) {
  describe(`in ${theme.name}`, () => {
    for (const name of Object.keys(panelStates)) {
      it(`names its controls and can be read: ${name}`, async () => {
        const panel = await browser.open({ theme: theme.name });
        await panel.show(panelStates[name]!);
        expect(await nameless(panel)).toEqual([]);
        expect(await brokenStructure(panel)).toEqual([]);
        expect(await faintTexts(panel)).toEqual([]);
        expect(await faintCounts(panel)).toEqual([]);
      });
    }

    it('names its controls and can be read: an open case', async () => {
      const panel = await browser.open({ theme: theme.name });
      await openSample(panel);
      for (const summary of await panel.page.locator('summary').all()) await summary.click();
      expect(await panel.page.locator('.verdict').count()).toBeGreaterThan(2);
      expect(await nameless(panel)).toEqual([]);
      expect(await brokenStructure(panel)).toEqual([]);
      expect(await faintTexts(panel)).toEqual([]);
    });

    for (const [state, detail] of [
      ['metricBars', criteriaCase],
      ['turnMap', longCase],
    ] as const) {
      it(`names its controls and can be read: a case of ${state}`, async () => {
        const panel = await browser.open({ theme: theme.name, height: 1_600 });
        await openMadeUp(panel, state, detail);
        for (const summary of await panel.page.locator('summary').all()) await summary.click();
        expect(await panel.page.locator('.verdict').count()).toBe(detail.verdicts.length);
        expect(await nameless(panel)).toEqual([]);
        expect(await brokenStructure(panel)).toEqual([]);
        expect(await faintTexts(panel)).toEqual([]);
      });
    }
  });
}

describe('the measure itself', () => {
  it('finds faint text and nameless controls', async () => {
    const panel = await browser.open();
    await panel.show(panelStates.finished!);
    await panel.page.evaluate(() => {
      const faint = document.createElement('p');
      faint.textContent = 'hardly there';
      faint.style.setProperty('color', '#333');
      document.getElementById('overview')!.append(faint, document.createElement('button'));
    });
    expect((await faintTexts(panel)).some((fault) => fault.includes('hardly there'))).toBe(true);
    expect(await nameless(panel)).toHaveLength(1);
  });
});

describe('the order of stops', () => {
  it('follows the page from top to bottom', async () => {
    const panel = await browser.open();
    await openSample(panel);
    await panel.page.locator('h1 button').focus();
    const stops: { top: number; words: string }[] = [];
    for (let count = 0; count < 16; count += 1) {
      stops.push(
        await panel.page.evaluate(() => {
          const element = document.activeElement!;
          const { top } = element.getBoundingClientRect();
          return { top, words: element.matches('.case-row') ? 'row' : element.id || element.localName };
        }),
      );
      await panel.page.keyboard.press('Tab');
    }
    const words = stops.map((stop) => stop.words);
    expect(words.indexOf('tab-cases')).toBeGreaterThan(words.indexOf('more'));
    expect(words.indexOf('search')).toBeGreaterThan(words.indexOf('tab-cases'));
    expect(words.indexOf('row')).toBeGreaterThan(words.indexOf('search'));
    const rows = stops.map((stop) => Math.round(stop.top / 40));
    expect(rows).toEqual([...rows].sort((a, b) => a - b));
  });

  it('shows where the focus is', async () => {
    for (const theme of themes) {
      const panel = await browser.open({ theme: theme.name });
      await openSample(panel);
      await panel.page.locator('#tab-cases').focus();
      await panel.page.keyboard.press('Shift+Tab');
      const outline = await panel.page.evaluate(() => getComputedStyle(document.activeElement!).outlineStyle);
      expect(outline).toBe('solid');
    }
  });
});

describe('reduced motion', () => {
  it('stops what moves', async () => {
    const panel = await browser.open();
    await panel.page.emulateMedia({ reducedMotion: 'reduce' });
    await panel.show(panelStates.running!);
    const duration = await panel.page
      .locator('.progress-done')
      .evaluate((bar) => getComputedStyle(bar).transitionProperty);
    expect(duration).toBe('none');
  });
});

describe('the system’s own high contrast', () => {
  it('keeps shapes and borders', async () => {
    const panel = await browser.open({ theme: 'high-contrast' });
    await panel.page.emulateMedia({ forcedColors: 'active' });
    await openSample(panel);
    expect(
      await panel.page
        .locator('.turn.pivot')
        .first()
        .evaluate((turn) => getComputedStyle(turn).borderTopStyle),
    ).toBe('solid');
    expect(await panel.page.locator('.mark').first().isVisible()).toBe(true);
  });
});
