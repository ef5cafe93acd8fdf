import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { format, resolveConfig } from 'prettier';
import { readEmbeddedJudge, type JudgeCard } from '../../src/core/benchmarks/mrbench/embedded/embeddedFile';
import { replyKey } from '../../src/core/benchmarks/mrbench/replyKey';
import { dimensionIds } from '../../src/core/benchmarks/mrbench/labels';
import { ablationsTable } from './ablations';
import { dimensionCard } from './cardStatistics';
import { crossValidate } from './crossValidate';
import { statisticsTable } from './statisticsTable';
import { gatherReplies, type GatheredReplies } from './gatherReplies';
import { crossValidatedFile, embeddedFile } from './judgeFiles';
import { heldOutChances } from './heldOutChances';
import { folds, foldSeed, mix } from './procedure';
import { trainingFiles } from './trainingFiles';
import { trainingReply } from './trainingReply';
import { trainJudge } from './trainJudge';

/** What came of it: the tables of cross-validated statistics, or the paths of data that are not there. */
export type WrittenJudge =
  | { readonly kind: 'written'; readonly table: string }
  | { readonly kind: 'missing'; readonly files: readonly string[] };

/**
 * Cross-validates on the labelled replies beside the repository `root`, trains on all of them and writes `judges/`.
 * `trained` is the card's day, `YYYY-MM-DD`; `say` gets progress lines.
 */
export async function writeJudge(root: string, trained: string, say: (line: string) => void): Promise<WrittenJudge> {
  const folder = path.join(root, '..', 'shared', 'data', 'mrbench');
  const missing = trainingFiles.filter((name) => !existsSync(path.join(folder, name)));
  if (missing.length > 0) return { kind: 'missing', files: missing.map((name) => `../shared/data/mrbench/${name}`) };
  const files = trainingFiles.map((name) => ({ name, text: readFileSync(path.join(folder, name), 'utf8') }));
  const gathered = gatherReplies(files);
  const replies = gathered.replies.map(trainingReply);
  say(`${replies.length} replies to ${gathered.groups} problems.`);
  const held = heldOutChances(replies, (fold) => say(`Fold ${fold + 1} of ${folds} is done.`));
  const labels = crossValidate(replies, held, mix).newTutor;
  // Replies in the same words, which no calibration can tell apart, have the labels of the first one.
  const firstRow = new Map<string, number>();
  const judged = gathered.replies.map((reply, row) => {
    const key = replyKey(reply.history, reply.reply);
    if (!firstRow.has(key)) firstRow.set(key, row);
    const own = labels[firstRow.get(key) ?? row];
    if (own === undefined) throw new Error('A reply has no labels.');
    return { reply, labels: own };
  });
  const card: JudgeCard = {
    trained,
    data: dataFacts(files, gathered),
    validation: { method, folds, seed: foldSeed },
    dimensions: dimensionIds.map((dimension) => dimensionCard(dimension, judged)),
  };
  const text = await formatted(root, embeddedFile(trainJudge(replies, held), card));
  const { version } = readEmbeddedJudge(text);
  const checked = await formatted(root, crossValidatedFile(version, judged));
  mkdirSync(path.join(root, 'judges'), { recursive: true });
  writeFileSync(path.join(root, 'judges', 'mrbench.json'), text);
  writeFileSync(path.join(root, 'judges', 'mrbenchCrossValidated.json'), checked);
  say(`judges/mrbench.json: ${Buffer.byteLength(text)} bytes, ${version}.`);
  say(`judges/mrbenchCrossValidated.json: ${Buffer.byteLength(checked)} bytes.`);
  return { kind: 'written', table: `${statisticsTable(card)}\n\n${ablationsTable(gathered.replies, replies, held)}` };
}

const method =
  'Cross-validation that leaves out a fold of problems and one tutor at a time: every reply was judged by models that were trained without its ' +
  'problem and without its tutor, with its worked solution where a release has one. The offsets of labels were chosen on other problems of ' +
  'other tutors, by answers of models that had seen these.';

function dataFacts(
  files: readonly { readonly name: string; readonly text: string }[],
  { replies, groups, disagreements }: GatheredReplies,
): JudgeCard['data'] {
  return {
    files: files.map(({ name, text }) => ({ name, sha256: createHash('sha256').update(text).digest('hex') })),
    replies: replies.length,
    problems: groups,
    disagreements,
  };
}

async function formatted(root: string, value: unknown): Promise<string> {
  const options = await resolveConfig(path.join(root, 'package.json'));
  return format(JSON.stringify(value), { ...options, parser: 'json' });
}
