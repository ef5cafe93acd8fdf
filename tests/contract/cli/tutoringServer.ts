import { isRecord, type ScriptedReply } from '../../loopback/modelRequest';
import { startModelServer, type ModelServer } from '../../loopback/modelServer';

/**
 * A model server for GuideEval whose tutor never says the same twice, so that no two calls of a run are identical and
 * none of them is answered from the cache by chance.
 */
export function tutoringServer({
  usage,
  label = 1,
  ...options
}: {
  readonly latencyMs?: number;
  readonly label?: number;
  readonly usage?: ScriptedReply['usage'];
} = {}): Promise<ModelServer> {
  return startModelServer({
    ...options,
    reply: ({ body, call }) => ({ text: words(body, call, label), ...(usage === undefined ? {} : { usage }) }),
  });
}

function words(body: Readonly<Record<string, unknown>>, call: number, label: number): string {
  if (!isRecord(body.response_format)) return `Good thinking so far. What follows from step ${call}?`;
  const wanted = JSON.stringify(body);
  const member = ['perception', 'orchestration', 'question_level'].find((name) => wanted.includes(`"${name}"`));
  return JSON.stringify({ reasoning: 'Read as asked.', [member ?? 'unknown']: label });
}
