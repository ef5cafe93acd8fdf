import { FileRunStore } from '../../../src/core/store/fileRunStore';

// A program of its own: takes the lock of a run, says so, and holds it until it is killed.
const [root = '', runId = ''] = process.argv.slice(2);
await new FileRunStore(root).reopen(runId);
process.stdout.write('locked\n');
process.stdin.resume();
setInterval(() => undefined, 60_000);
