// @ts-check
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { root } from '../scripts/ensurePackages.mjs';

/**
 * The GuideEval starter set as lines of JSON, repeated under new ids up to `count` samples. `distinct` numbers the
 * students' words, so that no two calls of a run are alike.
 *
 * @param {number} count
 * @param {{ readonly distinct?: boolean }} [options]
 * @returns {Promise<string>}
 */
export async function guideEvalSamples(count, { distinct = false } = {}) {
  const lines = (await readFile(path.join(root, 'starter-sets', 'guideeval.jsonl'), 'utf8')).trimEnd().split('\n');
  const samples = Array.from({ length: count }, (_, index) => {
    const sample = JSON.parse(lines[index % lines.length] ?? '');
    const round = Math.floor(index / lines.length);
    const studentMessage = distinct ? `${sample.studentMessage} (sheet ${round + 1})` : sample.studentMessage;
    return JSON.stringify({
      ...sample,
      id: `${sample.id}-${round}`,
      pairId: `${sample.pairId}-${round}`,
      studentMessage,
    });
  });
  return `${samples.join('\n')}\n`;
}

/**
 * The SocratesBench paper's task and its theory. Repeats of one task are independent units, so two runs of
 * them are compared unpaired.
 *
 * @returns {Promise<string>}
 */
export async function socratesBenchTask() {
  const lines = (await readFile(path.join(root, 'starter-sets', 'socratesbench.jsonl'), 'utf8')).trimEnd().split('\n');
  const kept = lines.filter((line) => ['sv-andragrad', 'so-sv-pq-1'].includes(JSON.parse(line).id));
  if (kept.length !== 2) throw new Error('The starter set of SocratesBench has another task or theory.');
  return `${kept.join('\n')}\n`;
}

/**
 * The TutorBench starter set repeated under new ids. A sample has 6 to 15 criteria: its own, then those of the next
 * starter sample of its kind. Identical repeats would have few distinct scores, which are cheaper to resample.
 *
 * @param {{ readonly samples: number, readonly criteria: number }} wanted criteria of all samples together
 * @returns {Promise<string>}
 */
export async function tutorBenchSamples({ samples, criteria }) {
  const starter = (await readFile(path.join(root, 'starter-sets', 'tutorbench.jsonl'), 'utf8'))
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line));
  const usual = (/** @type {number} */ index) => 6 + ((7 * index) % 9);
  let rest = criteria;
  for (let index = 0; index < samples; index += 1) rest -= usual(index);
  const lines = Array.from({ length: samples }, (_, index) => {
    const sample = starter[index % starter.length];
    const round = Math.floor(index / starter.length);
    const others = starter.filter(({ modality }) => modality === sample.modality);
    const next = others[(others.indexOf(sample) + 1 + round) % others.length];
    const own = [...sample.criteria, ...next.criteria]
      .slice(0, usual(index) + (index < rest ? 1 : 0))
      .map((criterion, place) => ({ ...criterion, id: `k${place + 1}` }));
    return JSON.stringify({ ...sample, id: `${sample.id}-${round}`, criteria: own, humanRatings: [] });
  });
  return `${lines.join('\n')}\n`;
}
