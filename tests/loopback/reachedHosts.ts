import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';

/** What a request brought to a server that nobody should call. */
interface UninvitedRequest {
  readonly line: string;
  readonly headers: IncomingHttpHeaders;
}

/** A server of somebody else's: it answers whatever it is asked and keeps what came. */
export interface HostileServer {
  readonly url: string;
  readonly requests: readonly UninvitedRequest[];
  close(): Promise<void>;
}

export function startHostileServer(): Promise<HostileServer> {
  const requests: UninvitedRequest[] = [];
  const server = createServer(({ method, url, headers }, response) => {
    requests.push({ line: `${method ?? ''} ${url ?? ''}`, headers });
    response.writeHead(404, { 'content-type': 'application/json' }).end('{"error":{"message":"Nothing here."}}');
  });
  return new Promise((resolve) => {
    server.listen(0, '127.0.0.1', () =>
      resolve({
        url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
        requests,
        close: () =>
          new Promise((closed) => {
            server.close(() => closed());
            server.closeAllConnections();
          }),
      }),
    );
  });
}

/** Records the origins of later requests by `node:http` or `fetch`, whether or not anything answers there. */
export function watchHosts(): { readonly reached: ReadonlySet<string>; stop(): void } {
  const reached = new Set<string>();
  const ofHttp = (message: unknown): void => {
    const { request } = message as { request: { readonly protocol: string; getHeader(name: string): unknown } };
    reached.add(`${request.protocol}//${String(request.getHeader('host'))}`);
  };
  const ofFetch = (message: unknown): void => {
    reached.add(String((message as { request: { readonly origin: unknown } }).request.origin));
  };
  subscribe('http.client.request.start', ofHttp);
  subscribe('undici:request:create', ofFetch);
  return {
    reached,
    stop: () => {
      unsubscribe('http.client.request.start', ofHttp);
      unsubscribe('undici:request:create', ofFetch);
    },
  };
}
