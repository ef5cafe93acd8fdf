import { expect, it } from 'vitest';
import { benchmarkIds } from '../../src/core/benchmarks/policies';
import { useCommandLine } from '../contract/cli/commandLine';
import { numbersOffTheScale, useStoredRuns } from '../contract/store/changedRecords';

const runOf = useStoredRuns(useCommandLine());

it.each(benchmarkIds)(
  'a run of %s stays on the scale of every metric, whichever member of a record is another',
  (id) => {
    expect(numbersOffTheScale(runOf(id), 1)).toEqual([]);
  },
);
