import { describe, expect, it } from 'vitest';
import type { Dialogue } from '../../../src/core/benchmark/dialogue';
import { defaultPolicy } from '../../../src/core/benchmarks/policies';
import { tutorBench } from '../../../src/core/benchmarks/tutorbench/definition';
import { failureTags } from '../../../src/core/benchmarks/tutorbench/facts';
import { tutorBenchSampleSchema } from '../../../src/core/benchmarks/tutorbench/samples';
import type { FinishReason } from '../../../src/core/providers/message';
import { dieRecord, dieSample } from './sampleFiles';

function dialogueOf(visible: string, finish: FinishReason = 'stop'): Dialogue {
  const plan = { system: '', opening: [], studentTurns: [], decoding: { maxOutputTokens: 1 }, warnings: [] };
  return { plan, replies: [{ turn: 1, raw: visible, visible, finish }], status: 'complete' };
}

const sound = dialogueOf('Adding counts some rolls twice. What is the chance of no six?');

describe('failureTags', () => {
  const rated = (...met: readonly (boolean | undefined)[]) =>
    dieSample.criteria.map((criterion, index) => ({ ...criterion, met: met[index] }));

  it('names what went wrong by weight and tag', () => {
    expect(failureTags(rated(true, true, true, false), sound)).toEqual([]);
    expect(failureTags(rated(false, true, false, true), sound)).toEqual([
      'critical_missed',
      'spoiler',
      'missed_error',
      'ignored_emotion',
    ]);
    expect(failureTags(rated(undefined, false, undefined, undefined), sound)).toEqual(['critical_missed']);
  });

  it.each([
    ['identifying_correct_steps', ['truthfulness'], 'missed_correct_step'],
    ['examples_analogies', ['truthfulness'], 'no_example'],
    ['stating_knowledge', ['visual_perception'], 'misread_image'],
  ] as const)('tells %s on %j as %s', (skill, dimensions, tag) => {
    const [first] = dieSample.criteria;
    expect(failureTags([{ ...first!, weight: 1, skill, dimensions: [...dimensions], met: false }], sound)).toEqual([
      tag,
    ]);
  });

  it('tells a reply that was cut off or only asks back, without a judge', () => {
    for (const dialogue of [dialogueOf('What do you think?'), dialogueOf('The first step is', 'length')]) {
      expect(failureTags(rated(true, true, true, false), dialogue)).toEqual(['truncated_or_counter_question']);
      expect(tutorBench.replyTags?.(dieSample, dialogue, defaultPolicy, [])).toHaveLength(1);
    }
    for (const dialogue of [sound, { ...sound, replies: [] }]) {
      expect(tutorBench.replyTags?.(dieSample, dialogue, defaultPolicy, [])).toEqual([]);
    }
  });
});

describe('facts', () => {
  it('say how prohibitions are counted', () => {
    expect((tutorBench.facts?.(dieSample) ?? []).map(({ label }) => label)).toEqual(['Modality', 'Bloom level']);
    const [first, , , spoiler] = dieRecord.criteria;
    const criteria = [first, { ...spoiler, text: 'Must not state 91/216.', polarity: 'prohibition' }];
    const sample = tutorBenchSampleSchema.parse({ ...dieRecord, criteria });
    expect(tutorBench.facts?.(sample).find(({ label }) => label === 'Prohibitions')?.value).toContain(
      '1 of 2 criteria',
    );
    expect(tutorBench.criterionOf?.(sample, spoiler.id)?.tags).toContain('prohibition');
  });

  it('name the tags of a judged reply', () => {
    const verdicts = dieSample.criteria.map(({ id }, index) => ({
      judge: 'criteria',
      unit: 'criterion' as const,
      criterionId: id,
      status: 'ok' as const,
      label: index === 3,
    }));
    const tags = tutorBench.replyTags?.(dieSample, sound, defaultPolicy, verdicts) ?? [];
    expect(tags.map(({ title }) => title)).toEqual([
      'Misses something critical',
      'Does what it must not do',
      'Overlooks an error',
      'Ignores how the student feels',
    ]);
  });
});

describe('a criterion for those who read a case', () => {
  it('has its text and all its tags', () => {
    const last = dieSample.criteria.at(-1)!;
    expect(tutorBench.criterionOf?.(dieSample, last.id)).toMatchObject({
      text: 'States the final probability 91/216.',
    });
    expect(tutorBench.criterionOf?.(dieSample, last.id)?.tags).toContain('weight −5');
    expect(tutorBench.criterionOf?.(dieSample, 'no such id')).toBeUndefined();
  });
});
