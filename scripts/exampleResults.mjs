// @ts-check
// Rewrites example-results/mrbench.json from the public file beside the checkout. Its README.md tells how dialogues are
// chosen. `--check` changes nothing and fails where the file differs.
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { root } from './ensurePackages.mjs';

const source = path.join(root, '..', 'shared', 'data', 'mrbench', 'MRBench_V1.json');
const target = path.join(root, 'example-results', 'mrbench.json');
const counts = [
  { source: 'Bridge', count: 8 },
  { source: 'MathDial', count: 22 },
];
const tutors = ['GPT4', 'Sonnet', 'Expert'];

/** @typedef {{ conversation_id: string, Data: string, anno_llm_responses: Record<string, unknown> }} Dialogue */

/**
 * @param {readonly Dialogue[]} all
 * @returns {readonly Dialogue[]}
 */
function chosen(all) {
  const ids = all.map((one) => one.conversation_id);
  const hash = (/** @type {Dialogue} */ one) => createHash('sha256').update(one.conversation_id).digest('hex');
  return counts.flatMap(({ source: name, count }) =>
    all
      .filter((one) => one.Data === name && ids.filter((id) => id === one.conversation_id).length === 1)
      .sort((left, right) => (hash(left) < hash(right) ? -1 : 1))
      .slice(0, count),
  );
}

if (!existsSync(source)) {
  process.stderr.write(`Skipped: ${source} is missing.\n`);
} else {
  const lines = chosen(JSON.parse(readFileSync(source, 'utf8'))).map((dialogue) =>
    JSON.stringify({
      ...dialogue,
      anno_llm_responses: Object.fromEntries(tutors.map((tutor) => [tutor, dialogue.anno_llm_responses[tutor]])),
    }),
  );
  const text = `[\n${lines.join(',\n')}\n]\n`;
  if (!process.argv.includes('--check')) writeFileSync(target, text);
  else if (readFileSync(target, 'utf8') !== text) {
    process.stderr.write(`${target} is not what this script makes.\n`);
    process.exitCode = 1;
  }
}
