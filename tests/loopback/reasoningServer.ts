import { createRandom } from '../../src/core/statistics/random';
import { replyTo } from './judgingModelServer';
import { startModelServer, type ModelServer } from './modelServer';

/** A server of models that reason, and what its answers came to. */
export interface ReasoningServer {
  readonly server: ModelServer;
  /** Tokens billed so far. */
  readonly billed: { input: number; output: number };
}

/**
 * Plays tutor and judge like `judgingModelServer`, after hidden tokens: log-normal about `median`, sigma 1. They count
 * into the ceiling, as vendors document, so the answer is cut first. `isCounted`: hidden tokens are reported apart,
 * unlike on home servers.
 */
export async function startReasoningServer(median: number, isCounted = true): Promise<ReasoningServer> {
  const billed = { input: 0, output: 0 };
  const server = await startModelServer({
    reply: (request) => {
      const ceiling = Number(request.body.max_completion_tokens ?? request.body.max_tokens);
      // By what is asked, so that the order in which calls arrive changes nothing.
      const random = createRandom(JSON.stringify([median, ceiling, request.system, request.messages]));
      const normal = Math.sqrt(-2 * Math.log(1 - random.next())) * Math.cos(2 * Math.PI * random.next());
      const hidden = Math.min(ceiling, Math.round(median * Math.exp(normal)));
      const text = replyTo(request);
      const said = Math.min(Math.ceil(text.length / 4), ceiling - hidden);
      const input = Math.ceil((request.system.length + JSON.stringify(request.messages).length) / 4);
      billed.input += input;
      billed.output += hidden + said;
      const isWhole = said === Math.ceil(text.length / 4);
      return {
        text: text.slice(0, 4 * said),
        finish: isWhole ? 'stop' : 'length',
        usage: { input, output: hidden + said, ...(isCounted ? { reasoning: hidden } : {}) },
      };
    },
  });
  return { server, billed };
}

/** Sends calls to `host` to a server on this machine instead. */
export function insteadOf(host: string, url: string): typeof fetch {
  return async (input, init) => {
    const asked = new URL(input instanceof Request ? input.url : input);
    if (asked.host !== host) throw new Error(`A call to ${asked.host} was not expected.`);
    const answer = await fetch(new URL(asked.pathname, url), init);
    // A response of one's own has no address, by which it could be told that it came from elsewhere.
    return new Response(await answer.arrayBuffer(), { status: answer.status, headers: answer.headers });
  };
}
