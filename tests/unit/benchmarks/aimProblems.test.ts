import { describe, expect, it } from 'vitest';
import { aimProblems } from '../../../src/core/benchmark/aimProblems';
import { headlineNames, metricName, readMetricName } from '../../../src/core/benchmark/aims';
import { benchmarks } from '../../../src/core/benchmarks/registry';
import { readPromptFile } from '../../../src/core/prompt/promptFile';

const problemsOf = (yaml: string): readonly (readonly [string, string])[] => {
  const text = `---\n${yaml}\n---\nBe kind.`;
  return aimProblems(readPromptFile('', text), benchmarks).map(({ message, range }) => [
    text.slice(range.start, range.end),
    message,
  ]);
};

describe('names of targets and guards in front matter', () => {
  it('are fine where each names a metric, with its block or without', () => {
    expect(problemsOf('targets: [guideeval/P-Redirect]\nguard: mrbench/revealing_of_the_answer')).toEqual([]);
    expect(aimProblems(readPromptFile('', 'Be kind.'), benchmarks)).toEqual([]);
  });

  it('are marked where they stand, with the name that was probably meant', () => {
    const [[where, message] = ['', '']] = problemsOf(
      'limit: 3\ntargets:\n  - mrbench/actionability\n  - guideeval/P-Redirct',
    );
    expect(where).toBe('guideeval/P-Redirct');
    expect(message).toMatch(/^GuideEval has no metric “P-Redirct”\. .* Did you mean guideeval\/P-Redirect\?$/u);
  });

  it('are marked where a prompt cannot aim at the metric, or aims at it twice', () => {
    const directionless = [...benchmarks.values()].flatMap(({ id, metrics }) =>
      metrics.filter(({ direction }) => direction === 'none').map((metric) => metricName(id, metric)),
    );
    expect(directionless.length).toBeGreaterThan(0);
    expect(problemsOf(`target: ${directionless[0]}`)[0]?.[1]).toContain('has no better direction');
    expect(problemsOf('target: guideeval/P-Redirect\nguard: guideeval/P-Redirect')).toHaveLength(1);
    expect(problemsOf('target: nothing')[0]?.[1]).toContain('Write benchmark/metric');
  });

  it('that every benchmark takes as its headlines can be aimed at', () => {
    for (const name of [...benchmarks.values()].flatMap(headlineNames))
      expect(readMetricName(name, benchmarks), name).toEqual({ name });
  });
});
