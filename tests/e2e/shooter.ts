import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { Frame } from 'playwright-core';
import { pollUntil } from '../workbench/pollUntil';
import type { RunningWorkbench } from '../workbench/runningWorkbench';

/** Where pictures go. */
export const folder = path.resolve('out/pictures');
export const themes = {
  dark: 'Default Dark Modern',
  light: 'Default Light Modern',
  contrast: 'Default High Contrast',
  'contrast-light': 'Default High Contrast Light',
};

/** Of the window, in CSS pixels. The results get some 60 % of the width. At 200 % zoom half of everything is left. */
const sizes = { middle: [1000, 900], narrow: [560, 900], zoomed: [700, 450] } as const;

/** Hides random folder names and local ports, so that pictures show only the product. */
export const frame = {
  'workbench.sideBar.location': 'right',
  'workbench.activityBar.location': 'hidden',
  'breadcrumbs.enabled': false,
  'window.commandCenter': false,
  'window.title': '${activeEditorShort}',
  'remote.autoForwardPorts': false,
};

/** Resolves once the results were laid out and drawn in a window of another size. */
async function panelFrameDrawn(workbench: RunningWorkbench['workbench']): Promise<void> {
  const panel = await workbench.panelFrame({ containing: '#app' });
  await panel.evaluate(
    () =>
      new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(() => requestAnimationFrame(drawn)))),
  );
}

/** Takes a picture of the whole window, and one at each of `sizes`. `name`: of the theme. */
export function shooterOf(
  { workbench }: RunningWorkbench,
  name: string,
): (title: string, hasPanel?: boolean) => Promise<void> {
  const tips = workbench.page.getByRole('tooltip').filter({ visible: true });
  return async (title, hasPanel = true) => {
    await workbench.page.mouse.move(200, 750);
    await pollUntil('the tips to go', async () => ((await tips.count()) === 0 ? true : undefined));
    await workbench.screenshot(path.join(folder, `${title}-${name}.png`));
    const usual = workbench.page.viewportSize() ?? { width: 1400, height: 900 };
    for (const [size, [width, height]] of Object.entries(sizes)) {
      await workbench.page.setViewportSize({ width, height });
      await workbench.page.waitForFunction(
        (wanted) => document.querySelector('.monaco-workbench')?.clientWidth === wanted,
        width,
      );
      if (hasPanel) await panelFrameDrawn(workbench);
      await workbench.screenshot(path.join(folder, `sizes/${title}-${name}-${size}.png`));
    }
    await workbench.page.setViewportSize(usual);
  };
}

/** Opens a prompt with its results beside it, the results wider than the text. */
export async function openWithResults(
  { workbench, workspace }: RunningWorkbench,
  file: string,
  text: string,
): Promise<Frame> {
  const { page } = workbench;
  await writeFile(path.join(workspace.folder, file), text);
  await workbench.openFile(file);
  await workbench.runCommand('View: Toggle Primary Side Bar Visibility');
  await workbench.runCommand('Tutor Prompt: Show Results');
  const panel = await workbench.panelFrame({ containing: '.benchmark-line' });
  await workbench.unfold(panel);
  const results = await page.locator('.editor-group-container').nth(1).boundingBox();
  if (results === null) throw new Error('There are no results beside the text.');
  await page.mouse.move(results.x, 600);
  await page.mouse.down();
  await page.mouse.move(results.x - 190, 600, { steps: 5 });
  await page.mouse.up();
  // The line above the first one comes late, and is then above what is on screen.
  await page
    .locator('.codelens-decoration', { hasText: /\d\.\d/ })
    .first()
    .waitFor();
  await page.mouse.move(200, 750);
  await page.mouse.wheel(0, -1_000);
  return panel;
}
