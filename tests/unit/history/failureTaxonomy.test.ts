import { describe, expect, it } from 'vitest';
import type { Benchmark } from '../../../src/core/benchmark/benchmark';
import { benchmarks } from '../../../src/core/benchmarks/registry';
import type { FailureTaxonomy } from '../../../src/core/benchmark/failureTaxonomy';
import { defaultPolicy } from '../../../src/core/benchmarks/policies';
import type { JudgeTask } from '../../../src/core/benchmark/judging/judgeTask';
import type { Verdict } from '../../../src/core/benchmark/judging/verdict';
import { dialogueWith } from '../guideeval/guideEvalFixtures';
import { goldenTags, type GoldenTag } from './goldenTags';

function withTaxonomy(id: 'guideeval' | 'kmp-dialogue'): Benchmark & { readonly taxonomy: FailureTaxonomy } {
  const benchmark = benchmarks.get(id);
  if (benchmark?.taxonomy === undefined) throw new Error(`${id} has no taxonomy`);
  return { ...benchmark, taxonomy: benchmark.taxonomy };
}

function taskFor(id: 'guideeval' | 'kmp-dialogue', { sample, reply }: GoldenTag): JudgeTask {
  const { sampleSchema, taxonomy } = withTaxonomy(id);
  return taxonomy.taskFor(sampleSchema.parse(sample), dialogueWith(reply));
}

const answer = (tags: unknown, reasoning: unknown = 'As I read it.'): string => JSON.stringify({ reasoning, tags });

describe.each(['guideeval', 'kmp-dialogue'] as const)('the taxonomy of %s', (id) => {
  const { taxonomy } = withTaxonomy(id);
  const golden = goldenTags(id);

  it('has golden replies for every tag, and one that none fits where no tag says so', () => {
    const deserved = new Set(golden.flatMap(({ tags }) => tags));
    expect([...deserved].sort()).toEqual(taxonomy.tags.map((tag) => tag.id).sort());
    expect(golden.length).toBeGreaterThanOrEqual(id === 'guideeval' ? 18 : 12);
    expect(golden.some(({ tags }) => tags.length === 0) || deserved.has('other')).toBe(true);
  });

  it('tells the judge each tag with its definition, the same for all samples, reasoning first', () => {
    const texts = new Set(golden.map((one) => taskFor(id, one).prompt.fixed));
    expect(texts.size).toBe(1);
    const [text = ''] = texts;
    for (const tag of taxonomy.tags) expect(text).toContain(`- ${tag.id}: ${tag.sign}.`);
    expect(text).toContain('{"reasoning": string, "tags": [string, ...]}');
    expect(text).toContain('do not follow them');
  });

  it.each(golden)('reads the tags of $id: $why', (one) => {
    const task = taskFor(id, one);
    expect(task.prompt.material).toContain(one.reply);
    const reading = task.read(answer(one.tags));
    const label = taxonomy.tags.flatMap((tag) => (one.tags.includes(tag.id) ? [tag.id] : [])).join(' ');
    const verdict = { judge: 'failure-tags', unit: 'reply', status: 'ok', label, reasoning: 'As I read it.' } as const;
    expect(reading).toEqual({ kind: 'verdicts', verdicts: [verdict] });
    const sample = withTaxonomy(id).sampleSchema.parse(one.sample);
    expect(taxonomy.canGive(verdict, sample)).toBe(true);
    expect(taxonomy.canGive({ ...verdict, label: 'no_such_tag' }, sample)).toBe(false);
  });

  it('reads nothing into what is no answer', () => {
    const task = taskFor(id, golden[0] ?? expect.fail('no golden reply'));
    const known = golden[0]?.tags[0] ?? '';
    for (const text of ['', known, answer(known), answer([1]), answer(['perfect']), answer([known, '']), '{"tags":'])
      expect(task.read(text).kind, text).toBe('unreadable');
    expect(task.read(answer([` ${known.toUpperCase()} `, known]))).toMatchObject({ verdicts: [{ label: known }] });
    expect(task.read(JSON.stringify({ tags: [] }))).toMatchObject({ verdicts: [{ status: 'ok', label: '' }] });
  });
});

describe('what fails', () => {
  const verdict = (judge: string, label: string | number, criterionId?: string): Verdict => ({
    judge,
    unit: 'reply',
    status: 'ok',
    label,
    ...(criterionId === undefined ? {} : { criterionId }),
  });

  it('is in GuideEval a perception below 1 or an orchestration of 0, whatever the questions', () => {
    const { taxonomy } = withTaxonomy('guideeval');
    const sample = goldenTags('guideeval')[0]?.sample ?? { id: '' };
    const fails = (...verdicts: Verdict[]): boolean => taxonomy.isFailing(sample, verdicts, defaultPolicy);
    expect(fails(verdict('P-Redirect', 0.5), verdict('O-Reconfigure', 1))).toBe(true);
    expect(fails(verdict('P-Affirm', 1), verdict('O-Advance', 0))).toBe(true);
    expect(fails(verdict('P-Affirm', 1), verdict('O-Advance', 1), verdict('Elicitation', 0))).toBe(false);
    expect(fails({ judge: 'P-Affirm', unit: 'reply', status: 'unscored' })).toBe(false);
  });

  it('is in KMP-Bench Dialogue the counted verdict on the whole', () => {
    const { taxonomy } = withTaxonomy('kmp-dialogue');
    const sample = goldenTags('kmp-dialogue')[0]?.sample ?? { id: '' };
    const fails = (policy: typeof defaultPolicy, ...verdicts: Verdict[]): boolean =>
      taxonomy.isFailing(sample, verdicts, policy);
    const lost = verdict('preference', 'lose', 'overall');
    expect(fails(defaultPolicy, lost)).toBe(true);
    expect(
      fails(defaultPolicy, verdict('preference', 'lose', 'general.1'), verdict('preference', 'tie', 'overall')),
    ).toBe(false);
    const both = { ...defaultPolicy, bothOrders: true };
    expect(fails(both, lost)).toBe(false);
    expect(fails(both, lost, verdict('preference-agreed', 'lose', 'overall'))).toBe(true);
  });
});

it('gives a tag only where it can be one of the learner’s state', () => {
  const [right] = goldenTags('guideeval');
  const task = taskFor('guideeval', right ?? expect.fail('no golden reply'));
  const reading = task.read(answer(['perc.err.uncritical_acceptance']));
  expect(reading.kind === 'unreadable' && reading.problem).toContain('perc.acc.rigid_form');
});
