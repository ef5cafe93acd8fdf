import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { guideEvalSampleSchema, type GuideEvalSample } from '../../src/core/benchmarks/guideeval/samples';
import { createRandom } from '../../src/core/statistics/random';
import { replyTo } from './judgingModelServer';
import { startModelServer, type ModelServer, type ModelServerOptions } from './modelServer';

const plain = 'Good thinking so far. What would you try next?';
const adapted: Readonly<Record<GuideEvalSample['state'], string>> = {
  accurate: 'Yes, that is right. How would it change if the first number were twice as large?',
  comprehension: 'Great, you have it. What would be a harder case of the same idea?',
  erroneous: 'Not quite: there is a mistake in your last step. What do you get if you do that step alone once more?',
  confusion: 'Let me put it more simply, with an example of one step. What is the first thing that you know here?',
};

/**
 * A tutor over HTTP for GuideEval's starter set. Told that a reply may be incorrect, it adapts to each learner.
 * Otherwise it praises every mistake, so that one prompt is much better on some metrics and slightly on others. Told to
 * be sceptical, it finds a mistake in right answers, too. Told to doubt, it finds three in ten mistakes. As a judge
 * it fails the praise and passes the rest.
 */
export async function ruleTutorServer(options: Pick<ModelServerOptions, 'models'> = {}): Promise<ModelServer> {
  const lines = (await readFile(path.resolve('starter-sets/guideeval.jsonl'), 'utf8')).trim().split('\n');
  const samples = new Map(
    lines.map((line) => {
      const sample = guideEvalSampleSchema.parse(JSON.parse(line));
      return [keyOf([...sample.context.map(({ content }) => content), sample.studentMessage]), sample] as const;
    }),
  );
  return startModelServer({
    ...options,
    reply: (request) => {
      const { system, messages } = request;
      const sample = samples.get(keyOf(messages.map(({ text }) => text)));
      if (sample === undefined) {
        const seen = JSON.stringify(request.body);
        const isHard = seen.includes(adapted.accurate) || seen.includes(adapted.comprehension);
        const level = isHard ? 2 : 1;
        const label = seen.includes('"question_level"') ? level : Number(!seen.includes(plain));
        return replyTo(request).replace(/: [12]\}$/, `: ${label}}`);
      }
      const state = system.includes('sceptical') && sample.state === 'accurate' ? 'erroneous' : sample.state;
      const missed = sample.state !== 'erroneous' ? 0.2 : system.includes('doubt') ? 0.7 : 1;
      const adapts = system.includes('incorrect') || createRandom(sample.id).next() > missed;
      return adapts ? adapted[state] : plain;
    },
  });
}

function keyOf(texts: readonly string[]): string {
  return texts.map((text) => text.trim()).join('\n');
}
