import { createWriteStream } from 'node:fs';
import { createInterface } from 'node:readline';
import { startModelServer } from '../tests/loopback/modelServer';
import { benchReply } from './benchReply';

// A separate program, so that the server's work does not count as the client's. Arguments: latency in milliseconds, and
// a file for the bodies of all calls. Prints its address, then a line of counts for each line of standard input. Ends
// with its input. `firstCallAt` is in milliseconds since 1970.
const [, , latency = '0', bodiesFile] = process.argv;
const bodies = bodiesFile === undefined ? undefined : createWriteStream(bodiesFile);
const server = await startModelServer({
  latencyMs: Number(latency),
  recordRequests: false,
  reply: (request) => {
    bodies?.write(`${JSON.stringify(request.body)}\n`);
    return benchReply(request);
  },
});
let firstCallAt: number | undefined;
void server.arrived(1).then(() => (firstCallAt = Date.now()));
process.stdout.write(`${server.url}\n`);
const input = createInterface({ input: process.stdin });
input.on('line', () => {
  const { calls, peakInFlight } = server;
  process.stdout.write(`${JSON.stringify({ calls, peakInFlight, firstCallAt })}\n`);
});
input.on('close', () => {
  bodies?.end();
  void server.close();
});
