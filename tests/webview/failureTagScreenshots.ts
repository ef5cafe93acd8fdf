import { it } from 'vitest';
import { PanelBrowser } from './panelBrowser';
import { withReport } from './panelStates';
import { tagged, untagged } from './taggedReport';
import { themes } from './themes';

const pictures = new PanelBrowser();

for (const theme of themes) {
  for (const width of [320, 560, 900]) {
    it(`draws failure tags, ${theme.name}, ${String(width)} px`, async () => {
      const panel = await pictures.open({ width, height: 900, theme: theme.name });
      const name = `${theme.name}-${String(width)}-tags`;
      for (const [state, report] of Object.entries({ untagged, tagged })) {
        await panel.showUnfolded(withReport(report));
        await panel.page.locator('.failure-tags').scrollIntoViewIfNeeded();
        await panel.picture(`${name}-${state}`);
      }
      await panel.page.locator('.failure-tags .bars-row button').first().click();
      await panel.picture(`${name}-cases`);
    });
  }
}
