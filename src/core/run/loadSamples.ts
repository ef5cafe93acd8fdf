import type { Benchmark } from '../benchmark/benchmark';
import type { Importer, RecordProblem } from '../benchmark/importer';
import { importSamples, ownFormat } from '../benchmark/importing/recognizeFile';
import type { PromptOverride } from '../benchmark/judging/promptOverride';
import type { Sample } from '../benchmark/samples';
import { imageTypeOf } from '../providers/imageSource';
import { base64Url, type ChatMessage, type ImageReference } from '../providers/message';
import type { ImageStore, StoredImage } from '../store/imageStore';
import { PlainFileError, readNamedText, readPlainFile } from '../store/plainFile';
import type { RunManifest } from '../store/runManifest';
import { realpath } from 'node:fs/promises';
import path from 'node:path';
import { t } from '../text/countWords';
import { errorNamed } from '../text/errors';
import { sha256 } from '../text/sha256';

export interface SampleFile {
  readonly name: string;
  readonly text: string;
}

interface LoadedSamples {
  readonly samples: readonly Sample[];
  readonly format: string;
  readonly problems: readonly RecordProblem[];
}

export class SampleFileError extends errorNamed('SampleFileError') {}

function importersOf(benchmark: Benchmark): readonly Importer<Sample>[] {
  return [benchmark.ownImporter ?? ownFormat(benchmark.system, benchmark.sampleSchema), ...benchmark.importers];
}

/** Leaves out and reports bad records. Asks `others` whether the file is theirs. Throws `SampleFileError`. */
export function loadSamples(benchmark: Benchmark, file: SampleFile, others: Iterable<Benchmark> = []): LoadedSamples {
  const result = importSamples(file.text, file.name, importersOf(benchmark));
  if (result.kind === 'refused') {
    const owner = [...others].find(
      (other) => other !== benchmark && importSamples(file.text, file.name, importersOf(other)).kind === 'imported',
    );
    if (owner === undefined) throw new SampleFileError(result.reason);
    throw new SampleFileError(
      t`${file.name} holds ${owner.title} samples, not ${benchmark.title} ones. Choose the benchmark “${owner.id}” for it.`,
    );
  }
  const rules = benchmark.checkSamples(result.samples);
  const broken = new Set(rules.flatMap(({ severity, sampleId }) => (severity === 'error' ? sampleId : [])));
  const samples = result.samples.filter((sample) => !broken.has(sample.id));
  const position = new Map(result.samples.map((sample, index) => [sample.id, index + 1]));
  const problems = [
    ...result.problems,
    ...rules.map(({ sampleId, message, ...rule }) => ({
      ...rule,
      record: position.get(sampleId) ?? 0,
      message: `${sampleId}: ${message}`,
    })),
  ];
  if (samples.length === 0) {
    const first = problems.find((problem) => problem.severity === 'error');
    const where = first === undefined ? '' : t` First fault: record ${first.record}, ${first.field}: ${first.message}`;
    throw new SampleFileError(t`${file.name}: no usable ${benchmark.title} sample.${where}`);
  }
  return { samples, format: result.format, problems };
}

/** Bytes of one image: the smaller of the two APIs' limits. */
const maxBytes = 5 * 1024 * 1024;
/** Bytes of all images of a file, which are in memory together until they are stored. */
const maxBytesTogether = 256 * 1024 * 1024;
const maxImages = 20;

export interface SampleImage extends StoredImage {
  readonly path: string;
  readonly mediaType: string;
}

export interface SamplesWithImages extends LoadedSamples {
  readonly images: readonly SampleImage[];
}

/** Leaves out and reports samples whose image is missing, too large, of another type or outside of `folder`. */
export async function readSampleImages(
  benchmark: Benchmark,
  loaded: LoadedSamples,
  folder: string,
): Promise<SamplesWithImages> {
  if (benchmark.imagesOf === undefined) return { ...loaded, images: [] };
  const images = new Map<string, SampleImage>();
  const problems: RecordProblem[] = [...loaded.problems];
  const samples: Sample[] = [];
  let bytes = 0;
  const faultsOf = async (image: ImageReference): Promise<readonly string[]> => {
    if (image.path === undefined) return addressFaults(image);
    const known = images.get(image.path);
    const read = known ?? (await readImage(image.path, folder));
    if ('problem' in read) return [read.problem];
    if (known === undefined) bytes += read.content.byteLength;
    if (bytes > maxBytesTogether) return [t`The file’s images have more than 256 MB together. Split it.`];
    images.set(image.path, read);
    if (read.mediaType === image.mediaType) return [];
    return [t`The image “${image.path}” is ${read.mediaType}, not ${image.mediaType} as its record says.`];
  };
  for (const [index, sample] of loaded.samples.entries()) {
    const named = benchmark.imagesOf(sample);
    const faults: string[] = [];
    if (named.length > maxImages) faults.push(t`It names ${named.length} images; ${maxImages} is the most.`);
    else for (const image of named) faults.push(...(await faultsOf(image)));
    if (faults.length === 0) samples.push(sample);
    for (const message of faults)
      problems.push({ severity: 'error', record: index + 1, field: 'images', message: `${sample.id}: ${message}` });
  }
  return { ...loaded, samples, problems, images: [...images.values()] };
}

