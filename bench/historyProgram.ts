import { historyView } from '../src/core/report/historyView';
import { promptHistory } from '../src/core/history/promptHistory';
import { FileRunStore } from '../src/core/store/fileRunStore';

// Lists the runs in the store ROOT and builds the history view of PROMPT once, in a fresh process. Prints times
// in milliseconds and lengths in bytes.
const [, , root = '', prompt = ''] = process.argv;
const started = performance.now();
const store = new FileRunStore(root);
const listings = await store.summaries();
const listed = performance.now();
const history = await promptHistory(store, prompt, { listings });
const view = historyView(history);
const viewed = performance.now();
const posted = JSON.stringify({ kind: 'history', view });
const written = performance.now();
process.stdout.write(
  `${JSON.stringify({
    summaries: listings.filter(({ kind }) => kind === 'summary').length,
    runs: view.runs.length,
    revisions: view.revisions.length,
    metrics: view.series.length,
    points: view.series.reduce((sum, { count }) => sum + count, 0),
    drawn: view.series.reduce((sum, { points = [] }) => sum + points.length, 0),
    listMs: listed - started,
    viewMs: viewed - listed,
    postMs: written - viewed,
    postBytes: Buffer.byteLength(posted),
  })}\n`,
);
