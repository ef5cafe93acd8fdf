import type { ModelRequest } from './modelRequest';
import { startModelServer, type ModelServer, type ModelServerOptions } from './modelServer';

/**
 * A model server that plays tutor and judge: a call with a JSON schema gets an object that fits the verdict it asks
 * for, any other call gets a tutor's sentence.
 */
export function judgingModelServer(
  options: Pick<ModelServerOptions, 'fault' | 'latencyMs' | 'models' | 'recordRequests'> = {},
): Promise<ModelServer> {
  return startModelServer({
    ...options,
    reply: replyTo,
  });
}

/** What tutor and judge say. */
export function replyTo(request: ModelRequest): string {
  const text = JSON.stringify(request.body);
  if (text.includes('give away the answer')) return '{"reasoning": "It asks.", "label": "No"}';
  if (text.includes('Which colour')) return 'Red.';
  if (text.includes('"perception"')) return '{"reasoning": "It agrees.", "perception": 1}';
  if (text.includes('"orchestration"')) return '{"reasoning": "It moves on.", "orchestration": 1}';
  if (text.includes('"question_level"')) return '{"reasoning": "One step.", "question_level": 2}';
  if (text.includes('"feedback"'))
    return mrBenchAnswer([request.system, ...request.messages.map((one) => one.text)].join('\n'));
  return 'Good thinking so far. What would you try next?';
}

/** MRBench: the wanted label of the dimension that is asked about, or of each where one call asks about all. */
function mrBenchAnswer(asked: string): string {
  const answer = (label: string): unknown => ({ feedback: 'Read as asked.', label });
  const all = [...asked.matchAll(/^ {2}"(\w+)": \{"feedback".*"label": (.*)\}/gm)];
  if (all.length === 0) return JSON.stringify(answer(labelFor(asked)));
  return JSON.stringify(Object.fromEntries(all.map(([, id = '', labels = '']) => [id, answer(labelFor(labels))])));
}

function labelFor(text: string): string {
  return text.includes('Encouraging') ? 'Encouraging' : text.includes('Yes (correct)') ? 'No' : 'Yes';
}
