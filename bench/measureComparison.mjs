// @ts-check
import { cp, mkdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { root } from '../scripts/ensurePackages.mjs';
import { benchFolder, cliFile } from './benchFolder.mjs';
import { median, timedProcess } from './timedProcess.mjs';

/** Samples and criteria of the TutorBench paper's size. */
const wantedSamples = 1_473;
const wantedCriteria = 15_220;

const prompts = [
  'Explain the solution step by step and give the answer.\n',
  'Ask one guiding question at a time and never give the answer.\n',
];

/**
 * Makes two offline runs of different prompts, then times their comparison with the default numbers of resamples and draws.
 *
 * @param {string} comparisonProgram
 * @returns {Promise<readonly (readonly string[])[]>}
 */
export async function measureComparison(comparisonProgram) {
  const cwd = path.join(benchFolder, 'comparison');
  await mkdir(cwd);
  // Samples name their images by paths beside them.
  await cp(path.join(root, 'starter-sets', 'images'), path.join(cwd, 'images'), { recursive: true });
  await writeFile(path.join(cwd, 'samples.jsonl'), await sampleLines());
  const store = path.join(cwd, 'store');
  for (const prompt of prompts) {
    await writeFile(path.join(cwd, 'tutor.md'), prompt);
    const { code } = await timedProcess(
      [
        cliFile,
        'evaluate',
        'tutor.md',
        '--samples',
        'samples.jsonl',
        '--benchmark',
        'tutorbench',
        '--no-cache',
        '--json',
        '--store',
        store,
      ],
      { cwd },
    );
    if (code !== 0) throw new Error(`evaluate ended with ${code}.`);
  }
  const { code, out } = await timedProcess([comparisonProgram, store]);
  if (code !== 0) throw new Error(`The comparison program ended with ${code}.`);
  /** @type {Record<'times' | 'slices' | 'viewTimes' | 'verdicts', number[]> & Record<'samples' | 'metrics' | 'tested' | 'viewBytes' | 'flips' | 'flipsInView', number>} */
  const result = JSON.parse(out);
  if (result.verdicts.some((count) => count !== wantedCriteria))
    throw new Error(`The runs have ${result.verdicts.join(' and ')} verdicts.`);
  return [
    ['samples in both runs', `${result.samples}`],
    ['verdicts of each run', `${wantedCriteria}`],
    ['metrics, of which tested', `${result.metrics}, ${result.tested}`],
    ['comparison, CPU time', firstAndMedian(result.times)],
    ['longest slice of work, wall time', firstAndMedian(result.slices)],
    ['view for the panel, CPU time', firstAndMedian(result.viewTimes)],
    ['view as JSON', `${(result.viewBytes / 1e6).toFixed(2)} MB, ${result.flipsInView} of ${result.flips} verdicts`],
  ];
}

/**
 * The starter set repeated under new ids. A sample has 6 to 15 criteria, as many as the paper's on average, its own and then those of the
 * next starter sample of its kind: were all repetitions alike, scores would have few distinct values and be cheaper to resample.
 *
 * @returns {Promise<string>}
 */
async function sampleLines() {
  const starter = (await readFile(path.join(root, 'starter-sets', 'tutorbench.jsonl'), 'utf8'))
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line));
  const rest = wantedCriteria - Array.from({ length: wantedSamples }, (_, index) => 6 + ((7 * index) % 9)).reduce(add);
  const lines = Array.from({ length: wantedSamples }, (_, index) => {
    const sample = starter[index % starter.length];
    const round = Math.floor(index / starter.length);
    const others = starter.filter(({ modality }) => modality === sample.modality);
    const next = others[(others.indexOf(sample) + 1 + round) % others.length];
    const criteria = [...sample.criteria, ...next.criteria]
      .slice(0, 6 + ((7 * index) % 9) + (index < rest ? 1 : 0))
      .map((criterion, place) => ({ ...criterion, id: `k${place + 1}` }));
    return JSON.stringify({ ...sample, id: `${sample.id}-${round}`, criteria, humanRatings: [] });
  });
  return `${lines.join('\n')}\n`;
}

/** @param {number} sum @param {number} value */
function add(sum, value) {
  return sum + value;
}

/** @param {readonly number[]} times the first is cold */
function firstAndMedian([first = Number.NaN, ...later]) {
  return `${first.toFixed(0)} ms first, ${median(later).toFixed(0)} ms median of ${later.length} more`;
}
