import { describe, expect, it } from 'vitest';
import { checkedOnOther } from '../../../src/core/benchmarks/mrbench/goldReplies';
import type { ProtocolPolicy } from '../../../src/core/benchmark/protocolPolicy';
import { defaultPolicy } from '../../../src/core/benchmarks/policies';
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

describe('a card that was measured with the worked solution', () => {
  const without: ProtocolPolicy = { ...defaultPolicy, groundTruthToJudge: false };
  const of = (dimension: string, isLearned: boolean, policy: ProtocolPolicy): string | undefined =>
    checkedOnOther({ block: 'all' }, { dimension, isLearned }, policy);

  it('is of other material for the learned judge of a run without it, in the dimensions that may see it', () => {
    expect(of('mistake_location', true, without)).toMatch(/^measured with the worked solution in sight/);
    expect(of('mistake_location', true, defaultPolicy)).toBeUndefined();
    expect(of('actionability', true, without)).toBeUndefined();
    // A model that is not shown the solution has a version of its own.
    expect(of('mistake_location', false, without)).toBeUndefined();
  });
});
