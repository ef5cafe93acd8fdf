import { createInterface } from 'node:readline';
import { judgingModelServer } from '../tests/loopback/judgingModelServer';

// A program of its own, so that the server's work does not count as the client's. Argument: latency in milliseconds.
// Prints its address, then a line of counts for every line on standard input; ends with its input.
const server = await judgingModelServer({ latencyMs: Number(process.argv[2] ?? 0), recordRequests: false });
process.stdout.write(`${server.url}\n`);
const input = createInterface({ input: process.stdin });
input.on('line', () => {
  process.stdout.write(`${JSON.stringify({ calls: server.calls, peakInFlight: server.peakInFlight })}\n`);
});
input.on('close', () => void server.close());
