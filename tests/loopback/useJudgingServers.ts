import { closedAfterEach } from './closedAfterEach';
import { judgingModelServer } from './judgingModelServer';
import type { ModelServer } from './modelServer';

/** Starts servers of models that answer as judges do, which end with the test. */
export function useJudgingServers(options?: Parameters<typeof judgingModelServer>[0]): () => Promise<ModelServer> {
  const servers = closedAfterEach();
  return async () => {
    const server = await judgingModelServer(options);
    servers.push(server);
    return server;
  };
}
