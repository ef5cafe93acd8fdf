import path from 'node:path';
import type { Benchmark } from '../benchmark/benchmark';
import type { GoldSample } from '../benchmark/goldReply';
import { parseDataFile } from '../benchmark/importing/dataFile';
import { visibleReply } from '../benchmark/visibleReply';
import { loadSamples, type SampleFile } from '../run/loadSamples';
import { t } from '../text/countWords';
import { goldOfHandLabels, isHandLabels } from './goldOfHandLabels';
import { type GoldSource, GoldSourceError } from './goldSource';

/**
 * Reads labelled replies for `benchmark`, recognised by content: hand labels or labelled samples. `others` are asked
 * whether a file is theirs. Throws `SampleFileError` or `GoldSourceError` if there is nothing to check a judge against.
 */
export function readGold(benchmark: Benchmark, file: SampleFile, others: Iterable<Benchmark>): GoldSource {
  const parsed = parseDataFile(file.text);
  if (parsed.kind === 'refused') throw new GoldSourceError(`${file.name}: ${parsed.reason}`);
  const source = isHandLabels(parsed)
    ? goldOfHandLabels(benchmark, file.name, parsed)
    : labelledSamples(benchmark, file, others);
  if (source.samples.length === 0) {
    const first = source.problems.find(({ severity }) => severity === 'error');
    const where = first === undefined ? '' : t` First fault: record ${first.record}, ${first.field}: ${first.message}`;
    throw new GoldSourceError(
      t`${file.name} holds no labelled ${benchmark.title} reply. Give a file whose replies carry people’s labels.${where}`,
    );
  }
  return source;
}

/** Leaves out replies without visible words: there is nothing to judge. */
function labelledSamples(benchmark: Benchmark, file: SampleFile, others: Iterable<Benchmark>): GoldSource {
  if (benchmark.goldReplies === undefined) {
    throw new GoldSourceError(
      t`${benchmark.title} samples carry no labels of given replies. Label replies by hand, and calibrate on those labels.`,
    );
  }
  const { samples, format, problems } = loadSamples(benchmark, file, others);
  let empty = 0;
  const kept = samples.flatMap((sample): GoldSample[] => {
    const gold = benchmark.goldReplies?.(sample) ?? [];
    const shown = gold.filter(({ replies }) => replies.every((reply) => visibleReply(reply) !== ''));
    empty += gold.length - shown.length;
    return shown.length === 0 ? [] : [{ sample, gold: shown }];
  });
  const notes = empty === 0 ? [] : [t`Labelled replies without words were left out: ${empty}.`];
  return { name: path.basename(file.name), format, notes, samples: kept, problems };
}
