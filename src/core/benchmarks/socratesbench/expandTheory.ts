import type { ProtocolPolicy } from '../protocolPolicy';
import type { SocratesSample } from './samples';

const suffix = '~no-theory';

/** The paper's own task in the starter set, and how often it plays it. */
const paperTask = 'so-sv-pq-1';
const paperConversations = 100;

/**
 * The samples as a policy has them played. `on`: with theory where a task has one. `off`: all without. `both`: tasks with theory
 * twice, the second time as `id~no-theory`, all others once. The paper's preset plays its task only.
 * Samples that were expanded before come out the same.
 */
export function expandTheory(
  samples: readonly SocratesSample[],
  { theory, preset }: Pick<ProtocolPolicy, 'theory'> & Partial<Pick<ProtocolPolicy, 'preset'>>,
): readonly SocratesSample[] {
  if (preset === 'paper') {
    return samples
      .filter(({ id }) => id === paperTask)
      .map((sample) => ({ ...sample, conversations: paperConversations }));
  }
  if (theory === 'on') return samples;
  if (theory === 'off') return samples.map(withoutTheory);
  const ids = new Set(samples.map(({ id }) => id));
  return samples.flatMap((sample) => {
    const other = `${sample.id}${suffix}`;
    if (sample.condition === 'noTheory' || ids.has(other)) return [sample];
    return [sample, { ...withoutTheory(sample), id: other }];
  });
}

/** The theory itself goes as well: what is not there cannot reach a tutor or a judge. */
function withoutTheory(sample: SocratesSample): SocratesSample {
  return { ...sample, theory: null, condition: 'noTheory' };
}
