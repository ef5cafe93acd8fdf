import { describe, expect, it } from 'vitest';
import { compareRuns } from '../../../src/core/compare/compareRuns';
import { buildReport } from '../../../src/core/results/buildReport';
import type { RunSession } from '../../../src/core/run/runSession';
import { junitReport } from '../../../src/core/report/junitReport';
import { options } from '../compare/comparedSessions';
import { hostileRun } from './hostileRun';
import { mixedRun } from './reportFixture';

/** A run beside itself: nothing got worse, whatever its verdicts are. */
function besideItself(run: RunSession): string {
  return junitReport(buildReport(run, { resamples: 100 }), { comparison: compareRuns(run, run, options) });
}

describe('junitReport', () => {
  it('has a suite per benchmark and a test case per trial, counted by how they ended', () => {
    const report = buildReport(mixedRun(), { resamples: 100 });
    const text = junitReport(report);
    const cases = report.benchmarks.flatMap((benchmark) => benchmark.cases);
    expect(text.match(/<testsuite /g)).toHaveLength(report.benchmarks.length);
    expect(text.match(/<testcase /g)).toHaveLength(cases.length);
    const failing = cases.filter(
      ({ status, chips }) => status === 'judged' && chips.some(({ outcome }) => outcome === 'undesired'),
    );
    const lost = cases.filter(({ status }) => status === 'noReply' || status === 'failed');
    expect(text.match(/<failure /g) ?? []).toHaveLength(failing.length);
    expect(text.match(/<error /g) ?? []).toHaveLength(lost.length);
    expect(text).toContain(`tests="${cases.length}" failures="${failing.length}" errors="${lost.length}"`);
    expect(text.includes('(simulated)')).toBe(report.run.simulated);
  });

  it('passes a trial that is not as wanted where the run is compared, and keeps what it says', () => {
    const plain = junitReport(buildReport(mixedRun(), { resamples: 100 }));
    const text = besideItself(mixedRun());
    const [said = ''] = /<failure [^<]*<\/failure>/.exec(plain) ?? [];
    const words = said.replace(/^<failure [^>]*>|<\/failure>$/g, '');
    expect(words).toContain('not as wanted');
    expect(text).toContain(`><system-out>${words}</system-out></testcase>`);
    expect(text).not.toContain('<failure');
    const suites = [...text.matchAll(/<testsuites? [^>]* failures="(\d+)"/g)].map(([, failures]) => failures);
    expect(suites).toEqual(['0', '0', '0']);
    // A reply that is missing has nothing to do with what it is compared with.
    expect(text.match(/<error /g)).toEqual(plain.match(/<error /g));
  });

  it('stays well-formed whatever texts of models and files hold', () => {
    const plain = junitReport(buildReport(hostileRun(), { resamples: 100 }));
    const text = `${plain}${besideItself(hostileRun())}`;
    // Every bracket of the text belongs to one of the elements that the report writes.
    const rest = text.replace(
      /<\?xml [^<>]*\?>|<\/?(?:testsuites|testsuite|testcase|properties|property|failure|error|skipped|system-out)(?: [a-z]+="[^"<>]*")*\/?>/g,
      '',
    );
    expect(rest).not.toMatch(/[<>]/);
    expect(rest).not.toMatch(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/);
    expect(text.replace(/&(?:amp|lt|gt|quot|#39|#10|#9);/g, '')).not.toContain('&');
  });
});
