import { it } from 'vitest';
import { PanelBrowser } from './panelBrowser';
import { withReport } from './panelStates';
import { severalJudgesReport } from './severalJudges';
import { themes } from './themes';

const pictures = new PanelBrowser();

for (const theme of themes) {
  for (const width of [320, 560, 900]) {
    it(`draws the agreement of several judges, ${theme.name}, ${String(width)} px`, async () => {
      const panel = await pictures.open({ width, height: 900, theme: theme.name });
      const name = `${theme.name}-${String(width)}-agreement`;
      await panel.showUnfolded(withReport(severalJudgesReport));
      await panel.page.locator('.judges-agreement').scrollIntoViewIfNeeded();
      await panel.picture(name);
      await panel.page.locator('.judges-agreement p button').click();
      await panel.picture(`${name}-cases`);
    });
  }
}
