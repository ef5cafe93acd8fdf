import { createHash } from 'node:crypto';
import type { TrustCard } from '../../../store/trustCard';
import type { DimensionCard, JudgeCard } from './judgeCard';

/** The card that the shipped judge carries, one for each dimension: figures on replies whose problem and tutor the answering model had not seen. */
export function trustCardsOf(card: JudgeCard, version: string): readonly TrustCard[] {
  const hash = createHash('sha256');
  for (const { sha256 } of card.data.files) hash.update(sha256);
  const gold: TrustCard['gold'] = {
    name: 'MRBench V1, V2 and V3, cross-validated',
    format: 'mrbench',
    hash: `sha256:${hash.digest('hex')}`,
    by: 'people',
  };
  return card.dimensions.map((dimension) => trustCard(dimension, card, version, gold));
}

function trustCard(
  {
    id,
    n,
    problems,
    agreement,
    deviation,
    kappa,
    kappaCi,
    macroF1,
    pearson,
    majority,
    within,
    confusion: { labels, counts },
  }: DimensionCard,
  { trained }: JudgeCard,
  version: string,
  gold: TrustCard['gold'],
): TrustCard {
  return {
    schemaVersion: 2,
    judge: 'offline',
    simulated: false,
    benchmark: 'mrbench',
    dimension: id,
    judgeVersion: version,
    at: `${trained}T00:00:00.000Z`,
    toolVersion: '',
    runId: '',
    gold,
    n,
    failed: 0,
    clusters: problems,
    agreement,
    deviation,
    kappa,
    kappaCi: intervalOf(kappaCi),
    macroF1,
    pearson,
    majority: majorityOf(majority),
    within,
    heldOut: n,
    confusion: { labels, counts, failed: labels.map(() => 0) },
  };
}

function intervalOf(interval: DimensionCard['kappaCi']): TrustCard['kappaCi'] {
  if (interval === null) return null;
  const { low, high, level } = interval;
  return low === null || high === null ? null : { low, high, level };
}

function majorityOf({ label, agreement, macroF1 }: DimensionCard['majority']): TrustCard['majority'] {
  return agreement === null || macroF1 === null ? null : { label, agreement, macroF1 };
}
