import { describe, expect, it } from 'vitest';
import { headlineNames, mergedAims, metricName, readMetricName, rolesOf } from '../../../src/core/benchmark/aims';
import { aimProblems } from '../../../src/core/benchmark/aimProblems';
import { benchmarks } from '../../../src/core/benchmarks/registry';
import { readFrontMatter } from '../../../src/core/prompt/frontMatter';
import { readPromptFile } from '../../../src/core/prompt/promptFile';
import { decideAims } from '../../../src/core/run/runChoices';

const guideEval = benchmarks.get('guideeval')!;
const none = { targets: [], guards: [] };

describe('names of metrics', () => {
  it.each([...benchmarks.values()])('of $id’s headlines are those of at most three metrics', (benchmark) => {
    const headlines = headlineNames(benchmark);
    expect(headlines.length).toBeGreaterThan(0);
    expect(headlines.length).toBeLessThanOrEqual(3);
    for (const name of headlines) expect(readMetricName(name, benchmarks)).toEqual({ name });
  });

  it('may leave the block out', () => {
    expect(readMetricName('guideeval/P-Redirect', benchmarks)).toEqual({ name: 'guideeval/accErr/P-Redirect' });
    // Without a block it is the metric over all samples.
    expect(readMetricName('mrbench/revealing_of_the_answer', benchmarks)).toEqual({
      name: 'mrbench/all/revealing_of_the_answer',
    });
    expect(readMetricName('guideeval/compConf/ESA', benchmarks)).toEqual({ name: 'guideeval/compConf/ESA' });
  });

  it.each([
    ['guideeval', /names no metric. Write benchmark\/metric/u],
    ['nowhere/ESA', /names no metric/u],
    ['guideeval/ESSA', /GuideEval has no metric “ESSA”. It has: P-Affirm, P-Redirect/u],
    ['guideeval/E-difference', /has no better direction, so a prompt cannot aim at it/u],
  ])('that are none are refused: %s', (text, problem) => {
    expect(readMetricName(text, benchmarks)).toEqual({ problem: expect.stringMatching(problem) as unknown });
  });

  it('cannot be both target and guard', () => {
    const twice = (): unknown => decideAims(['guideeval/ESA'], ['guideeval/accErr/ESA'], { benchmarks: benchmarks });
    expect(twice).toThrow(/named as a target and as a guard/u);
    expect(decideAims([], [], { benchmarks: benchmarks })).toBeUndefined();
  });

  it('may be all headlines by one word', () => {
    const headlines = [...benchmarks.values()].flatMap(headlineNames);
    expect(decideAims(['headlines', 'guideeval/ESA'], [], { benchmarks })?.targets).toEqual(headlines);
    const prompt = readPromptFile('', '---\ntargets: [headlines]\nguards: [headlines]\n---\nBe kind.');
    expect(aimProblems(prompt, benchmarks).map(({ message }) => message)).toEqual([
      expect.stringMatching(/“headlines” names no metric/u),
    ]);
  });

  it('stand in front matter, one or several', () => {
    const { defaults, problems } = readFrontMatter(
      '---\ntarget: guideeval/ESA\nguard: [mrbench/tutor_tone]\n---\nBe kind.',
    );
    expect(problems).toEqual([]);
    expect(defaults).toMatchObject({ targets: ['guideeval/ESA'], guards: ['mrbench/tutor_tone'] });
  });
});

describe('roles', () => {
  const rolesWith = (aims: Parameters<typeof rolesOf>[1]): unknown => Object.fromEntries(rolesOf([guideEval], aims));

  it('make the headlines targets where nobody named any', () => {
    expect(rolesWith(none)).toEqual({
      'guideeval/accErr/ESA': 'target',
      'guideeval/compConf/ESA': 'target',
      'guideeval/accErr/OSA': 'target',
    });
    expect(rolesWith({ ...none, targets: ['mrbench/all/tutor_tone'] })).toEqual(rolesWith(none));
  });

  it('leave a headline that is named as a guard a guard', () => {
    expect(rolesWith({ ...none, guards: ['guideeval/accErr/ESA'] })).toEqual({
      'guideeval/accErr/ESA': 'guard',
      'guideeval/compConf/ESA': 'target',
      'guideeval/accErr/OSA': 'target',
    });
  });

  it('are only those that were named, once a target is', () => {
    const redirect = metricName('guideeval', { block: 'accErr', id: 'P-Redirect' });
    expect(rolesWith({ targets: [redirect], guards: ['guideeval/accErr/OSA'] })).toEqual({
      [redirect]: 'target',
      'guideeval/accErr/OSA': 'guard',
    });
  });
});

describe('aims that a command names', () => {
  const stored = { targets: ['b/t'], guards: ['b/g'] };

  it('replace only their own kind', () => {
    expect(mergedAims({ targets: [], guards: ['b/x'] }, stored)).toEqual({ targets: ['b/t'], guards: ['b/x'] });
    expect(mergedAims({ targets: ['b/x'], guards: [] }, stored)).toEqual({ targets: ['b/x'], guards: ['b/g'] });
    expect(mergedAims(undefined, stored)).toEqual(stored);
    expect(mergedAims(undefined, undefined)).toEqual(none);
  });

  it('take a metric over from the other kind', () => {
    expect(mergedAims({ targets: [], guards: ['b/t'] }, stored)).toEqual({ targets: [], guards: ['b/t'] });
    expect(mergedAims({ targets: ['b/g'], guards: [] }, stored)).toEqual({ targets: ['b/g'], guards: [] });
  });
});
