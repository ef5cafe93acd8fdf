import { readFileSync } from 'node:fs';
import { EmbeddedMrBenchJudge } from '../src/core/benchmarks/mrbench/learnedJudge';
import { readEmbeddedJudge } from '../src/core/benchmarks/mrbench/embedded/embeddedFile';
import type { ReplyMaterial } from '../src/core/benchmarks/mrbench/embedded/replyReading';
import { dimensionIds } from '../src/core/benchmarks/mrbench/labels';
import { simulateTutor } from '../src/core/benchmarks/mrbench/simulatedTutor';
import { mrBenchSampleSchema } from '../src/core/benchmarks/mrbench/samples';
import { createRandom } from '../src/core/statistics/random';

// `embeddedJudgeProgram JUDGE SAMPLES`: judges replies to the samples on all eight dimensions and prints milliseconds.
const [judgeFile = '', sampleFile = ''] = process.argv.slice(2);
const rounds = 80;
const text = readFileSync(judgeFile, 'utf8');
const opened = performance.now();
const judge = new EmbeddedMrBenchJudge(readEmbeddedJudge(text).model);
const reading = performance.now() - opened;
const samples = readFileSync(sampleFile, 'utf8')
  .split('\n')
  .filter((line) => line.trim() !== '')
  .map((line) => mrBenchSampleSchema.parse(JSON.parse(line)));
const replies = Array.from({ length: rounds }, (_, round) => {
  const random = createRandom(round);
  return samples.map((sample) => ({
    history: sample.history,
    reply: simulateTutor(sample, [], random),
    solution: sample.groundTruthSolution,
  }));
});
const judgeAll = (material: ReplyMaterial) => dimensionIds.map((dimension) => judge.judge(dimension, material));
let verdicts = 0;
// Mean of each round over its samples: reading the clock takes a tenth of what a reply takes.
const times = replies.map((round) => {
  const begun = cpuMs();
  for (const material of round) verdicts += judgeAll(material).length;
  return (cpuMs() - begun) / round.length;
});
if (verdicts !== rounds * samples.length * dimensionIds.length) throw new Error('A dimension has no verdict.');
const longest = 'Why is 3/4 = 12 "not" right (look again)? '.repeat(500);
const [first] = samples;
if (first === undefined) throw new Error('There are no samples.');
const begun = cpuMs();
judgeAll({ history: first.history, reply: longest, solution: longest });
const hostile = cpuMs() - begun;
process.stdout.write(
  `${JSON.stringify({ bytes: Buffer.byteLength(text), reading, replies: rounds * samples.length, times, hostile })}\n`,
);

/** Processor time, so that other programs' work does not count. */
function cpuMs(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
}
