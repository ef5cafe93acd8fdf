import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import { describe, test } from 'vitest';
import { productVsix } from '../workbench/productVsix';
import { useWorkbench } from '../workbench/useWorkbench';

const folder = path.resolve('out/pictures');
const themes = { dark: 'Default Dark Modern', light: 'Default Light Modern', contrast: 'Default High Contrast' };

describe.each(Object.entries(themes))('%s', (name, theme) => {
  const running = useWorkbench(() => ({
    vsixFiles: [productVsix()],
    settings: { 'workbench.colorTheme': theme, 'workbench.sideBar.location': 'right', 'breadcrumbs.enabled': false },
  }));

  test('overview, cases and a case of the rule prompt, evaluated offline', async () => {
    await mkdir(folder, { recursive: true });
    const { workbench } = running();
    const { page } = workbench;
    const shoot = (title: string) => workbench.screenshot(path.join(folder, `${title}-${name}.png`));
    await workbench.openFile('rule.tutor.md');
    await workbench.runCommand('View: Toggle Primary Side Bar Visibility');
    await workbench.runCommand('Tutor Prompt: Evaluate Current Prompt');
    const panel = await workbench.panelFrame({ containing: 'text=Evaluate again' });
    await page.mouse.move(300, 700);
    await shoot('overview');
    await panel.getByRole('tab', { name: /^Cases/ }).click();
    const list = panel.getByRole('listbox', { name: 'Cases' });
    await list.getByRole('option').first().waitFor();
    await shoot('cases');
    await list.getByRole('option').nth(2).click();
    await panel.getByRole('heading', { name: 'Verdicts' }).first().waitFor();
    await shoot('case');
  });
});
