import { createInterface } from 'node:readline';
import { startBatchServer } from './batchServer';
import { simulatedAnswer } from './faultyServerReplies';

// A separate program, so that a server's work and memory are not the client's. Prints its address, then a line of
// counts for each line of standard input; ends with its input.
const server = await startBatchServer({ reply: simulatedAnswer });
process.stdout.write(`${server.url}\n`);
const input = createInterface({ input: process.stdin });
input.on('line', () => {
  const calls = server.batches.reduce((sum, batch) => sum + batch.calls.length, 0);
  const { upload, submit, poll, results, cancel, single } = server.counts;
  const counts = { calls, upload, submit, poll, results, cancel, single };
  process.stdout.write(`${JSON.stringify(counts)}\n`);
});
input.on('close', () => void server.close().then(() => process.exit()));
