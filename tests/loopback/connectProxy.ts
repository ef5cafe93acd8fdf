import { createServer } from 'node:http';
import { connect, type AddressInfo, type Server, type Socket } from 'node:net';

/** A running proxy; `tunnels` are the places that were asked for, as `HOST:PORT`. */
export interface ConnectProxy {
  readonly url: string;
  readonly tunnels: readonly string[];
  /** What clients said of themselves to the proxy. */
  readonly authorizations: readonly (string | undefined)[];
  close(): Promise<void>;
}

/** A proxy that leads every tunnel to one port of this machine, whatever host is asked for. */
export async function startConnectProxy(port: number): Promise<ConnectProxy> {
  const tunnels: string[] = [];
  const authorizations: (string | undefined)[] = [];
  const sockets = new Set<Socket>();
  const server = createServer((_, response) => response.writeHead(405).end());
  server.on('connection', (socket: Socket) => sockets.add(socket));
  server.on('connect', (request, client: Socket) => {
    tunnels.push(request.url ?? '');
    authorizations.push(request.headers['proxy-authorization']);
    const onward = connect(port, '127.0.0.1', () => {
      client.write('HTTP/1.1 200 Connection established\r\n\r\n');
      onward.pipe(client).pipe(onward);
    });
    sockets.add(onward);
    for (const socket of [client, onward]) socket.on('error', () => socket.destroy());
  });
  return {
    url: `http://127.0.0.1:${await listening(server)}`,
    tunnels,
    authorizations,
    close: () => closed(server, sockets),
  };
}

/** The port on loopback that a server listens on. */
export async function listening(server: Server): Promise<number> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return (server.address() as AddressInfo).port;
}

/** Closes a server with the connections that are open. */
export function closed(server: Server, sockets: Iterable<Socket>): Promise<void> {
  for (const socket of sockets) socket.destroy();
  return new Promise((resolve) => server.close(() => resolve()));
}
