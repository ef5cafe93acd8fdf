import { describe, expect, it } from 'vitest';
import { buildReport } from '../../../src/core/results/buildReport';
import { withJudgeTrust } from '../../../src/core/report/runTrust';
import { modelDestination } from '../../../src/core/store/runManifest';
import type { TrustCard } from '../../../src/core/benchmark/trustCard';
import { trustCard } from '../trust/trustCards';
import { mixedRun } from './reportFixture';

const session = mixedRun();
const plain = buildReport(session, { resamples: 50 });
const [judge] = session.manifest.judges;

function badged(cards: readonly TrustCard[]) {
  const report = withJudgeTrust(plain, session, cards);
  return report.benchmarks.flatMap(({ blocks }) => blocks.flatMap(({ metrics }) => metrics));
}

describe('the badges of withJudgeTrust', () => {
  it('leads from each judged metric to the card of its worst judge', () => {
    const metrics = badged([]);
    const judged = metrics.filter(({ judges }) => judges.length > 0);
    expect(judged.length).toBeGreaterThan(0);
    for (const { badge, judges } of judged) {
      expect(badge).toMatchObject({ status: 'unchecked', short: 'unchecked' });
      expect(badge?.card).toMatchObject({
        judge: judge && modelDestination(judge),
        benchmark: plain.benchmarks[0]?.id,
      });
      expect(judges).toContain(badge?.card.dimension);
    }
    expect(metrics.filter(({ judges }) => judges.length === 0).every(({ badge }) => badge === undefined)).toBe(true);
  });

  it('names the server, as cards do', () => {
    const destination = 'http://localhost:1/v1';
    const judges = session.manifest.judges.map((model) => ({ ...model, baseUrl: destination }));
    const manifest = { ...session.manifest, judges };
    const report = withJudgeTrust(plain, { ...session, manifest }, []);
    expect(report.benchmarks[0]?.blocks[0]?.metrics[0]?.badge?.card.judge).toContain(` at ${destination}`);
  });

  it('says kappa, and the reason where the judge is beaten', () => {
    const beaten = { kappa: 0.02, kappaCi: { low: -0.1, high: 0.1, level: 0.95 } };
    const card = trustCard({
      judge: judge === undefined ? '' : modelDestination(judge),
      benchmark: plain.benchmarks[0]!.id,
      dimension: 'Helps',
      ...beaten,
    });
    const badge = badged([card]).find(({ badge: one }) => one?.card.dimension === 'Helps')?.badge;
    expect(badge).toMatchObject({ status: 'beaten', short: 'κ 0.02 !' });
    expect(badge?.reason).toContain('it cannot be told from chance');
  });
});
