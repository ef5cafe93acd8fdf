import { expect, it } from 'vitest';
import type { LabellingView } from '../../src/core/labels/labellingView';
import { begun, onCriteria, over, reviewing, setupOf, workAt } from './labellingViews';
import { PanelBrowser } from './panelBrowser';
import { guideEval, withReport } from './panelStates';
import { themes } from './themes';

const pictures = new PanelBrowser();

const views: Readonly<Record<string, LabellingView>> = {
  setup: setupOf(),
  'setup-go-on': setupOf({ options: { ...setupOf().options, benchmark: 'tutorbench', mode: 'reviewing' } }),
  blind: begun('a'),
  reviewing: reviewing('b'),
  criteria: onCriteria('c'),
  'not-kept': workAt('d', 0, { problem: 'Cannot write labels/mrbench.jsonl: no space left on the device.' }),
  'set-aside': over(3),
  over: over(0),
};

for (const theme of themes) {
  for (const [size, width] of Object.entries({ wide: 1100, narrow: 380, narrowest: 320 })) {
    it(`draws label mode, ${theme.name}, ${size}`, async () => {
      const panel = await pictures.open({ width, height: 820, theme: theme.name });
      const shoot = (name: string): Promise<void> => panel.picture(`${theme.name}-${size}-labels-${name}`);
      await panel.show(withReport(guideEval));
      await panel.page.locator('#tab-cases').click();
      await shoot('entry');
      for (const [name, view] of Object.entries(views)) {
        await panel.send({ kind: 'labelling', view });
        await shoot(name);
        expect(await panel.page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width);
      }
      await panel.send({ kind: 'labelling', view: begun('e') });
      await panel.page.keyboard.press('1');
      await panel.page.keyboard.press('ArrowUp');
      await panel.page.keyboard.press('r');
      await panel.page.keyboard.type('It says which number to look at.');
      await shoot('reason');
    });
  }
}
