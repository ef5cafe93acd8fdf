import { describe, expect, it } from 'vitest';
import { buildReport } from '../../../src/core/report/buildReport';
import { junitReport } from '../../../src/core/report/junitReport';
import { hostileRun } from './hostileRun';
import { mixedRun } from './reportFixture';

describe('junitReport', () => {
  it('has a suite per benchmark and a test case per play, counted by how they ended', () => {
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

  it('stays well-formed whatever texts of models and files hold', () => {
    const text = junitReport(buildReport(hostileRun(), { resamples: 100 }));
    // Every bracket of the text belongs to one of the elements that the report writes.
    const rest = text.replace(
      /<\?xml [^<>]*\?>|<\/?(?:testsuites|testsuite|testcase|properties|property|failure|error|skipped)(?: [a-z]+="[^"<>]*")*\/?>/g,
      '',
    );
    expect(rest).not.toMatch(/[<>]/);
    expect(rest).not.toMatch(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/);
    expect(text.replace(/&(?:amp|lt|gt|quot|#10|#9);/g, '')).not.toContain('&');
  });
});
