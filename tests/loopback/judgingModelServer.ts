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
  if (text.includes('"feedback"')) return labelFor(text);
  return 'Good thinking so far. What would you try next?';
}

/** MRBench: the first label of the dimension that is asked about. */
function labelFor(text: string): string {
  const label = text.includes('Encouraging') ? 'Encouraging' : text.includes('Yes (correct)') ? 'No' : 'Yes';
  return JSON.stringify({ feedback: 'Read as asked.', label });
}
