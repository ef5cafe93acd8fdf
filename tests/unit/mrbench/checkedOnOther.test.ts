import { describe, expect, it } from 'vitest';
import type { RunSession } from '../../../src/core/run/runSession';
import { buildReport } from '../../../src/core/results/buildReport';
import { trustBadge, withJudgeTrust } from '../../../src/core/report/runTrust';
import type { ReportedMetric } from '../../../src/core/results/reportModel';
import { trustCard } from '../trust/trustCards';
import { judgeA, mrSession, yesAndNo } from '../labels/mrSession';

/** A run over dialogues of both sources. */
function bothSources(): RunSession {
  const session = mrSession(yesAndNo(6, 6));
  const items = session.items.map((item, place) => ({
    ...item,
    sample: { ...item.sample, source: place % 2 === 0 ? 'Bridge' : 'MathDial' },
  }));
  return { ...session, items };
}

function actionability(session: RunSession): ReadonlyMap<string, ReportedMetric> {
  const card = trustCard({ judge: judgeA, judgeVersion: 'actionability@1' });
  const report = withJudgeTrust(buildReport(session, { resamples: 50 }), session, [card]);
  const metrics = report.benchmarks.flatMap(({ blocks }) => blocks.flatMap((block) => block.metrics));
  return new Map(metrics.flatMap((one) => (one.id === 'actionability' ? [[one.block ?? '', one] as const] : [])));
}

describe('a card of MRBench beside the scores of one source', () => {
  it('is of other material there', () => {
    const found = actionability(bothSources());
    expect([...found.keys()]).toEqual(['all', 'Bridge', 'MathDial']);
    const together = 'measured on replies from both sources, but this score is for one source';
    for (const block of ['Bridge', 'MathDial']) {
      const metric = found.get(block);
      expect(metric?.judgeTrust?.[0]).toMatchObject({ status: 'checked', measuredOn: together });
      expect(trustBadge(metric?.judgeTrust)?.full).toMatch(/other material \(measured on replies from both sources/);
    }
    expect(found.get('all')?.judgeTrust?.[0]?.measuredOn).toBeUndefined();
  });
});
