import path from 'node:path';
import type { Benchmark } from '../benchmark/benchmark';
import type { GoldSample } from '../benchmark/goldReply';
import type { DataFile } from '../benchmark/importer';
import { parseDataFile } from '../benchmark/importing/dataFile';
import type { Sample } from '../benchmark/samples';
import { visibleReply } from '../benchmark/visibleReply';
import { loadSamples, type SampleFile } from '../run/loadSamples';
import { goldOfHandLabels, isHandLabels } from './goldOfHandLabels';
import { type GoldSource, GoldSourceError } from './goldSource';

interface GoldReading {
  /** All benchmarks, asked whether a file is theirs. */
  readonly others: Iterable<Benchmark>;
  /** Samples of a judged run, if its file does not include them. */
  readonly samples?: readonly Sample[] | undefined;
}

/**
 * Reads labelled replies for `benchmark`, recognised by content: hand labels, answers of a judge that ran elsewhere, or
 * labelled samples. Throws `SampleFileError` or `GoldSourceError` if there is nothing to check a judge against.
 */
export function readGold(benchmark: Benchmark, file: SampleFile, { others, samples }: GoldReading): GoldSource {
  const reading = { others: [...others], samples };
  const parsed = parseDataFile(file.text);
  if (parsed.kind === 'refused') throw new GoldSourceError(`${file.name}: ${parsed.reason}`);
  const source = knownForm(benchmark, file, parsed, reading) ?? labelledSamples(benchmark, file, reading);
  if (source.kind === 'answers' ? source.rated.length === 0 : source.samples.length === 0) {
    const first = source.problems.find(({ severity }) => severity === 'error');
    const where = first === undefined ? '' : ` First fault: record ${first.record}, ${first.field}: ${first.message}`;
    throw new GoldSourceError(
      `${file.name} holds no labelled ${benchmark.title} reply. Give a file whose replies carry people’s labels.${where}`,
    );
  }
  return source;
}

function knownForm(
  benchmark: Benchmark,
  file: SampleFile,
  parsed: DataFile,
  { samples, others }: GoldReading,
): GoldSource | undefined {
  if (isHandLabels(parsed)) return goldOfHandLabels(benchmark, file.name, parsed);
  for (const owner of [benchmark, ...others]) {
    const form = owner.judgedForms?.find((one) => one.recognizes(parsed));
    if (form === undefined) continue;
    if (owner.id !== benchmark.id) {
      throw new GoldSourceError(
        `${file.name} holds a judged run of ${owner.title}, not of ${benchmark.title}. Give “${owner.id}”.`,
      );
    }
    const name = path.basename(file.name);
    const { format } = form;
    if (form.kind === 'answers')
      return { kind: 'answers', name, format, judge: name.replace(/\.[^.]*$/, ''), notes: [], ...form.read(parsed) };
    if (samples === undefined) {
      throw new GoldSourceError(
        `${file.name} holds replies and verdicts without their samples. Name the samples that they belong to with --samples.`,
      );
    }
    return withReplies({ name, format, by: 'judge' }, form.read(parsed, samples));
  }
  return undefined;
}

function labelledSamples(benchmark: Benchmark, file: SampleFile, { others }: GoldReading): GoldSource {
  if (benchmark.goldReplies === undefined) {
    throw new GoldSourceError(
      `${benchmark.title} samples carry no labels of given replies. Label replies by hand, and calibrate on those labels.`,
    );
  }
  const { samples, format, problems } = loadSamples(benchmark, file, others);
  const gold = samples.map((sample): GoldSample => ({ sample, gold: benchmark.goldReplies?.(sample) ?? [] }));
  return withReplies({ name: path.basename(file.name), format, by: 'people' }, { samples: gold, problems });
}

/** Leaves out replies without visible words: there is nothing to judge. */
function withReplies(
  facts: Pick<GoldSource, 'name' | 'format'> & { readonly by: 'people' | 'judge' },
  { samples, problems }: { readonly samples: readonly GoldSample[]; readonly problems: GoldSource['problems'] },
): GoldSource {
  let empty = 0;
  const kept = samples.flatMap(({ sample, gold }): GoldSample[] => {
    const shown = gold.filter(({ replies }) => replies.every((reply) => visibleReply(reply) !== ''));
    empty += gold.length - shown.length;
    return shown.length === 0 ? [] : [{ sample, gold: shown }];
  });
  const notes = empty === 0 ? [] : [`Labelled replies without words were left out: ${empty}.`];
  return { kind: 'replies', ...facts, notes, samples: kept, problems };
}
