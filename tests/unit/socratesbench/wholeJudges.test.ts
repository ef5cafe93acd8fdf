import { describe, expect, it } from 'vitest';
import type { ProtocolPolicy } from '../../../src/core/benchmark/protocolPolicy';
import { defaultPolicy } from '../../../src/core/benchmarks/policies';
import { socratesBench } from '../../../src/core/benchmarks/socratesbench/definition';
import type { SocratesSample } from '../../../src/core/benchmarks/socratesbench/samples';
import type { JudgeTask } from '../../../src/core/benchmark/judging/judgeTask';
import type { Verdict } from '../../../src/core/benchmark/judging/verdict';
import { createRandom } from '../../../src/core/statistics/random';
import { dialogueWith, socratesSample, withoutTheory } from './socratesFixtures';

const whole: ProtocolPolicy = { ...defaultPolicy, wholeConversation: true };
const replies = ['Vad söker du?', 'Vi har p = 8. Vad är q?', 'Ta x² + 2x: p = 2.'];

function tasks(sample: SocratesSample = socratesSample(), policy = whole): readonly JudgeTask[] {
  return socratesBench
    .judgements(sample, dialogueWith(sample, replies), [], policy)
    .filter((one): one is JudgeTask => 'prompt' in one);
}

const [, j2, j3] = tasks();

function answer(...entries: readonly unknown[]): string {
  return JSON.stringify({ messages: entries });
}

const clean = (turn: number): object => ({ turn, reason: 'asks', label: 'clean', evidence: null });

function labelsIn(verdicts: readonly Verdict[]): unknown {
  return verdicts.map(({ turn, label }) => [turn, label]);
}

describe('judges of whole conversations', () => {
  it('are asked once a conversation, J3 only with theory, and owe a verdict on each message', () => {
    expect(tasks().map(({ key }) => key)).toEqual(['J1', 'J2@all', 'J3@all']);
    expect(tasks(socratesSample(withoutTheory)).map(({ key }) => key)).toEqual(['J1', 'J2@all']);
    expect(j3?.slots.map(({ judge, turn }) => [judge, turn])).toEqual([1, 2, 3].map((turn) => ['J3', turn]));
    for (const one of [j2!, j3!]) {
      for (const reply of replies) expect(one.prompt.material.split(reply)).toHaveLength(2);
      expect(one.prompt.material).not.toContain('to be judged');
    }
  });

  it('have versions of their own, which a run says beforehand', () => {
    const versions = socratesBench.versionsUnder?.(whole);
    expect([j2?.version, j3?.version]).toEqual([versions?.J2, versions?.J3]);
    expect(socratesBench.versionsUnder?.(defaultPolicy)).toEqual({});
    for (const { id, version } of socratesBench.judges) expect(versions?.[id]).not.toBe(version);
  });

  it('give one entry a message, with its quotation looked up in that message', () => {
    const found = { turn: '2', reason: ' names p ', label: 'ComputesStep', evidence: '**p=8**' };
    const other = { turn: 3, reason: 'other numbers', label: 'parallelExample', evidence: 'p = 8' };
    const reading = j2!.read(answer(clean(1), found, other));
    expect(reading).toMatchObject({
      kind: 'verdicts',
      verdicts: [
        { judge: 'J2', unit: 'message', turn: 1, status: 'ok', label: 'clean', reasoning: 'asks' },
        { turn: 2, label: 'computesStep', reasoning: 'names p', evidence: '**p=8**', evidenceFound: true },
        { turn: 3, label: 'parallelExample', evidence: 'p = 8', evidenceFound: false },
      ],
    });
  });

  it('are asked again for the messages alone that have no single entry', () => {
    const twice = [clean(2), { ...clean(2), label: 'computesStep' }];
    const odd = [{ ...clean(3), label: 'outsideTheory' }, clean(9), 'no entry', null];
    const reading = j2!.read(answer(clean(1), ...twice, ...odd));
    if (reading.kind !== 'partial') expect.fail(reading.kind);
    expect(labelsIn(reading.verdicts)).toEqual([[1, 'clean']]);
    expect(reading.problem).toContain('message 2, 3');
    expect(reading.remaining.fixed).toBe(j2!.prompt.fixed);
    expect(reading.remaining.material).toMatch(/tutor messages that are still to be judged[^\n]*\n2, 3\n/);
    const expected = j2!.slots.slice(1);
    const second = j2!.read(answer(clean(1), clean(2), clean(3)), expected);
    expect(second).toMatchObject({ kind: 'verdicts' });
    expect(second.kind === 'verdicts' && labelsIn(second.verdicts)).toEqual([
      [2, 'clean'],
      [3, 'clean'],
    ]);
    for (const text of ['', '{}', '{"messages": 3}', answer(), answer(clean(7))])
      expect(j2!.read(text).kind).toBe('unreadable');
  });

  it('say offline what the judges of single messages say', () => {
    const single = tasks(socratesSample(), defaultPolicy).flatMap((one) => {
      const reading = one.read(one.simulate(createRandom(1)));
      return reading.kind === 'verdicts' ? reading.verdicts : [];
    });
    const together = tasks().flatMap((one) => {
      const reading = one.read(one.simulate(createRandom(1)));
      return reading.kind === 'verdicts' ? reading.verdicts : [];
    });
    expect(labelsIn(together)).toEqual(labelsIn(single));
    expect(together.map(({ label }) => label)).toContain('computesStep');
  });
});
