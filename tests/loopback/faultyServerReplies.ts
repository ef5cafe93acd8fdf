import { createHash } from 'node:crypto';
import type { ModelRequest } from './modelRequest';

/** What a request asks for, whatever it is sent by: two requests of one content are one call of a run, made again. */
export function contentOf({ api, system, messages }: ModelRequest): string {
  const words = messages.map(({ role, text }) => `${role}: ${text}`);
  return createHash('sha256')
    .update(JSON.stringify([api, system, words]))
    .digest('hex')
    .slice(0, 16);
}

/** Whether the answer is to be an object of a schema, as judges ask for it with either API. */
export function isJudgement({ body }: ModelRequest): boolean {
  return body.response_format !== undefined || body.output_config !== undefined;
}

/**
 * Simulated answers. A judge gets a verdict of its schema's shape (TutorBench, GuideEval, the toys). A tutor gets a
 * sentence that depends only on the call's content, so calls differ but retries agree.
 */
export function simulatedAnswer(request: ModelRequest): string {
  if (!isJudgement(request)) return `Good thinking so far. What follows from step ${contentOf(request)}?`;
  const schema = JSON.stringify(request.body.response_format ?? request.body.output_config);
  if (schema.includes('"ratings"')) return '{"ratings": [{"id": "1", "reasoning": "It does.", "met": true}]}';
  if (schema.includes('"verdict"')) return '{"reasoning": "It does.", "verdict": true}';
  const member = ['perception', 'orchestration', 'question_level'].find((name) => schema.includes(`"${name}"`));
  return JSON.stringify({ reasoning: 'It does.', [member ?? 'unknown']: 1 });
}

/** JSON, but of no shape that a judge was asked for. */
export const answerOfNoShape = '{"opinion": ["good", "bad"], "confidence": "high"}';
