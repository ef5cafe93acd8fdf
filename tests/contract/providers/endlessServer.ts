import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A server whose answers never end. */
export interface EndlessServer {
  readonly url: string;
  /** Requests whose answer had no end. */
  readonly endless: number;
  /** Bytes of the endless answers that went out. */
  readonly bytes: number;
  /** Endless answers whose reader has gone. */
  readonly left: number;
  close(): Promise<void>;
}

/** Says what a request gets: JSON, or the piece that is sent for ever. */
export type EndlessAnswer = (
  request: IncomingMessage,
) => { readonly json: unknown; readonly status?: number } | EndlessPiece;

interface EndlessPiece {
  readonly status?: number;
  readonly first: string;
  readonly piece: string;
}

/** Starts it on a free port of this machine; pieces go out as fast as they are read. */
export async function startEndlessServer(answer: EndlessAnswer): Promise<EndlessServer> {
  const counts = { endless: 0, bytes: 0, left: 0 };
  const server = createServer((request, response) => {
    request.resume();
    request.once('end', () => {
      const said = answer(request);
      if ('json' in said) {
        response.writeHead(said.status ?? 200, { 'content-type': 'application/json' }).end(JSON.stringify(said.json));
        return;
      }
      counts.endless += 1;
      response.once('close', () => {
        counts.left += 1;
      });
      response.writeHead(said.status ?? 200, { 'content-type': 'application/json' });
      counts.bytes += said.first.length;
      response.write(said.first);
      pour(response, said.piece, (bytes) => {
        counts.bytes += bytes;
      });
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    get endless() {
      return counts.endless;
    },
    get bytes() {
      return counts.bytes;
    },
    get left() {
      return counts.left;
    },
    close: () =>
      new Promise((resolve, reject) => {
        server.closeAllConnections();
        server.close((error) => (error === undefined ? resolve() : reject(error)));
      }),
  };
}

function pour(response: ServerResponse, piece: string, sent: (bytes: number) => void): void {
  const more = (): void => {
    while (!response.destroyed) {
      sent(piece.length);
      if (!response.write(piece)) {
        response.once('drain', more);
        return;
      }
    }
  };
  more();
}
