import { describe, expect, it } from 'vitest';
import type { CaseDetail } from '../../src/core/results/reportModel';
import { criteriaCase, longCase } from './madeUpCases';
import { PanelBrowser } from './panelBrowser';
import type { PanelPage } from './panelPage';
import { axeFindings, faintTexts, faultsInEveryTheme } from './pageFaults';
import { caseDetails, panelStates } from './panelStates';
import { themes } from './themes';

const browser = new PanelBrowser();
const id = 'guideeval/ge-001b#0';

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
  await panel.page.locator(`[data-id="${id}"]`).click();
  await panel.answer({ kind: 'openCase', caseId: id }, caseDetails[id]);
}

async function openMadeUp(panel: PanelPage, state: string, detail: CaseDetail): Promise<void> {
  const { id: caseId } = detail.summary;
  await panel.show(panelStates[state]!);
  await panel.page.locator('#tab-cases').click();
  await panel.page.locator(`[data-id="${caseId}"]`).evaluate((row: HTMLElement) => row.click());
  await panel.answer({ kind: 'openCase', caseId }, detail);
}

describe('in every theme', () => {
  for (const name of Object.keys(panelStates)) {
    it(`names its controls and can be read: ${name}`, async () => {
      const panel = await browser.open();
      for (const show of ['show', 'showUnfolded'] as const) {
        await panel[show](panelStates[name]!);
        expect(await faultsInEveryTheme(panel)).toEqual([]);
      }
      for (const theme of themes) {
        await panel.useTheme(theme);
        expect(await faintCounts(panel)).toEqual([]);
      }
      await panel.page.locator('#open-about').click();
      expect(await faultsInEveryTheme(panel)).toEqual([]);
    });
  }

  it('names its controls and can be read: an open case', async () => {
    const panel = await browser.open();
    await openSample(panel);
    for (const summary of await panel.page.locator('summary').all()) await summary.click();
    expect(await panel.page.locator('.verdict').count()).toBeGreaterThan(2);
    expect(await faultsInEveryTheme(panel)).toEqual([]);
  });

  for (const [state, detail] of [
    ['metricBars', criteriaCase],
    ['turnMap', longCase],
  ] as const) {
    it(`names its controls and can be read: a case of ${state}`, async () => {
      const panel = await browser.open({ height: 1_600 });
      await openMadeUp(panel, state, detail);
      for (const summary of await panel.page.locator('summary').all()) await summary.click();
      expect(await panel.page.locator('.verdict').count()).toBe(detail.verdicts.length);
      expect(await faultsInEveryTheme(panel)).toEqual([]);
    });
  }
});

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
    expect(await axeFindings(panel)).toEqual([expect.stringMatching(/^button-name/)]);
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
    expect(words.indexOf('tab-cases')).toBeGreaterThan(words.indexOf('open-menu'));
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
