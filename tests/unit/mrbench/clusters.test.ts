import { describe, expect, it } from 'vitest';
import { mrBench } from '../../../src/core/benchmarks/mrbench/definition';
import type { MrSample } from '../../../src/core/benchmarks/mrbench/samples';
import { limited } from '../../../src/core/run/planRun';
import { readGold } from '../../../src/core/trust/readGold';

const first = 'Tutor: What is a quarter of 12?\nStudent: 4';

function record(id: string, history = first) {
  return {
    conversation_id: id,
    conversation_history: history,
    anno_llm_responses: { Expert: { response: 'How many threes are in 12?', annotation: { Actionability: 'Yes' } } },
  };
}

function clustersOf(...records: readonly ReturnType<typeof record>[]): readonly (string | undefined)[] {
  const source = readGold(mrBench, { name: 'V1.json', text: JSON.stringify(records) }, []);
  return source.samples.map(({ sample }) => mrBench.unitOf(sample as MrSample));
}

describe('the cluster of a labelled reply to MRBench', () => {
  it('is the dialogue, whatever the ids of its records and the blanks in it', () => {
    const [one, two, three, other] = clustersOf(
      record('411172030'),
      record('411172030'),
      record('29892262_2', first.replace('\n', '\u00A0\n\u00A0')),
      record('29892262_1', `${first} or 5`),
    );
    expect([two, three]).toEqual([one, one]);
    expect(other).not.toBe(one);
  });

  it('is the question for MathDial, to which several students answer', () => {
    const [one, same, other] = clustersOf(
      record('612-259f866a', `${first}0`),
      record('612-a59f866b', `${first}1`),
      record('613-259f866a', `${first}0`),
    );
    expect(same).toBe(one);
    expect(other).not.toBe(one);
  });

  it('stays together under a limit', () => {
    const records = Array.from({ length: 30 }, (_, index) => record(`${index}_1`, `${first} or ${index % 10}`));
    const source = readGold(mrBench, { name: 'V1.json', text: JSON.stringify(records) }, []);
    const drawn = limited(
      mrBench,
      source.samples.map(({ sample }) => sample),
      4,
      1,
    );
    expect(drawn).toHaveLength(12);
    expect(new Set(drawn.map((sample) => mrBench.unitOf(sample as MrSample))).size).toBe(4);
  });
});
