import type { TrustCard } from '../../../src/core/benchmark/trustCard';

/** A card of a judge that beats the majority label, with the given members in the place of its own. */
export function trustCard(change: Partial<TrustCard> = {}): TrustCard {
  return {
    schemaVersion: 2,
    judge: 'openai:m',
    simulated: false,
    benchmark: 'mrbench',
    dimension: 'actionability',
    judgeVersion: 'actionability@11111111',
    at: '2026-03-04T05:06:07.000Z',
    toolVersion: '0.1.0',
    runId: '20260304-050607-abcd',
    gold: { name: 'gold.json', format: 'mrbench', hash: `sha256:${'a'.repeat(64)}`, by: 'people' },
    n: 120,
    failed: 2,
    clusters: 40,
    agreement: 0.85,
    deviation: 0.2,
    kappa: 0.41,
    kappaCi: { low: 0.2, high: 0.6, level: 0.95 },
    macroF1: 0.5,
    pearson: 0.4,
    majority: { label: 'Yes', agreement: 0.8, macroF1: 0.3 },
    ...change,
  };
}
