import { createInterface } from 'node:readline';
import { startFaultyServer, type FaultyServerOptions } from './faultyServer';

// A separate program, so that a server's work and memory are not the client's. Takes its options as JSON. Prints its
// address, then a line of counts for each line of standard input; ends with its input.
const server = await startFaultyServer(JSON.parse(process.argv[2] ?? '{}') as FaultyServerOptions);
process.stdout.write(`${server.url}\n`);
const input = createInterface({ input: process.stdin });
input.on('line', () => {
  const { calls, answered, answeredAgain, peakInFlight } = server;
  process.stdout.write(`${JSON.stringify({ calls, answered, answeredAgain, peakInFlight })}\n`);
});
input.on('close', () => void server.leave().then(() => process.exit()));
