import { describe, expect, it } from 'vitest';
import type { CaseDetail, RunReport } from '../../src/core/results/reportModel';
import { visibleText } from '../../webview/text/visibleText';
import { metricBarsBenchmark } from './barReports';
import { hostileCriteria, hostilePictures } from './hostilePictures';
import { spread } from '../thorough';
import { hostileTexts } from './hostileTexts';
import { criteriaCase } from './madeUpCases';
import { PanelBrowser } from './panelBrowser';
import type { PanelPage } from './panelPage';
import { caseDetails, guideEval, runOf, withReport } from './panelStates';

const browser = new PanelBrowser();
const id = 'guideeval/ge-001b#0';
const sample = caseDetails[id]!;

/** The sample case with a text wherever a model or a data file could have put it. */
function caseWith(text: string): CaseDetail {
  const summary = { ...sample.summary, title: text, quote: text, group: text, reply: text };
  const chip = { ...sample.verdicts[0]!, judgeTitle: text, judgeModel: text, label: text };
  return {
    summary,
    system: text,
    turns: [
      { speaker: 'student', text, role: 'pivot', images: [{ source: text, alt: text }] },
      { speaker: 'tutor', text, role: 'reply', turn: 1, images: [] },
    ],
    rawReplies: [{ turn: 1, text }],
    verdicts: [{ ...chip, question: text, reasoning: text, evidence: text, problem: text, version: text }],
    facts: [{ label: text, value: text }],
    failure: text,
  };
}

function reportWith(texts: readonly string[]): RunReport {
  const [benchmark] = guideEval.benchmarks;
  const cases = texts.map((text, index) => ({
    ...caseWith(text.slice(0, 300)).summary,
    id: index === 0 ? id : `guideeval/hostile-${String(index)}#0`,
    chips: [{ ...sample.summary.chips[0]!, judgeTitle: text.slice(0, 300), label: text.slice(0, 300) }],
  }));
  return { ...guideEval, benchmarks: [{ ...benchmark!, cases }] };
}

const allowed = [
  ...['p', 'br', 'hr', 'em', 'strong', 's', 'code', 'pre', 'blockquote', 'ul', 'ol', 'li', 'div'],
  ...[
    'table',
    'thead',
    'tbody',
    'tr',
    'th',
    'td',
    'math',
    'semantics',
    'mrow',
    'mi',
    'mn',
    'mo',
    'ms',
    'mtext',
    'mspace',
  ],
  ...['msup', 'msub', 'msubsup', 'mfrac', 'msqrt', 'mroot', 'munder', 'mover', 'munderover', 'mtable', 'mtr', 'mtd'],
  ...['mstyle', 'mpadded', 'mphantom', 'menclose'],
];
const allowedAttributes = [
  ...[
    'class',
    'start',
    'display',
    'xmlns',
    'mathvariant',
    'stretchy',
    'width',
    'height',
    'depth',
    'voffset',
    'mathcolor',
    'fence',
  ],
  ...['lspace', 'rspace', 'separator', 'scriptlevel', 'displaystyle', 'linethickness', 'accent', 'minsize', 'maxsize'],
];

/** What untrusted text became: its elements, their attributes and classes, and whether it left its box. */
async function inspect(
  panel: PanelPage,
): Promise<{ tags: string[]; attributes: string[]; classes: string[]; wide: number }> {
  return panel.page.evaluate(() => {
    const inside = [...document.querySelectorAll('.model-text *')];
    return {
      tags: [...new Set(inside.map((element) => element.localName))],
      attributes: [...new Set(inside.flatMap((element) => element.getAttributeNames()))],
      classes: [...new Set(inside.flatMap((element) => [...element.classList]))],
      wide: Math.max(document.documentElement.scrollWidth, document.getElementById('case-content')!.scrollWidth),
    };
  });
}

