import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { build } from 'esbuild';
import { beforeAll, describe, expect, it, vi } from 'vitest';
import { drawSums } from '../../../src/core/compare/drawSums';
import { drained } from '../../../src/core/compare/slice';
import { createRandom } from '../../../src/core/statistics/random';
import type { UnitFeatures } from '../../../src/core/statistics/unitSums';
import { SumsThread } from '../../../src/vscode/comparing/sumsThread';
import { repository } from '../cli/commandLine';
import { temporaryFolders } from '../store/temporaryFolder';

const newFolder = temporaryFolders();
const random = createRandom('sums');
const figures = [1, 2, 1].map((width, place): UnitFeatures => {
  const units = 30 + place;
  return { features: Float64Array.from({ length: units * width }, () => random.int(5) - 2), width, units };
});
let folder = '';

beforeAll(async () => {
  folder = await newFolder();
  await writeFile(path.join(folder, 'package.json'), '{ "type": "module" }');
  const entryPoints = { sumsWorker: 'src/vscode/comparing/sumsWorker.ts' };
  const target = { format: 'esm', platform: 'node', target: 'node20' } as const;
  await build({ absWorkingDir: repository, outdir: folder, bundle: true, entryPoints, logLevel: 'error', ...target });
});

describe('SumsThread', () => {
  const thread = (): SumsThread => new SumsThread(pathToFileURL(path.join(folder, 'sumsWorker.js')));

  it('draws in another thread what is drawn here', async () => {
    const one = thread();
    for (const kind of ['resamples', 'exchanges'] as const) {
      const part = { kind, figures, draws: 300, seed: 'thread' };
      expect(await one.draw(part)).toEqual(drained(drawSums(part)));
    }
  });

  it('answers each of many at once', async () => {
    const one = thread();
    const parts = ['one', 'two', 'three'].map((seed) => ({ kind: 'resamples', figures, draws: 10, seed }) as const);
    expect(await Promise.all(parts.map((part) => one.draw(part)))).toEqual(
      parts.map((part) => drained(drawSums(part))),
    );
  });

  it('rejects where the thread does not start, then and later, and says so once', async () => {
    const onBroken = vi.fn<(error: Error) => void>();
    const one = new SumsThread(pathToFileURL(path.join(folder, 'missing.js')), onBroken);
    const part = { kind: 'resamples', figures, draws: 5, seed: '' } as const;
    await expect(one.draw(part)).rejects.toThrow('missing.js');
    await expect(one.draw(part)).rejects.toThrow('missing.js');
    expect(onBroken).toHaveBeenCalledOnce();
  });

  it('is not asked again once it is dismissed', async () => {
    const onBroken = vi.fn<(error: Error) => void>();
    const one = new SumsThread(pathToFileURL(path.join(folder, 'sumsWorker.js')), onBroken);
    const part = { kind: 'resamples', figures, draws: 5, seed: '' } as const;
    await one.draw(part);
    one.dismiss(new Error('sums are missing'));
    await expect(one.draw(part)).rejects.toThrow('sums are missing');
    expect(onBroken).toHaveBeenCalledOnce();
  });

  it('rejects what is under way when the thread ends on an error', async () => {
    const one = thread();
    // Three numbers a unit have no table of signs.
    const wide = { features: new Float64Array(3), width: 3, units: 1 };
    await expect(one.draw({ kind: 'exchanges', figures: [wide], draws: 5, seed: '' })).rejects.toThrow('width');
  });
});
