import { createHash } from 'node:crypto';
import type { SampleImage } from '../../src/core/run/loadSamples';

const pixel = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';

/** A PNG of one pixel. What follows its end is ignored by readers and makes it another file. */
export function tinyPng(tail = ''): Buffer {
  return Buffer.concat([Buffer.from(pixel, 'base64'), Buffer.from(tail)]);
}

/** An image as `readSampleImages` would give it. */
export function sampleImage(path: string, content: Uint8Array = tinyPng()): SampleImage {
  return { path, sha256: createHash('sha256').update(content).digest('hex'), mediaType: 'image/png', content };
}

/** The data URL of a PNG. */
export function pngUrl(content: Buffer = tinyPng()): string {
  return `data:image/png;base64,${content.toString('base64')}`;
}