describe('hostile text', () => {
  it('is a corpus of some size', () => {
    expect(new Set(hostileTexts).size).toBeGreaterThanOrEqual(40);
  });

  it('does nothing in an opened case', async () => {
    const panel = await browser.open();
    await panel.showUnfolded(withReport(guideEval));
    await panel.page.locator('#tab-cases').click();
    await panel.page.locator(`[data-id="${id}"]`).click();
    for (const text of hostileTexts) {
      await panel.answer({ kind: 'openCase', caseId: id }, caseWith(text));
      const place = text.slice(0, 60);
      const { tags, attributes, classes, wide } = await inspect(panel);
      expect(
        tags.filter((tag) => !allowed.includes(tag)),
        place,
      ).toEqual([]);
      expect(
        attributes.filter((name) => !allowedAttributes.includes(name)),
        place,
      ).toEqual([]);
      expect(
        classes.filter((name) => !['heading', 'formula-source', 'plain-text'].includes(name)),
        place,
      ).toEqual([]);
      expect(wide, place).toBeLessThanOrEqual(900);
      expect(await panel.page.locator('#app, .run-button').count(), place).toBe(2);
      expect(await panel.page.locator('script, iframe, object, embed, link, base, form').count(), place).toBe(3);
      expect(await panel.hacked(), place).toBe(0);
      expect(await panel.page.getByRole('heading', { name: 'Verdicts' }).count(), place).toBeGreaterThan(0);
    }
    // Nothing in them can be followed or pressed.
    await panel.page.evaluate(() => {
      for (const element of document.querySelectorAll<HTMLElement>('.model-text *'))
        element.dispatchEvent(new MouseEvent('click', { bubbles: true }));
    });
  });

  it('does nothing in the list, in filters or in notes', async () => {
    for (const width of [380, 900]) {
      const panel = await browser.open({ width });
      const report = reportWith(hostileTexts);
      const warnings = hostileTexts
        .slice(0, 20)
        .map((message) => ({ kind: 'samples' as const, message: message.slice(0, 500) }));
      await panel.showUnfolded({
        ...withReport({ ...report, warnings }),
        promptName: hostileTexts[2]!,
        promptPath: hostileTexts[2]!,
      });
      expect(await panel.page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width);
      await panel.page.locator('#tab-cases').click();
      for (let top = 0; top < hostileTexts.length * 48; top += 400) {
        await panel.page.locator('.case-list').evaluate((list, to) => list.scrollTo(0, to), top);
      }
      expect(await panel.page.locator('.case-row').count()).toBeGreaterThan(5);
      const heights = await panel.page
        .locator('.case-row')
        .evaluateAll((rows) => rows.map((row) => row.getBoundingClientRect().height));
      expect(new Set(heights).size).toBe(1);
      expect(await panel.page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width);
    }
  });

  it('does nothing in pictures, criteria, tags and image descriptions', async () => {
    const panel = await browser.open();
    for (const text of spread(hostileTexts, 12)) {
      const label = text.slice(0, 300);
      const place = text.slice(0, 60);
      await panel.showUnfolded(withReport(hostilePictures(label)));
      expect(await panel.page.locator('.picture').count(), place).toBe(3);
      expect(await panel.page.evaluate(() => document.documentElement.scrollWidth), place).toBeLessThanOrEqual(900);
      expect(await panel.page.locator('script, iframe, object, embed, link, base, form').count(), place).toBe(3);
    }
    await panel.showUnfolded(withReport(runOf(metricBarsBenchmark)));
    await panel.page.locator('#tab-cases').click();
    const caseId = criteriaCase.summary.id;
    await panel.page.locator(`[data-id="${caseId}"]`).click();
    for (const text of spread(hostileTexts, 12)) {
      await panel.answer({ kind: 'openCase', caseId }, hostileCriteria(text));
      expect(await panel.page.locator('.on-criterion').count(), text.slice(0, 60)).toBe(1);
      await panel.page.locator('.turn-image').click();
      expect(await panel.page.locator('dialog[open] figcaption').count()).toBe(1);
      expect(await panel.page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(900);
      await panel.page.keyboard.press('Escape');
      expect(await panel.page.locator('script, iframe, object, embed, link, base, form').count()).toBe(3);
    }
  });
});

describe('text of models', () => {
  async function shown(text: string): Promise<{ panel: PanelPage; text: string; formulas: number }> {
    const panel = await browser.open();
    await panel.showUnfolded(withReport(guideEval));
    await panel.page.locator('#tab-cases').click();
    await panel.page.locator(`[data-id="${id}"]`).click();
    await panel.answer(
      { kind: 'openCase', caseId: id },
      {
        ...sample,
        sibling: undefined,
        turns: [{ speaker: 'tutor', text, role: 'reply', images: [] }],
        rawReplies: [],
        verdicts: [],
      },
    );
    const words = panel.page.locator('.turn .turn-words');
    return { panel, text: await words.innerText(), formulas: await words.locator('math').count() };
  }

  const formulas: readonly (readonly [string, number])[] = [
    ['It costs $5 and $3.', 0],
    ['From $5 to $10, or US$5 and CA$3.', 0],
    ['I have $20 and he has 30$ more.', 0],
    ['$5-$10 each', 0],
    ['a \\$5 note and \\$6', 0],
    ['one $ sign', 0],
    ['$x$ and $y = 2x$.', 2],
    ['$5$ is prime', 1],
    ['$$\\frac{1}{2}$$', 1],
    ['\\(a^2\\) and \\[b^2\\]', 2],
    ['`$x$` in code', 0],
    ['$2x + 3 = 7$', 1],
  ];
  for (const [text, count] of formulas) {
    it(`has ${String(count)} formulas: ${text}`, async () => {
      expect((await shown(text)).formulas).toBe(count);
    });
  }

  it('shows a formula that cannot be drawn as it was written', async () => {
    const { text, formulas: count } = await shown('see $\\href{javascript:alert(1)}{x}$ here');
    expect(count).toBe(0);
    expect(text).toContain('$\\href{javascript:alert(1)}{x}$');
  });

  it('shows links and pictures as the text they are', async () => {
    const { text } = await shown('[here](https://hostile.invalid/) ![x](y.png) <b>bold</b>');
    expect(text).toBe('[here](https://hostile.invalid/) ![x](y.png) <b>bold</b>');
  });

  it('shortens a long text until asked', async () => {
    const { panel, text } = await shown(`${'word '.repeat(3_000)}the end`);
    expect(text.length).toBeLessThan(5_000);
    await panel.page.getByRole('button', { name: 'Show all 15,007 characters' }).click();
    expect(await panel.page.locator('.turn .turn-words').innerText()).toContain('the end');
  });

  it('makes hidden characters visible', () => {
    expect(visibleText('a\u202Eb\u0000c\u200Bd')).toBe('a\u27E6U+202E\u27E7b\u2400c\u27E6U+200B\u27E7d');
    expect(visibleText('tab\tand\nline')).toBe('tab\tand\nline');
    expect(visibleText('\u{1F469}\u200D\u{1F52C}')).toBe('\u{1F469}\u200D\u{1F52C}');
    expect(visibleText('x\uD83Dy')).toBe('x\uFFFDy');
    expect(visibleText(`e${'\u0301'.repeat(50)}`)).toBe(`e${'\u0301'.repeat(6)}`);
  });
});
