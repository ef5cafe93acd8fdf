import { beforeAll, expect } from 'vitest';
import type { Benchmark } from '../../../src/core/benchmark/benchmark';
import type { BenchmarkId } from '../../../src/core/benchmark/samples';
import { policies } from '../../../src/core/benchmarks/policies';
import { benchmarks } from '../../../src/core/benchmarks/registry';
import { sessionOfRun } from '../../../src/core/history/sessionOfRun';
import { buildReport } from '../../../src/core/results/buildReport';
import type { RunReport, RunTotals } from '../../../src/core/results/reportModel';
import { runTotals } from '../../../src/core/results/runHeader';
import { FileRunStore } from '../../../src/core/store/fileRunStore';
import { type RunRecord, runRecordSchema } from '../../../src/core/store/runRecord';
import type { StoredRun } from '../../../src/core/store/runStore';
import type { CommandLine } from '../cli/commandLine';

/** A run of few samples with verdicts of every judge. */
async function stored(cli: CommandLine, benchmark: Benchmark): Promise<StoredRun> {
  const own = [...policies.values()].filter((policy) => policy.benchmark === benchmark.id);
  const choices = own.flatMap(({ widest, option, studentSetting }) => [
    ...(widest === true && option !== undefined ? [`--${option.name}`] : []),
    ...(studentSetting === undefined ? [] : ['--student', 'offline']),
  ]);
  for (let limit = benchmark.trialsAreUnits === undefined ? 2 : 1; limit < 100; limit *= 2) {
    const cwd = await cli.workspace();
    const args = ['evaluate', 'tutor.md', '--store', 'kept', '--benchmark', benchmark.id, '--repeats', '2', ...choices];
    const { err, code } = await cli.run([...args, '--limit', String(limit)], { cwd });
    expect([code, err]).toEqual([0, expect.not.stringMatching(/^error/m)]);
    const store = new FileRunStore(`${cwd}/kept`);
    const [listing] = await store.list();
    const run = await store.open(listing?.id ?? '');
    const judged = new Set(
      run.records.flatMap((record) => (record.kind === 'judged' ? record.verdicts.map(({ judge }) => judge) : [])),
    );
    if (benchmark.judges.every(({ id }) => judged.has(id))) return run;
  }
  throw new Error(`No run of ${benchmark.id} has verdicts of every judge.`);
}

/** A small stored run of each benchmark, made before the tests of a file. */
export function useStoredRuns(cli: () => CommandLine): (id: BenchmarkId) => StoredRun {
  const runs = new Map<BenchmarkId, StoredRun>();
  beforeAll(async () => {
    for (const [id, benchmark] of benchmarks) runs.set(id, await stored(cli(), benchmark));
  }, 300_000);
  return (id) => {
    const run = runs.get(id);
    if (run === undefined) throw new Error(`No run of ${id}.`);
    return run;
  };
}

interface Told {
  readonly report: RunReport;
  readonly totals: RunTotals;
  readonly problems: readonly string[];
}

/** What is read from a run: report, sums and the problems of its files. */
export function told(run: StoredRun): Told {
  const session = sessionOfRun(run, benchmarks);
  return { report: buildReport(session, { resamples: 20 }), totals: runTotals(session), problems: session.problems };
}

/** Every statistic of a report that is not one, or lies off the scale of its metric. */
export function wild({ report, totals: { calls, tokens } }: Told): readonly string[] {
  const off = report.benchmarks.flatMap(({ blocks }) =>
    blocks.flatMap(({ metrics }) =>
      metrics.flatMap(({ id, scale: [least, most], value, n, ci }) => {
        const numbers = [value, ci?.low, ci?.high].filter((number) => number !== undefined);
        const slack = 1e-9 * Math.max(1, most - least);
        const fits = numbers.every((number) => number >= least - slack && number <= most + slack);
        return fits && n >= 0 && n < 100_000 ? [] : [`${id}: ${numbers.join(' ')} of ${n}`];
      }),
    ),
  );
  const { student = 0, ...others } = calls;
  const { cacheWrite = 0, ...read } = tokens;
  const counts = [student, cacheWrite, ...Object.values(others), ...Object.values(read)];
  return [...off, ...counts.filter((count) => !(count >= 0 && count < 1e10)).map(String)];
}

const values: readonly unknown[] = [
  ...[
    49.75,
    -1,
    1e308,
    -1e308,
    2 ** 53,
    0.123,
    7,
    Number.NaN,
    '',
    'Yes',
    'nothing of the kind',
    '__proto__',
    true,
    null,
  ],
  ...['no such judge', 'leak@9999', 'clean', []],
];

type Path = readonly (string | number)[];

/** All places of a record that hold a text, a number or a truth value, and the objects around them. */
function positionsIn(value: unknown, at: Path = []): readonly Path[] {
  if (typeof value !== 'object' || value === null) return [at];
  return Object.entries(value).flatMap(([name, member]) => positionsIn(member, [...at, name]));
}

function changed(record: RunRecord, at: Path, to: unknown): RunRecord | undefined {
  const copy = structuredClone(record) as unknown;
  let place = copy as Record<string | number, unknown>;
  for (const name of at.slice(0, -1)) place = place[name] as Record<string | number, unknown>;
  Object.defineProperty(place, at.at(-1) ?? '', { value: to, enumerable: true, configurable: true });
  // What the schema does not take is a damaged line of the file.
  return runRecordSchema.safeParse(JSON.parse(JSON.stringify(copy))).data;
}

/**
 * What lies off the scale of its metric when one member of a record is another value, a line for each.
 * @param share 1 tries every value at every member, 6 every sixth.
 */
export function numbersOffTheScale(run: StoredRun, share: number): readonly string[] {
  const valuesOfMember = (member: number) => values.filter((_, index) => (index + member) % share === 0);
  // One record of each kind, and of each judge.
  const kinds = new Map(
    run.records.map((record, place) => [
      record.kind === 'judged' ? (record.verdicts[0]?.judge ?? '') : record.kind,
      place,
    ]),
  );
  const wrong: string[] = [];
  let members = 0;
  for (const place of kinds.values()) {
    const record = run.records[place];
    if (record === undefined) continue;
    for (const at of positionsIn(record)) {
      members += 1;
      for (const to of valuesOfMember(members)) {
        const other = changed(record, at, to);
        const records = run.records.flatMap((one, index) =>
          index !== place ? [one] : other === undefined ? [] : [other],
        );
        for (const number of wild(told({ ...run, records }))) {
          wrong.push(`${record.kind} ${at.join('.')} = ${String(to)}: ${number}`);
        }
      }
    }
  }
  return wrong;
}
