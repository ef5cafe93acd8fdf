import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { guideEval } from '../../src/core/benchmarks/guideeval/definition';
import { guideEvalSampleSchema, type GuideEvalSample } from '../../src/core/benchmarks/guideeval/samples';
import { readRules } from '../../src/core/prompt/readRules';
import { createRandom } from '../../src/core/statistics/random';
import { startModelServer, type ModelServer } from './modelServer';

const fallback = 'What did you try first, and what came of it?';

/**
 * A server whose tutor does on GuideEval's starter set what the prompt's rules say, so that one prompt can be shown to differ from another
 * over HTTP as a real model's runs do. Elsewhere it asks one question. It plays no judge.
 */
export async function ruleTutorServer(): Promise<ModelServer> {
  const file = path.resolve('starter-sets', guideEval.starterSet);
  const lines = (await readFile(file, 'utf8')).trim().split('\n');
  const samples = new Map(
    lines.map((line) => {
      const sample = guideEvalSampleSchema.parse(JSON.parse(line));
      return [keyOf([...sample.context.map(({ content }) => content), sample.studentMessage]), sample] as const;
    }),
  );
  return startModelServer({
    reply: ({ system, messages }) => {
      const sample = samples.get(keyOf(messages.map(({ text }) => text)));
      return sample === undefined ? fallback : replyTo(sample, system);
    },
  });
}

function replyTo(sample: GuideEvalSample, system: string): string {
  return guideEval.simulateTutor(sample, 1, readRules(system), createRandom(`${system}/${sample.id}`));
}

function keyOf(texts: readonly string[]): string {
  return texts.map((text) => text.trim()).join('\n');
}
