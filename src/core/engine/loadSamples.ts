import type { Benchmark, Sample } from '../benchmarks/benchmark';
import type { Importer, RecordProblem } from '../benchmarks/importer';
import { ownFormat, importSamples } from '../benchmarks/importing/recognizeFile';

/** A file of samples, read by a shell. */
export interface SampleFile {
  readonly name: string;
  readonly text: string;
}

/** Samples fit to run, and what was left out. */
export interface LoadedSamples {
  readonly samples: readonly Sample[];
  /** `own` or the name of the public data set's format. */
  readonly format: string;
  readonly problems: readonly RecordProblem[];
}

/** A file holds no samples for the benchmark asked for. One line: what, where, how to mend. */
export class SampleFileError extends Error {
  override readonly name = 'SampleFileError';

  static is(error: unknown): error is SampleFileError {
    return error instanceof SampleFileError;
  }
}

/** Every form that a benchmark's samples come in: the project's own first. */
function importersOf(benchmark: Benchmark): readonly Importer<Sample>[] {
  return [benchmark.ownImporter ?? ownFormat(benchmark.system, benchmark.sampleSchema), ...benchmark.importers];
}

/**
 * Reads samples of `benchmark` from `file`; records with errors are left out and named. Throws `SampleFileError` when the
 * file is not of a form that the benchmark knows (`others` are asked whether it is theirs) or no record is usable.
 */
export function loadSamples(benchmark: Benchmark, file: SampleFile, others: Iterable<Benchmark> = []): LoadedSamples {
  const result = importSamples(file.text, file.name, importersOf(benchmark));
  if (result.kind === 'refused') {
    const owner = [...others].find(
      (other) => other !== benchmark && importSamples(file.text, file.name, importersOf(other)).kind === 'imported',
    );
    if (owner === undefined) throw new SampleFileError(result.reason);
    throw new SampleFileError(
      `${file.name} holds ${owner.title} samples, not ${benchmark.title} ones. Choose the benchmark “${owner.id}” for it.`,
    );
  }
  const rules = benchmark.checkSamples(result.samples);
  const broken = new Set(rules.filter((problem) => problem.severity === 'error').map((problem) => problem.sampleId));
  const samples = result.samples.filter((sample) => !broken.has(sample.id));
  const position = new Map(result.samples.map((sample, index) => [sample.id, index + 1]));
  const problems = [
    ...result.problems,
    ...rules.map(({ severity, sampleId, field, message }) => ({
      severity,
      record: position.get(sampleId) ?? 0,
      field,
      message: `${sampleId}: ${message}`,
    })),
  ];
  if (samples.length === 0) {
    const first = problems.find((problem) => problem.severity === 'error');
    const where = first === undefined ? '' : ` First fault: record ${first.record}, ${first.field}: ${first.message}`;
    throw new SampleFileError(`${file.name}: no usable ${benchmark.title} sample.${where}`);
  }
  return { samples, format: result.format, problems };
}
