import { describe, expect, it } from 'vitest';
import { benchmarkIds } from '../../../src/core/benchmarks/policies';
import { type RunRecord, runRecordSchema } from '../../../src/core/store/runRecord';
import { useCommandLine } from '../cli/commandLine';
import { numbersOffTheScale, told, useStoredRuns, wild } from './changedRecords';
import { isThorough } from '../../thorough';

const foreign = 'it has a trial, turn, judge or verdict that the run cannot have there';
const runOf = useStoredRuns(useCommandLine());

describe.each(benchmarkIds)('a run of %s', (id) => {
  it('has no problem as it was written', () => {
    const whole = told(runOf(id));
    expect(whole.problems).toEqual([]);
    expect(wild(whole)).toEqual([]);
  });

  it('stays on the scale of every metric, whichever member of a record is another', () => {
    expect(numbersOffTheScale(runOf(id), isThorough ? 9 : 45)).toEqual([]);
  }, 300_000);

  it('names how many records cannot be of it, and has the statistics that it had without them', () => {
    const run = runOf(id);
    const judged = run.records.flatMap((record) => (record.kind === 'judged' ? [record] : []));
    const [any] = judged;
    const reply = run.records.find((record) => record.kind === 'reply');
    if (any === undefined || reply === undefined) throw new Error('The run was judged.');
    const verdicts = any.verdicts.map((verdict) => ({ ...verdict, label: 49.75 }));
    const nobody = any.verdicts.map((verdict) => ({ ...verdict, judge: 'nobody' }));
    const forged: readonly RunRecord[] = [
      { ...any, key: 'more', verdicts },
      { ...any, key: 'more', verdicts: nobody },
      { ...any, judgeModel: 'openai:gpt' },
      { ...any, item: `${any.item}9` },
      { ...reply, turn: 99 },
      { ...reply, kind: 'student', turn: 99 },
    ];
    const whole = told(run);
    for (const record of forged) {
      // Before all others: the first word would count.
      const more = told({ ...run, records: [record, ...run.records, record] });
      expect(more.problems.join('\n'), JSON.stringify(record)).toContain(
        `2 records of its journal are left out: ${foreign}. First: ${'item' in record ? record.item : ''}, ${record.kind}`,
      );
      expect(more.report.benchmarks).toEqual(whole.report.benchmarks);
      expect(more.totals).toEqual(whole.totals);
    }
    const again = told({ ...run, records: [...run.records, { ...any, key: 'more' }] });
    expect(again.problems).toEqual([
      expect.stringContaining(`1 record of its journal is left out: ${foreign}. First: ${any.item}, judged`),
    ]);
    expect(again.report.benchmarks).toEqual(whole.report.benchmarks);
    const usage = { input: 1e308, output: -1, cachedInput: 0 };
    expect(runRecordSchema.parse({ ...reply, usage })).toEqual({ ...reply, usage: undefined });
    expect(runRecordSchema.safeParse({ ...reply, calls: 1e15 }).success).toBe(false);
  });
});
