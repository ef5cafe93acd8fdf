import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { Frame } from 'playwright-core';
import { beforeAll, describe, expect, test } from 'vitest';
import { benchmarkIds } from '../../src/core/benchmarks/policies';
import { benchmarks } from '../../src/core/benchmarks/registry';
import { FileRunStore } from '../../src/core/store/fileRunStore';
import { pollUntil } from '../workbench/pollUntil';
import { productVsix } from '../workbench/productVsix';
import { readRuns } from '../workbench/readRuns';
import { useWorkbench } from '../workbench/useWorkbench';
import { expectedEstimate } from './expectedEstimate';

const evaluate = 'Tutor Prompt: Evaluate Current Prompt';
const pictures = path.resolve('out/screenshots');
const file = 'prompts/six.prompt.md';
const text = 'Ask one guiding question a turn. Never give the answer away. Be warm.\n';
const frontMatter = (more: string): string =>
  `---\nbenchmarks: [${benchmarkIds.join(', ')}]\nlimit: 8\nrepeats: 2\n${more}---\n${text}`;

describe('all six benchmarks', () => {
  const running = useWorkbench(() => ({
    vsixFiles: [productVsix()],
    settings: { 'workbench.sideBar.location': 'right', 'workbench.colorTheme': 'Default Dark Modern' },
  }));

  beforeAll(async () => {
    await mkdir(pictures, { recursive: true });
    await writeFile(path.join(running().workspace.folder, file), frontMatter(''));
  });

  const panelOf = (): Promise<Frame> =>
    running().workbench.panelFrame({ containing: 'main >> text=KMP-Bench Dialogue' });

  const shoot = (name: string): Promise<void> => running().workbench.screenshot(path.join(pictures, `${name}.png`));

  /** Changes the theme as a person would see it change, and waits until the panel has followed. */
  async function useTheme(kind: 'dark' | 'light'): Promise<void> {
    const folder = path.join(running().workspace.folder, '.vscode');
    const theme = kind === 'dark' ? 'Default Dark Modern' : 'Default Light Modern';
    await mkdir(folder, { recursive: true });
    await writeFile(path.join(folder, 'settings.json'), JSON.stringify({ 'workbench.colorTheme': theme }));
    const panel = await panelOf();
    await panel.locator(`body.vscode-${kind}`).waitFor();
  }

  async function inBothThemes(name: string, look: (panel: Frame) => Promise<void>): Promise<void> {
    for (const kind of ['light', 'dark'] as const) {
      await useTheme(kind);
      await look(await panelOf());
      await shoot(`${name}-${kind}`);
    }
  }

  test('run from the palette into one panel, with a part each', async () => {
    const { workbench, workspace } = running();
    await workbench.openFile(file);
    await workbench.runCommand('View: Toggle Primary Side Bar Visibility');
    await workbench.runCommand(evaluate);
    const [run] = await pollUntil('the end of the run', async () => {
      const runs = await readRuns(workspace.folder);
      return runs[0]?.status === 'completed' ? runs : undefined;
    });
    expect(run?.prompt).toBe(file);
    const panel = await panelOf();
    await panel.getByText('Evaluate again').waitFor();
    for (const { title } of benchmarks.values()) {
      await panel.getByRole('heading', { name: title, level: 3 }).waitFor();
    }
    const panels = running()
      .workbench.page.getByRole('tab')
      .filter({ hasText: /six\.prompt\.md/ });
    // The editor and its panel.
    expect(await panels.count()).toBe(2);
    await inBothThemes('six-overview', (shown) => shown.getByText('Evaluate again').waitFor());
  });

  test('show KMP-Dialogue as bars of win, tie and lose', async () => {
    const panel = await panelOf();
    await running().workbench.unfold(panel);
    const part = panel.locator('section.benchmark', {
      has: panel.getByRole('heading', { name: 'KMP-Bench Dialogue' }),
    });
    const bars = part.getByRole('img', { name: /: better \d+ \([\d.]+%\), equal \d+ .*, worse \d+ / });
    expect(await bars.count()).toBeGreaterThan(5);
    await inBothThemes('six-kmp-bars', (shown) =>
      shown.locator('.picture.preferences').first().scrollIntoViewIfNeeded(),
    );
  });

  test('lead from a cell of SocratesBench’s map to that turn of that conversation', async () => {
    const panel = await panelOf();
    const map = panel.getByRole('grid').first();
    // This prompt makes the simulated tutor keep answers back, so the first judge's map is clean; steps slip out.
    const judge = panel.locator('.map-layer select').filter({ hasText: 'J2' }).first();
    const second = await judge.locator('option', { hasText: /^J2/ }).first().innerText();
    await judge.selectOption({ label: second });
    await inBothThemes('six-heat-map', async (shown) => {
      await shown.getByRole('grid').first().scrollIntoViewIfNeeded();
    });
    const cell = map.getByRole('gridcell', { name: /, turn (?:[2-9]|10): failed$/ }).first();
    const name = (await cell.getAttribute('aria-label')) ?? '';
    const turn = Number(/, turn (\d+): failed$/.exec(name)?.[1]);
    expect(turn).toBeGreaterThan(1);
    await cell.click();
    const reply = panel.locator(`[data-reply="${turn}"][aria-current="true"]`);
    await reply.waitFor();
    expect(await panel.locator('[data-reply]').count()).toBe(10);
    const inSight = await pollUntil('the turn in sight', () =>
      reply.evaluate((element) => {
        const { top, bottom } = element.getBoundingClientRect();
        return bottom > 0 && top < innerHeight ? { top, bottom } : undefined;
      }),
    );
    expect(inSight.bottom).toBeGreaterThan(0);
    await inBothThemes('six-conversation', (shown) => shown.locator('[aria-current="true"]').first().waitFor());
  });

  test('show a drawing of TutorBench in its case', async () => {
    const { workspace } = running();
    const title = await titleOfDrawing(workspace.folder);
    const panel = await panelOf();
    await panel.getByRole('tab', { name: /^Cases/ }).click();
    await panel.locator('#search input').fill(title);
    const row = panel.getByRole('listbox', { name: 'Cases' }).getByRole('option', { name: title }).first();
    await row.click();
    const image = panel.locator('.case-detail img, .member img').first();
    await image.scrollIntoViewIfNeeded();
    const size = await pollUntil('the drawing', () =>
      image.evaluate((element) => {
        const { naturalWidth: width, naturalHeight: height, alt } = element as HTMLImageElement;
        return width > 0 ? { width, height, alt } : undefined;
      }),
    );
    expect([size.width > 100, size.height > 100, size.alt.length > 20]).toEqual([true, true, true]);
    await inBothThemes('six-drawing', (shown) => shown.locator('.member img').first().scrollIntoViewIfNeeded());
  });

  test('say what they would send and cost before anything is sent, in the statistics of the estimate', async () => {
    const { workbench, workspace } = running();
    const paid = frontMatter('tutor: openai:gpt-4o\njudges: [openai:gpt-4o-mini]\n');
    await writeFile(path.join(workspace.folder, 'prompts/paid.prompt.md'), paid);
    await workbench.openFile('prompts/paid.prompt.md');
    await workbench.runCommand(evaluate);
    await workbench.page.getByRole('textbox', { name: /API key|secret storage/ }).fill('sk-loopback-1234567890');
    await workbench.page.keyboard.press('Enter');
    const dialog = workbench.page.getByRole('dialog').filter({ hasText: 'judge calls' });
    const said = await pollUntil('the question', async () => {
      const words = await dialog.innerText({ timeout: 1_000 });
      return words.includes('calls') ? words : undefined;
    });
    const lines = await expectedEstimate(paid);
    expect(lines.length).toBeGreaterThan(6);
    const oneLine = (words: string): string => words.replace(/\s+/g, ' ');
    for (const line of lines) expect(oneLine(said)).toContain(oneLine(line));
    expect(said).toMatch(/Cost: \$\d/);
    await shoot('six-estimate');
    await workbench.page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'hidden' });
    expect((await readRuns(workspace.folder)).map(({ prompt }) => prompt)).toEqual([file]);
  });

  test('met no policy violation and no error in the panel', () => {
    const errors = running()
      .workbench.consoleErrors()
      .filter((error) => error.source === 'webview' || error.kind === 'policy');
    expect(errors).toEqual([]);
  });
});

/** Title of a TutorBench case of the run that comes with an image. */
async function titleOfDrawing(folder: string): Promise<string> {
  const store = new FileRunStore(path.join(folder, '.tutor-prompt-lab'));
  const [run] = await store.list();
  const tutorBench = benchmarks.get('tutorbench');
  const { samples } = await store.open(run?.id ?? '');
  if (tutorBench === undefined) throw new Error('TutorBench is not registered.');
  const found = samples
    .filter(({ benchmark }) => benchmark === 'tutorbench')
    .map(({ sample }) => tutorBench.sampleSchema.parse(sample))
    .find((sample) => (tutorBench.imagesOf?.(sample).length ?? 0) > 0);
  if (found === undefined) throw new Error('No sample with an image was drawn.');
  return tutorBench.summarize(found).title;
}
