import { connect, createServer, type AddressInfo, type Socket } from 'node:net';

/** Stands before a faulty server and passes everything on, but a body that never ends comes as fast as it is read. */
export interface FloodingRelay {
  readonly url: string;
  close(): Promise<void>;
}

/** A piece of an endless body as the server sends it: a chunk of a kilobyte of blanks. */
const piece = Buffer.from(`400\r\n${' '.repeat(1_024)}\r\n`);
const flood = Buffer.concat(Array.from({ length: 64 }, () => piece));

/**
 * The server sends a kilobyte at a time, like a model that never stops. It needs a minute and a half for the eight
 * megabytes at which the product closes the connection. This relay gets there in a moment.
 */
export async function startFloodingRelay(serverUrl: string): Promise<FloodingRelay> {
  const port = Number(new URL(serverUrl).port);
  const clients = new Set<Socket>();
  const relay = createServer((client) => {
    clients.add(client);
    const server = connect(port, '127.0.0.1');
    client.pipe(server);
    server.on('data', (data: Buffer) => {
      client.write(data);
      if (data.length < piece.length || !data.subarray(-piece.length).equals(piece)) return;
      server.removeAllListeners('close').destroy();
      pour(client);
    });
    server.once('close', () => client.end());
    client.once('close', () => {
      clients.delete(client);
      server.destroy();
    });
    // A connection that breaks is what it is all about; its end is told by `close`.
    for (const socket of [client, server]) socket.on('error', () => undefined);
  });
  await new Promise<void>((resolve) => relay.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(relay.address() as AddressInfo).port}`,
    close: () =>
      new Promise((resolve) => {
        relay.close(() => resolve());
        for (const client of clients) client.destroy();
      }),
  };
}

function pour(client: Socket): void {
  while (!client.destroyed) {
    if (client.write(flood)) continue;
    client.once('drain', () => pour(client));
    return;
  }
}
