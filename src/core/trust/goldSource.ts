import type { Benchmark } from '../benchmark/benchmark';
import type { GoldSample } from '../benchmark/goldReply';
import type { RecordProblem } from '../benchmark/importer';
import { limited } from '../run/planRun';
import { createRandom } from '../statistics/random';
import type { RatedLabel } from './ratedLabel';
import { errorNamed } from '../text/errors';

interface SourceFacts {
  readonly name: string;
  readonly format: string;
  readonly problems: readonly RecordProblem[];
  /** What a reader must know about these labels, one sentence each. */
  readonly notes: readonly string[];
}

/** Where labels come from: replies to judge, or answers that a judge gave elsewhere. */
export type GoldSource =
  | (SourceFacts & {
      readonly kind: 'replies';
      /** `judge`: labels of another judge. Agreement with them is not agreement with people. */
      readonly by: 'people' | 'judge';
      readonly samples: readonly GoldSample[];
    })
  | (SourceFacts & { readonly kind: 'answers'; readonly judge: string; readonly rated: readonly RatedLabel[] });

export const labelsOfJudge =
  'These labels are another judge’s, not people’s: agreement with them says nothing about being right.';

/** Thrown if a file has nothing to check a judge against. The message says what, where and how to fix it. */
export class GoldSourceError extends errorNamed('GoldSourceError') {}

interface GoldChoice {
  /** Judges of the benchmark; empty means all. */
  readonly dimensions: readonly string[];
  readonly tutor: string | undefined;
  /** Size of a seeded sample of dialogues or problems. */
  readonly limit: number | undefined;
  readonly seed: number;
}

/** Throws `GoldSourceError` if nothing is left; the message lists the choices. */
export function chooseGold(benchmark: Benchmark, source: GoldSource, choice: GoldChoice): GoldSource {
  const { dimensions, tutor, limit, seed } = choice;
  const known = benchmark.judges.map(({ id }) => id);
  const unknown = dimensions.find((dimension) => !known.includes(dimension));
  if (unknown !== undefined) {
    throw new GoldSourceError(`${benchmark.title} has no dimension “${unknown}”. It has: ${known.join(', ')}.`);
  }
  const isWanted = (dimension: string): boolean => dimensions.length === 0 || dimensions.includes(dimension);
  const isOf = (name: string): boolean => tutor === undefined || name === tutor;
  if (source.kind === 'answers') {
    const rated = source.rated.filter((one) => isWanted(one.dimension) && isOf(one.tutor));
    assertLeft(source, rated.length, choice);
    const all = [...new Set(rated.map(({ cluster }) => cluster))];
    const isAll = limit === undefined || limit >= all.length;
    const clusters = isAll ? all : createRandom(`limit/${seed}/${benchmark.id}`).shuffle(all).slice(0, limit);
    return { ...source, rated: rated.filter(({ cluster }) => clusters.includes(cluster)) };
  }
  const samples = source.samples.flatMap(({ sample, gold }): GoldSample[] => {
    const kept = gold.flatMap((reply) => {
      const labels = reply.labels.filter(({ judge }) => isWanted(judge));
      return labels.length === 0 || !isOf(reply.tutor) ? [] : [{ ...reply, labels }];
    });
    return kept.length === 0 ? [] : [{ sample, gold: kept }];
  });
  assertLeft(source, samples.length, choice);
  const all = samples.map(({ sample }) => sample);
  const ids = new Set(limited(benchmark, all, limit, seed).map(({ id }) => id));
  return { ...source, samples: samples.filter(({ sample }) => ids.has(sample.id)) };
}

function assertLeft(source: GoldSource, count: number, { dimensions, tutor }: GoldChoice): void {
  if (count > 0) return;
  const replies = source.kind === 'answers' ? source.rated : source.samples.flatMap(({ gold }) => gold);
  const named = [...new Set(replies.map((reply) => reply.tutor))].filter((name) => name !== '').slice(0, 20);
  const on = dimensions.length === 0 ? [] : [`on ${dimensions.join(', ')}`];
  const wanted = [...on, ...(tutor === undefined ? [] : [`of a tutor “${tutor}”`])].join(' ');
  const choice = named.length === 0 ? '' : ` Its tutors: ${named.join(', ')}.`;
  throw new GoldSourceError(`${source.name} has no label ${wanted}.${choice}`);
}
