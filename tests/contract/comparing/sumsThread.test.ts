import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { build } from 'esbuild';
import { beforeAll, describe, expect, it } from 'vitest';
import { drawExchanges, drawResamples } from '../../../src/core/compare/drawSums';
import { drained } from '../../../src/core/compare/slice';
import { createRandom } from '../../../src/core/statistics/random';
import { Resampler } from '../../../src/core/statistics/resampledSums';
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
  const thread = (file = 'sumsWorker.js'): SumsThread => new SumsThread(pathToFileURL(path.join(folder, file)));

  it('adds up in another thread what is added up here', async () => {
    const one = thread();
    const open = await one.resample(figures);
    const here = figures.map((figure) => ({ resampler: new Resampler(figure), width: figure.width }));
    expect(open.stride).toBe(Math.max(...here.map(({ resampler }) => resampler.wordsPerRow)));
    const plan = { resamples: 200, seed: 'thread', stride: open.stride };
    expect(await open.draw(plan)).toEqual(drained(drawResamples(here, plan)));
    const exchange = { draws: 300, seed: 'thread', stride: 1 };
    expect(await one.exchange(figures, exchange)).toEqual(drained(drawExchanges(figures, exchange)));
  });

  it('draws for many comparisons at once, and says of forgotten ones that they are gone', async () => {
    const one = thread();
    const opened = await Promise.all(Array.from({ length: 20 }, () => one.resample(figures)));
    const plan = { resamples: 10, seed: 'many', stride: opened[0]!.stride };
    const drawn = await Promise.allSettled(opened.map((open) => open.draw(plan)));
    expect(drawn.map(({ status }) => status)).toEqual([
      ...new Array<string>(4).fill('rejected'),
      ...new Array<string>(16).fill('fulfilled'),
    ]);
    expect((await one.exchange(figures, { draws: 5, seed: 'after', stride: 1 })).length).toBe(figures.length);
  });

  it('rejects where the thread does not start, then and later', async () => {
    const one = thread('missing.js');
    await expect(one.resample(figures)).rejects.toThrow('missing.js');
    await expect(one.exchange(figures, { draws: 5, seed: '', stride: 1 })).rejects.toThrow('missing.js');
  });
});
