import { answerOfSchema } from './answerOfSchema';
import type { ModelRequest } from '../tests/loopback/modelRequest';

/** What promptfoo's grader asks for in its own prompt, without a schema. */
const gradingWords = 'reason: string, pass: boolean, score: number';

/**
 * The answer of the test server: one that fits a judge's schema, a grade for promptfoo, or a unique sentence for a
 * tutor. `opposite` is a second judge that always disagrees with the first.
 */
export function benchReply({ body, call, system, messages }: ModelRequest, opposite = false): string {
  const schema = schemaOf(body.response_format);
  const texts = [system, ...messages.map(({ text }) => text)];
  if (schema !== undefined)
    return JSON.stringify(withOwnLabel(answerOfSchema(schema, criteriaIn(texts), opposite), texts, opposite));
  const isGrading = texts.some((text) => text.includes(gradingWords));
  if (isGrading) return '{"reason": "It does.", "pass": true, "score": 1}';
  return `Good thinking so far. What would you try next, after step ${call}?`;
}

function schemaOf(format: unknown): unknown {
  const { json_schema: named } = recordOf(format);
  return recordOf(named).schema;
}

function recordOf(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null ? (value as Readonly<Record<string, unknown>>) : {};
}

/** Ids of KMP-Dialogue's criteria, as its judge's prompt has them. */
function criteriaIn(texts: readonly string[]): readonly string[] {
  return [...new Set(texts.flatMap((text) => text.match(/\b[a-z]+\.\d+\b/g) ?? []))];
}

/** MRBench's judges share a schema with labels for all dimensions. Those of one question follow `Labels:`. */
function withOwnLabel(answer: unknown, texts: readonly string[], opposite: boolean): unknown {
  const question = texts.join('\n').split('Labels:\n').at(-1) ?? '';
  const labels = [...question.matchAll(/^- "([^"]+)":/gmu)].map(([, label]) => label);
  return 'label' in recordOf(answer) && labels.length > 0
    ? { ...recordOf(answer), label: labels.at(opposite ? -1 : 0) }
    : answer;
}
