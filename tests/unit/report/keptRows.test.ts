import { describe, expect, it } from 'vitest';
import { RunState } from '../../../src/core/run/runState';
import { buildReport } from '../../../src/core/results/buildReport';
import { KeptRows } from '../../../src/core/results/caseDetail';
import { ended, failedJudge, failedReply, judged, replied, sample, toySession } from './reportFixture';

const ids = ['a', 'b', 'c', 'd'];
const records = [
  replied('a', 'Hi'),
  replied('b', ''),
  judged('a', 'Helps', 1),
  failedReply('c'),
  replied('d', 'Look again.'),
  failedJudge('d', 'Helps'),
  ended(),
];

describe('rows that are kept between reports', () => {
  it('are what a report without them has, after every record', () => {
    const session = toySession({ samples: ids.map((id) => sample(id)), records: [] });
    const rows = new KeptRows();
    for (const record of records) {
      session.state.apply(record);
      const options = { resamples: 20, runningMs: 60_000 };
      expect(buildReport(session, { ...options, rows })).toEqual(buildReport(session, options));
    }
    session.state.forgetFailures();
    expect(buildReport(session, { resamples: 20, rows })).toEqual(buildReport(session, { resamples: 20 }));
  });

  it('are made anew where failures of given replies are forgotten', () => {
    const session = toySession({ samples: ids.map((id) => sample(id)), records: [] });
    const manifest = { ...session.manifest, rejudgedFrom: 'run-0' };
    const given = { ...session, state: new RunState(manifest, records) };
    const rows = new KeptRows();
    buildReport(given, { resamples: 20, rows });
    given.state.forgetFailures();
    expect(buildReport(given, { resamples: 20, rows })).toEqual(buildReport(given, { resamples: 20 }));
  });

  it('are made anew for those samples alone that a record is about', () => {
    const session = toySession({ samples: ids.map((id) => sample(id)), records: [] });
    const rows = new KeptRows();
    const cases = () => buildReport(session, { resamples: 20, rows }).benchmarks[0]?.cases ?? [];
    let before = cases();
    for (const record of records.slice(0, -1)) {
      session.state.apply(record);
      const after = cases();
      const changed = after.filter((row, place) => row !== before[place]).map(({ sampleId }) => sampleId);
      expect(changed).toEqual(['item' in record ? record.item.replace(/^.*\/|#.*$/g, '') : '']);
      before = after;
    }
  });
});
