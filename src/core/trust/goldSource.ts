import type { Benchmark } from '../benchmark/benchmark';
import type { GoldSample } from '../benchmark/goldReply';
import type { RecordProblem } from '../benchmark/importer';
import { limited } from '../run/planRun';
import { t } from '../text/countWords';
import { errorNamed } from '../text/errors';

/** Labelled replies to judge. */
export interface GoldSource {
  readonly name: string;
  readonly format: string;
  readonly problems: readonly RecordProblem[];
  /** What a reader must know about these labels, one sentence each. */
  readonly notes: readonly string[];
  readonly samples: readonly GoldSample[];
}

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
  if (unknown !== undefined)
    throw new GoldSourceError(t`${benchmark.title} has no dimension “${unknown}”. It has: ${known.join(', ')}.`);
  const samples = source.samples.flatMap(({ sample, gold }): GoldSample[] => {
    const kept = gold.flatMap((reply) => {
      const labels = reply.labels.filter(({ judge }) => dimensions.length === 0 || dimensions.includes(judge));
      return labels.length === 0 || (tutor ?? reply.tutor) !== reply.tutor ? [] : [{ ...reply, labels }];
    });
    return kept.length === 0 ? [] : [{ sample, gold: kept }];
  });
  if (samples.length === 0) throw nothingLeft(source, choice);
  const all = samples.map(({ sample }) => sample);
  const ids = new Set(limited(benchmark, all, limit, seed).map(({ id }) => id));
  return { ...source, samples: samples.filter(({ sample }) => ids.has(sample.id)) };
}

function nothingLeft({ name, samples }: GoldSource, { dimensions, tutor }: GoldChoice): GoldSourceError {
  const tutors = samples.flatMap(({ gold }) => gold.map((reply) => reply.tutor));
  const named = [...new Set(tutors)].filter((one) => one !== '').slice(0, 20);
  const on = dimensions.length === 0 ? [] : [t`on ${dimensions.join(', ')}`];
  const wanted = [...on, ...(tutor === undefined ? [] : [t`of a tutor “${tutor}”`])].join(' ');
  const choice = named.length === 0 ? '' : t` Its tutors: ${named.join(', ')}.`;
  return new GoldSourceError(t`${name} has no label ${wanted}.${choice}`);
}
