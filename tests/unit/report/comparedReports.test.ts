import MarkdownIt from 'markdown-it';
import { describe, expect, it } from 'vitest';
import { compareRuns } from '../../../src/core/compare/compareRuns';
import type { LabelledComparison } from '../../../src/core/compare/comparisonSentence';
import { buildReport } from '../../../src/core/results/buildReport';
import { jsonReport } from '../../../src/core/report/evaluateJson';
import { junitReport } from '../../../src/core/report/junitReport';
import { markdownReport } from '../../../src/core/report/markdownReport';
import { comparedSession, labelMetric, oneTrial, options } from '../compare/comparedSessions';
import { openAiModel } from './reportFixture';

const ones = oneTrial(new Array<number>(12).fill(1));
const zeros = oneTrial(new Array<number>(12).fill(0));
const metrics = [
  labelMetric({ id: 'Up', title: 'Up | <b>bold</b>' }),
  labelMetric({ id: 'Down', title: 'Down', direction: 'down' }),
];
const before = comparedSession({ trials: zeros, metrics });
const after = comparedSession({ trials: ones, metrics });
const unlike = comparedSession({ trials: ones, metrics, manifest: { tutor: openAiModel } });
const report = buildReport(after, { resamples: 100 });
const compared: LabelledComparison = { comparison: compareRuns(before, after, options), label: 'gentle' };
const notComparable: LabelledComparison = { comparison: compareRuns(before, unlike, options) };

describe('a Markdown report with a comparison', () => {
  const text = markdownReport(report, after, compared);

  it('begins with the answer, what it is against, and a table with a word for each metric', () => {
    const heads = [...text.matchAll(/^## (.*)$/gmu)].map(([, head]) => head);
    expect(heads[0]).toBe('Compared with “gentle”');
    const html = new MarkdownIt().render(text);
    expect(html).toContain('<strong>Against “gentle”, 1 Mar 2026: Trade-off: better at Up |');
    expect(html).toMatch(/<td[^>]*>0\.00 → 1\.00<\/td>\s*<td[^>]*>\+1\.00, .* to .*<\/td>\s*<td[^>]*>better<\/td>/u);
    expect(html).toMatch(/<td[^>]*>worse<\/td>/u);
    expect(html).not.toContain('<b>bold');
  });

  it('gives the obstacle in words, and is as it was without a comparison', () => {
    const html = new MarkdownIt().render(markdownReport(report, after, notComparable));
    expect(html).toMatch(/<td[^>]*>not comparable: the tutor model \(openai:usual → /u);
    expect(markdownReport(report, after)).not.toContain('Compared with');
  });
});

describe('a JUnit report with a comparison', () => {
  it('fails where a metric got worse, and nowhere else', () => {
    const [, suite = ''] = junitReport(report, compared).split('<testsuite ');
    expect(suite).toMatch(/^name="Compared with “gentle”" tests="2" failures="1" errors="0" skipped="0"/u);
    expect(suite).toMatch(/name="[^"]*Down"><failure message="worse: \+1\.00, [^"]*"\/>/u);
    expect(suite).toMatch(/name="[^"]*Up \| &lt;b&gt;bold&lt;\/b&gt;"\/>/u);
    const plain = /tests="(\d+)"/u.exec(junitReport(report))?.[1];
    expect(junitReport(report, compared)).toContain(`<testsuites name="toy.md" tests="${Number(plain) + 2}"`);
  });

  it('skips what could not be compared, with the reason', () => {
    const text = junitReport(report, notComparable);
    expect(text).toMatch(/<skipped message="not comparable: the tutor model/u);
    const nothing = {
      comparison: compareRuns(comparedSession({ trials: {} }), comparedSession({ trials: {} }), options),
    };
    expect(junitReport(report, nothing)).toContain(
      '<skipped message="not comparable: the runs have no metric in common"/>',
    );
  });
});

describe('a JSON report with a comparison', () => {
  it('has it as a member', () => {
    expect(JSON.parse(jsonReport(report, after, compared))).toMatchObject({
      run: { id: report.run.id },
      comparison: {
        baseline: { label: 'gentle' },
        metrics: [
          { id: 'Up', outcome: 'better', word: 'better' },
          { id: 'Down', word: 'worse' },
        ],
      },
    });
    expect(JSON.parse(jsonReport(report, after))).not.toHaveProperty('comparison');
  });
});
