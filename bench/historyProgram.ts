import { historyView } from '../src/core/report/historyView';
import { promptHistory } from '../src/core/revisions/promptHistory';
import { FileRunStore } from '../src/core/store/fileRunStore';

// Lists the runs in the store ROOT and builds the history view of PROMPT, once, in a process that has done nothing before. Prints
// times in milliseconds.
const [, , root = '', prompt = ''] = process.argv;
const started = performance.now();
const store = new FileRunStore(root);
const listings = await store.summaries();
const listed = performance.now();
const view = historyView(await promptHistory(store, prompt, { listings }));
const viewed = performance.now();
process.stdout.write(
  `${JSON.stringify({
    summaries: listings.filter(({ kind }) => kind === 'summary').length,
    runs: view.runs.length,
    metrics: view.series.length,
    points: view.series.reduce((count, { points }) => count + points.length, 0),
    listMs: listed - started,
    viewMs: viewed - listed,
  })}\n`,
);
