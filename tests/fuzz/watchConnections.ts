import { appendFileSync } from 'node:fs';
import { Socket } from 'node:net';

/**
 * Reports every connection that this process opens, by any library, before a name is resolved. Connections to other
 * machines are refused.
 */
export function watchConnections(onConnect: (address: string) => void): void {
  const real = Reflect.get(Socket.prototype, 'connect') as (this: Socket, ...args: unknown[]) => Socket;
  function connect(this: Socket, ...args: unknown[]): Socket {
    const { host, port, path } = positionOf(args);
    if (path !== undefined) return real.apply(this, args);
    onConnect(`${host}:${port}`);
    if (host !== '127.0.0.1') {
      process.nextTick(() => this.destroy(new Error(`No connection to ${host}:${port} in this test.`)));
      return this;
    }
    return real.apply(this, args);
  }
  Reflect.set(Socket.prototype, 'connect', connect);
}

/** Node hands over `[options, listener]` in one array, others options, or port and host. */
function positionOf(args: readonly unknown[]): {
  readonly host: string;
  readonly port: string;
  readonly path: string | undefined;
} {
  const first: unknown = Array.isArray(args[0]) ? args[0][0] : args[0];
  if (typeof first !== 'object' || first === null) {
    return { host: typeof args[1] === 'string' ? args[1] : '127.0.0.1', port: String(first), path: undefined };
  }
  const { host = '127.0.0.1', port, path } = first as Record<string, unknown>;
  return { host: String(host), port: String(port), path: typeof path === 'string' ? path : undefined };
}

// Loaded before a program of its own, it writes what it sees into a file.
const file = process.env.FUZZ_CONNECTIONS;
if (file !== undefined) watchConnections((address) => appendFileSync(file, `${address}\n`));
