import { benchmarks } from '../src/core/benchmarks/registry';
import { createRunSession } from '../src/core/engine/runSession';
import { buildReport } from '../src/core/report/buildReport';
import { FileRunStore } from '../src/core/store/fileRunStore';

// Builds the report model of the only run in the store ROOT, cold and warm, and prints the times in milliseconds.
const store = new FileRunStore(process.argv[2] ?? '');
const [listing] = await store.list();
if (listing === undefined) throw new Error('There is no run in the store.');
const reading = performance.now();
const { manifest, samples, records, problems } = await store.open(listing.id);
const session = createRunSession(manifest, samples, benchmarks, records, problems);
const readMs = performance.now() - reading;
const times = [500, 10_000].map((resamples) => {
  const all = Array.from({ length: 5 }, () => {
    const started = performance.now();
    const report = buildReport(session, { resamples });
    return { ms: performance.now() - started, completed: report.benchmarks[0]?.completed ?? 0 };
  });
  const [first, ...later] = all;
  const warm = later.map(({ ms }) => ms).sort((left, right) => left - right);
  return { resamples, firstMs: first?.ms, warmMs: warm[Math.floor(warm.length / 2)], completed: first?.completed };
});
process.stdout.write(`${JSON.stringify({ samples: samples.length, readMs, times })}\n`);
