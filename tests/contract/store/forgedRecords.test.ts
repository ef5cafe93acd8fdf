import { beforeAll, describe, expect, it } from 'vitest';
import { type BenchmarkId, benchmarkIds } from '../../../src/core/benchmark/samples';
import { benchmarks } from '../../../src/core/benchmarks/registry';
import { sessionOfRun } from '../../../src/core/history/sessionOfRun';
import { buildReport } from '../../../src/core/results/buildReport';
import type { RunReport, RunTotals } from '../../../src/core/results/reportModel';
import { runTotals } from '../../../src/core/results/runHeader';
import { FileRunStore } from '../../../src/core/store/fileRunStore';
import { type RunRecord, runRecordSchema } from '../../../src/core/store/runRecord';
import type { StoredRun } from '../../../src/core/store/runStore';
import { useCommandLine } from '../cli/commandLine';

const cli = useCommandLine();

/** Enough of each to have verdicts of every judge. */
const few: Readonly<Record<BenchmarkId, readonly string[]>> = {
  guideeval: ['--limit', '4'],
  mrbench: ['--limit', '2'],
  socratesbench: ['--limit', '1', '--repeats', '2', '--student', 'offline'],
  'kmp-dialogue': ['--limit', '2', '--both-orders'],
  'kmp-skills': ['--limit', '25'],
  tutorbench: ['--limit', '6'],
};

const runs = new Map<BenchmarkId, StoredRun>();

async function stored(id: BenchmarkId): Promise<StoredRun> {
  const cwd = await cli().workspace();
  const { err, code } = await cli().run(['evaluate', 'tutor.md', '--store', 'kept', '--benchmark', id, ...few[id]], {
    cwd,
  });
  expect([code, err]).toEqual([0, expect.not.stringMatching(/^error/m)]);
  const store = new FileRunStore(`${cwd}/kept`);
  const [listing] = await store.list();
  return store.open(listing?.id ?? '');
}

beforeAll(async () => {
  for (const id of benchmarkIds) runs.set(id, await stored(id));
}, 300_000);

function runOf(id: BenchmarkId): StoredRun {
  const run = runs.get(id);
  if (run === undefined) throw new Error(`No run of ${id}.`);
  return run;
}

interface Told {
  readonly report: RunReport;
  readonly totals: RunTotals;
  readonly problems: readonly string[];
}

function told(run: StoredRun): Told {
  const session = sessionOfRun(run, benchmarks);
  return { report: buildReport(session, { resamples: 20 }), totals: runTotals(session), problems: session.problems };
}

/** Every figure of a report that is not one, or lies off the scale of its metric. */
function wild({ report, totals: { calls, tokens } }: Told): readonly string[] {
  const off = report.benchmarks.flatMap(({ blocks }) =>
    blocks.flatMap(({ metrics }) =>
      metrics.flatMap(({ id, scale: [least, most], value, n, ci }) => {
        const figures = [value, ci?.low, ci?.high].filter((figure) => figure !== undefined);
        const slack = 1e-9 * Math.max(1, most - least);
        const fits = figures.every((figure) => figure >= least - slack && figure <= most + slack);
        return fits && n >= 0 && n < 100_000 ? [] : [`${id}: ${figures.join(' ')} of ${n}`];
      }),
    ),
  );
  const counts = [...Object.values(calls), ...Object.values(tokens)];
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
function placesIn(value: unknown, at: Path = []): readonly Path[] {
  if (typeof value !== 'object' || value === null) return [at];
  return Object.entries(value).flatMap(([name, member]) => placesIn(member, [...at, name]));
}

function changed(record: RunRecord, at: Path, to: unknown): RunRecord | undefined {
  const copy = structuredClone(record) as unknown;
  let place = copy as Record<string | number, unknown>;
  for (const name of at.slice(0, -1)) place = place[name] as Record<string | number, unknown>;
  Object.defineProperty(place, at.at(-1) ?? '', { value: to, enumerable: true, configurable: true });
  // What the schema does not take is a damaged line of the file.
  return runRecordSchema.safeParse(JSON.parse(JSON.stringify(copy))).data;
}

describe.each(benchmarkIds)('a run of %s', (id) => {
  it('has no problem as it was written', () => {
    const whole = told(runOf(id));
    expect(whole.problems).toEqual([]);
    expect(wild(whole)).toEqual([]);
  });

  it('stays on the scale of every metric, whichever member of a record is another', () => {
    const run = runOf(id);
    // One record of each kind, and of each judge.
    const kinds = new Map(
      run.records.map((record, place) => [
        record.kind === 'judged' ? (record.verdicts[0]?.judge ?? '') : record.kind,
        place,
      ]),
    );
    const wrong: string[] = [];
    for (const place of kinds.values()) {
      const record = run.records[place];
      if (record === undefined) continue;
      for (const at of placesIn(record)) {
        for (const to of values) {
          const other = changed(record, at, to);
          const records = run.records.flatMap((one, index) =>
            index !== place ? [one] : other === undefined ? [] : [other],
          );
          for (const figure of wild(told({ ...run, records }))) {
            wrong.push(`${record.kind} ${at.join('.')} = ${String(to)}: ${figure}`);
          }
        }
      }
    }
    expect(wrong).toEqual([]);
  }, 300_000);

  it('names how many records cannot be of it, and has the figures that it had without them', () => {
    const run = runOf(id);
    const judged = run.records.flatMap((record) => (record.kind === 'judged' ? [record] : []));
    const [any] = judged;
    const reply = run.records.find((record) => record.kind === 'reply');
    if (any === undefined || reply === undefined) throw new Error('The run was judged.');
    const verdicts = any.verdicts.map((verdict) => ({ ...verdict, label: 49.75 }));
    const nobody = any.verdicts.map((verdict) => ({ ...verdict, judge: 'nobody' }));
    const forged: readonly (readonly [RunRecord, string])[] = [
      [{ ...any, key: 'more', verdicts }, 'none that the judge can give'],
      [{ ...any, key: 'more', verdicts: nobody }, 'none that the judge can give'],
      [{ ...any, judgeModel: 'openai:gpt' }, 'a judge that the run does not have'],
      [{ ...any, item: `${any.item}9` }, 'a play that the run does not have'],
      [{ ...reply, turn: 99 }, 'a turn that the play does not have'],
      [{ ...reply, kind: 'student', turn: 99 }, 'a turn that the play does not have'],
    ];
    const whole = told(run);
    for (const [record, problem] of forged) {
      // Before all others: the first word would count.
      const more = told({ ...run, records: [record, ...run.records, record] });
      expect(more.problems.join('\n'), problem).toContain('2 records of its journal are left out');
      expect(more.problems.join('\n')).toContain(problem);
      expect(more.report.benchmarks).toEqual(whole.report.benchmarks);
      expect(more.totals).toEqual(whole.totals);
    }
    const again = told({ ...run, records: [...run.records, { ...any, key: 'more' }] });
    expect(again.problems).toEqual([expect.stringContaining('1 record of its journal is left out: it says again')]);
    expect(again.report.benchmarks).toEqual(whole.report.benchmarks);
    const usage = { input: 1e308, output: -1, cachedInput: 0 };
    const costly = told({ ...run, records: run.records.map((one) => (one === reply ? { ...one, usage } : one)) });
    expect(costly.problems).toEqual([expect.stringContaining('1 record of its journal is counted without figures')]);
    expect(costly.report.benchmarks).toEqual(whole.report.benchmarks);
  });
});
