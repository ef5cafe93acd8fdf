import { afterEach } from 'vitest';

/** A list of servers: what is put on it is closed when the test that is going on has ended. */
export function closedAfterEach(): { push(server: { close(): Promise<unknown> }): void } {
  const open: { close(): Promise<unknown> }[] = [];
  afterEach(async () => {
    await Promise.all(open.splice(0).map((server) => server.close()));
  });
  return { push: (server) => void open.push(server) };
}
