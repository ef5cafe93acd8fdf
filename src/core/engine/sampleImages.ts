import { createHash } from 'node:crypto';
import { realpath } from 'node:fs/promises';
import path from 'node:path';
import type { Benchmark, Sample } from '../benchmarks/benchmark';
import type { RecordProblem } from '../benchmarks/importer';
import { base64Url } from '../dialogue/base64Url';
import type { ImageReference } from '../dialogue/message';
import { imageTypeOf } from '../providers/imageSource';
import type { StoredImage } from '../store/imageStore';
import { PlainFileError, readPlainFile } from '../store/plainFile';
import type { LoadedSamples } from './loadSamples';

/** The smaller of the two APIs' limits for one image. */
const maxBytes = 5 * 1024 * 1024;
/** Of all images of a file together: all of them are held until they are in the store. */
const maxBytesTogether = 256 * 1024 * 1024;
/** More pictures than this in one sample are a mistake of the file, not a task. */
const maxImages = 20;

/** An image that a sample names by `path`, read and checked. */
export interface SampleImage extends StoredImage {
  /** As in the sample file. */
  readonly path: string;
  readonly mediaType: string;
}

/** Samples whose images are all there, and those images. */
export interface SamplesWithImages extends LoadedSamples {
  readonly images: readonly SampleImage[];
}

/**
 * Reads the images of samples from `folder`, the sample file's own. A sample with an image that is missing, too large, of
 * another type than it says, or outside the folder is left out and reported.
 */
export async function readSampleImages(
  benchmark: Benchmark,
  loaded: LoadedSamples,
  folder: string,
): Promise<SamplesWithImages> {
  if (benchmark.imagesOf === undefined) return { ...loaded, images: [] };
  const images = new Map<string, SampleImage>();
  const problems: RecordProblem[] = [];
  const samples: Sample[] = [];
  let bytes = 0;
  for (const [index, sample] of loaded.samples.entries()) {
    const named = benchmark.imagesOf(sample);
    const faults = named.length > maxImages ? [`It names ${named.length} images; ${maxImages} is the most.`] : [];
    for (const image of faults.length > 0 ? [] : named) {
      if (image.path === undefined) {
        faults.push(...addressFaults(image));
        continue;
      }
      const known = images.get(image.path);
      const read = known ?? (await readImage(image.path, folder));
      if ('problem' in read) {
        faults.push(read.problem);
        continue;
      }
      if (known === undefined) bytes += read.content.byteLength;
      if (bytes > maxBytesTogether) {
        faults.push('The images of the file come to more than 256 MB. Split it.');
        break;
      }
      images.set(image.path, read);
      if (read.mediaType !== image.mediaType) {
        faults.push(`The image “${image.path}” is ${read.mediaType}, not ${image.mediaType} as its record says.`);
      }
    }
    if (faults.length === 0) samples.push(sample);
    for (const message of faults) {
      problems.push({ severity: 'error', record: index + 1, field: 'images', message: `${sample.id}: ${message}` });
    }
  }
  return { ...loaded, samples, problems: [...loaded.problems, ...problems], images: [...images.values()] };
}

/** What speaks against an image that is given by its address: a data URL is checked like a file, the network is left to the model. */
function addressFaults({ url = '', mediaType }: ImageReference): readonly string[] {
  if (/^https?:\/\//i.test(url)) return [];
  const base64 = base64Url(url)?.base64;
  const shown = `${url.slice(0, 60)}${url.length > 60 ? '…' : ''}`;
  if (base64 === undefined) return [`The image address “${shown}” is not http, https or base64 data.`];
  const content = Buffer.from(base64, 'base64');
  if (content.byteLength > maxBytes) return [tooLarge(shown)];
  const found = imageTypeOf(content);
  if (found === undefined) return [`The data URL “${shown}” holds no PNG, JPEG, GIF or WebP image.`];
  return found === mediaType ? [] : [`The data URL “${shown}” is ${found}, not ${mediaType} as its record says.`];
}

function tooLarge(name: string): string {
  return `The image “${name}” is larger than 5 MB, the most that models take. Make it smaller.`;
}

async function readImage(name: string, folder: string): Promise<SampleImage | { readonly problem: string }> {
  if (path.isAbsolute(name)) return { problem: `The image path “${name}” must be relative to the sample file.` };
  try {
    const root = await realpath(folder);
    const file = await realpath(path.resolve(root, name));
    if (!file.startsWith(root + path.sep)) {
      // A sample file from elsewhere must not be able to send any file of this machine to a model.
      return { problem: `The image “${name}” lies outside the sample file’s folder. Put it beside the file.` };
    }
    const content = await readPlainFile(file, { largest: maxBytes });
    const mediaType = imageTypeOf(content);
    if (mediaType === undefined) return { problem: `“${name}” is no PNG, JPEG, GIF or WebP image.` };
    return { path: name, sha256: createHash('sha256').update(content).digest('hex'), mediaType, content };
  } catch (error) {
    if (PlainFileError.is(error, 'tooLarge')) return { problem: tooLarge(name) };
    return { problem: `The image “${name}” cannot be read. Put it beside the sample file.` };
  }
}