/** Checks a data URL like a file. Web addresses are left to the model. */
function addressFaults({ url = '', mediaType }: ImageReference): readonly string[] {
  if (/^https?:\/\//i.test(url)) return [];
  const base64 = base64Url(url)?.base64;
  const shown = `${url.slice(0, 60)}${url.length > 60 ? '…' : ''}`;
  if (base64 === undefined) return [t`The image address “${shown}” is not http, https or base64 data.`];
  const content = Buffer.from(base64, 'base64');
  if (content.byteLength > maxBytes) return [tooLarge(shown)];
  const found = imageTypeOf(content);
  if (found === undefined) return [t`The data URL “${shown}” holds no PNG, JPEG, GIF or WebP image.`];
  return found === mediaType ? [] : [t`The data URL “${shown}” is ${found}, not ${mediaType} as its record says.`];
}

function tooLarge(name: string): string {
  return t`The image “${name}” is larger than 5 MB, the most that models take. Make it smaller.`;
}

async function readImage(name: string, folder: string): Promise<SampleImage | { readonly problem: string }> {
  if (path.isAbsolute(name)) return { problem: t`The image path “${name}” must be relative to the sample file.` };
  try {
    const root = await realpath(folder);
    const file = await realpath(path.resolve(root, name));
    if (!file.startsWith(root + path.sep)) {
      // A foreign sample file must not send arbitrary files of this machine to a model.
      return { problem: t`The image “${name}” lies outside the sample file’s folder. Put it beside the file.` };
    }
    const content = await readPlainFile(file, { largest: maxBytes });
    const mediaType = imageTypeOf(content);
    if (mediaType === undefined) return { problem: t`“${name}” is not a PNG, JPEG, GIF or WebP image.` };
    return { path: name, sha256: sha256(content), mediaType, content };
  } catch (error) {
    if (PlainFileError.is(error, 'tooLarge')) return { problem: tooLarge(name) };
    return { problem: t`The image “${name}” cannot be read. Put it beside the sample file.` };
  }
}

export type NamedImages = NonNullable<RunManifest['benchmarks'][number]['images']>;

/** Throws `RunStoreError` when the image is not stored. */
export async function imageContent(
  image: ImageReference,
  named: NamedImages,
  store: ImageStore,
): Promise<ImageReference> {
  if (image.path === undefined) return image;
  const known = Object.hasOwn(named, image.path) ? named[image.path] : undefined;
  if (known === undefined) throw new Error(`The run has no image “${image.path}”. Evaluate again.`);
  const url = `data:${known.mediaType};base64,${Buffer.from(await store.read(known.sha256)).toString('base64')}`;
  return { ...image, ...known, path: undefined, url };
}

export async function withImageContent(
  messages: readonly ChatMessage[],
  named: NamedImages,
  store: ImageStore,
): Promise<readonly ChatMessage[]> {
  if (messages.every(({ images = [] }) => images.length === 0)) return messages;
  return Promise.all(
    messages.map(async (message) => {
      const { images = [] } = message;
      if (images.length === 0) return message;
      return { ...message, images: await Promise.all(images.map((image) => imageContent(image, named, store))) };
    }),
  );
}

export interface PlannedBenchmark {
  readonly benchmark: Benchmark;
  readonly source: RunManifest['benchmarks'][number]['source'];
  readonly loaded: SamplesWithImages;
  readonly overrides?: readonly PromptOverride[];
}

/** Throws `SampleFileError`, and what `readNamedText` throws. */
export async function readPlannedSamples(
  benchmark: Benchmark,
  kind: 'starter' | 'file',
  file: string,
  others: Iterable<Benchmark>,
): Promise<PlannedBenchmark> {
  const text = await readNamedText(file);
  const name = kind === 'starter' ? benchmark.starterSet : file;
  const found = loadSamples(benchmark, { name, text }, kind === 'starter' ? [] : others);
  const loaded = await readSampleImages(benchmark, found, path.dirname(file));
  return { benchmark, loaded, source: { kind, name: path.basename(name), format: loaded.format } };
}
