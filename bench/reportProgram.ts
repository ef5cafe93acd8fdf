import { benchmarks } from '../src/core/benchmarks/registry';
import { createRunSession } from '../src/core/run/runSession';
import { buildReport } from '../src/core/results/buildReport';
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
    buildReport(session, { resamples });
    return performance.now() - started;
  });
  const [firstMs, ...later] = all;
  return { resamples, firstMs, warmMs: later.sort((left, right) => left - right)[Math.floor(later.length / 2)] };
});
const report = buildReport(session, { resamples: 500 });
process.stdout.write(
  `${JSON.stringify({
    samples: samples.length,
    verdicts: report.benchmarks.reduce((sum, { verdicts }) => sum + verdicts, 0),
    bytes: Buffer.byteLength(JSON.stringify(report)),
    readMs,
    times,
  })}\n`,
);
