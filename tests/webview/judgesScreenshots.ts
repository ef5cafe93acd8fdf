import { it } from 'vitest';
import { judgedChanges, withBadges } from './badgeViews';
import { beatenDetail, cardDetail } from './cardDetails';
import { judgesSeen, judgesUnseen, keyOf } from './judgesViews';
import { PanelBrowser } from './panelBrowser';
import { guideEval, twoBenchmarks, withReport } from './panelStates';
import { themes } from './themes';

const pictures = new PanelBrowser();

for (const theme of themes) {
  for (const width of [320, 520, 700, 900, 1200]) {
    it(`draws badges and judges, ${theme.name}, ${String(width)} px`, async () => {
      const panel = await pictures.open({ width, height: 1_000, theme: theme.name });
      const name = `${theme.name}-${String(width)}`;
      await panel.showUnfolded(withReport(withBadges(guideEval), { changes: judgedChanges }));
      await panel.picture(`${name}-badges-changes`);
      await panel.showUnfolded(withReport(withBadges(twoBenchmarks)));
      await panel.picture(`${name}-badges`);
      await panel.page.locator('#tab-judges').click();
      await panel.picture(`${name}-judges-loading`);
      await panel.send({ kind: 'judges', view: judgesUnseen });
      await panel.picture(`${name}-judges-none`);
      await panel.send({ kind: 'judges', view: judgesSeen });
      await panel.picture(`${name}-judges`);
      await panel.page.locator(`#judge-card-${keyOf(2)}`).click();
      await panel.answer({ kind: 'openJudgeCard', key: keyOf(2) }, cardDetail);
      await panel.picture(`${name}-judge-card`);
      await panel.page.locator(`#judge-card-${keyOf(6)}`).click();
      await panel.answer({ kind: 'openJudgeCard', key: keyOf(6) }, beatenDetail);
      await panel.picture(`${name}-judge-card-beaten`);
    });
  }
}
