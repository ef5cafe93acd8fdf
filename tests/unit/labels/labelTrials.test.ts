import { describe, expect, it } from 'vitest';
import type { Benchmark } from '../../../src/core/benchmark/benchmark';
import { isVoidLabel } from '../../../src/core/benchmark/labelGuide';
import type { Sample } from '../../../src/core/benchmark/samples';
import { guideEval } from '../../../src/core/benchmarks/guideeval/definition';
import { kmpSkills } from '../../../src/core/benchmarks/kmpSkills/definition';
import { mrBench } from '../../../src/core/benchmarks/mrbench/definition';
import { socratesBench } from '../../../src/core/benchmarks/socratesbench/definition';
import { tutorBench } from '../../../src/core/benchmarks/tutorbench/definition';
import { labelPositionView } from '../../../src/core/labels/labelling';
import { labelPositions, labelTrials } from '../../../src/core/labels/labelPositions';
import { LabelSet } from '../../../src/core/labels/labelSet';
import type { RunRecord } from '../../../src/core/store/runRecord';
import { playedSession, starterSamples } from './playedSession';

const rows = { dimension: '' };

describe('a dialogue of several turns', () => {
  const sample = starterSamples(socratesBench)[0]!;
  const session = playedSession(socratesBench, sample);
  const { trials } = labelTrials(session, 'socratesbench');
  const places = labelPositions(trials, rows);

  it('is labelled message by message, and as a whole at last', () => {
    expect(places.map(({ turn }) => turn)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10, undefined]);
    expect(places[0]?.slots.map(({ judge }) => judge)).toContain('J2');
    expect(places.at(-1)?.slots.map(({ judge }) => judge)).toEqual(['J1']);
  });

  it('is shown up to the message in question, and no further', () => {
    const viewOf = (place: number) => labelPositionView(session, places[place]!, new LabelSet('Ada'), 'blind');
    expect(
      viewOf(2)
        .turns.filter(({ role }) => role === 'reply')
        .map(({ text }) => text),
    ).toEqual(['Reply 1', 'Reply 2', 'Reply 3']);
    expect(viewOf(2).turns.at(-1)?.text).toBe('Reply 3');
    expect(viewOf(10).turns.at(-1)?.text).toBe('Reply 10');
    expect(viewOf(10).rows[0]?.choices).toHaveLength(11);
  });

  it('is not offered where a model played the student, and the reason is said', () => {
    const modelled = labelTrials(playedSession(socratesBench, sample, { student: 'model' }), 'socratesbench');
    expect(modelled.trials).toEqual([]);
    expect(modelled.notes.join()).toContain('Left out, with a model as the student: 1.');
  });
});

describe('criteria', () => {
  it('are rows of their own, with their text and a question that fits a prohibition', () => {
    const samples = starterSamples(tutorBench);
    const session = playedSession(tutorBench, samples[0]!);
    const [place] = labelPositions(labelTrials(session, 'tutorbench').trials, rows);
    const view = labelPositionView(session, place!, new LabelSet('Ada'), 'blind');
    expect(view.rows.length).toBeGreaterThan(3);
    expect(view.rows.every(({ criterion }) => (criterion ?? '').length > 10)).toBe(true);
  });

  it('of samples with pictures are offered, with what a check of the judge needs', () => {
    const pictured = starterSamples(tutorBench).find((sample) => tutorBench.imagesOf?.(sample as never).length ?? 0);
    const { trials, notes } = labelTrials(playedSession(tutorBench, pictured!), 'tutorbench');
    expect(trials).toHaveLength(1);
    expect(notes.join()).toContain('With pictures: 1.');
  });
});

describe('what the judge may know', () => {
  function factsOf(benchmark: Benchmark, sample: Parameters<typeof playedSession>[1], dimension = ''): string {
    const session = playedSession(benchmark, sample);
    const [place] = labelPositions(labelTrials(session, benchmark.id).trials, { dimension });
    const { facts } = labelPositionView(session, place!, new LabelSet('Ada'), 'blind');
    return facts.map(({ label, value }) => `${label}: ${value}`).join('\n');
  }

  it('stands beside a reply where its judge sees it, and only there', () => {
    const solved = starterSamples(mrBench).find(
      (sample) => (sample as { groundTruthSolution?: string }).groundTruthSolution !== undefined,
    )!;
    expect(factsOf(mrBench, solved, 'mistake_location')).toContain('Worked solution: ');
    expect(factsOf(mrBench, solved, 'tutor_tone')).toBe('');
    const wrong = starterSamples(guideEval).find((sample) => (sample as { state?: string }).state === 'erroneous')!;
    expect(factsOf(guideEval, wrong, 'O-Reconfigure')).toContain('Right answer: ');
    expect(factsOf(guideEval, wrong, 'Elicitation')).not.toContain('Right answer: ');
  });
});

describe('a decision that hangs on a verdict', () => {
  const wrong = starterSamples(kmpSkills).find((sample) => {
    const { task, errorReason } = sample as { readonly task?: string; readonly errorReason?: string };
    return task === 'ec' && errorReason !== undefined;
  })!;
  const { firstErrorStep } = wrong as unknown as { readonly firstErrorStep: number };

  /** The rows that are shown where the claim was read as this step. */
  function rowsAfter(label: number | string): readonly string[] {
    const session = playedSession(kmpSkills, wrong, {}, (item): RunRecord[] => [
      {
        ...{ kind: 'judged', item, at: '2026-03-01T10:00:00.000Z', calls: 1, cached: 0, retries: 0, ms: 1 },
        ...{ judgeModel: 'openai:judge', key: 'claim', version: 'claim@1', attempts: [{ text: '{}' }] },
        verdicts: [{ judge: 'claim', unit: 'message', turn: 1, status: 'ok', label, evidence: 'Why.' }],
      },
    ]);
    return labelTrials(session, kmpSkills.id).trials[0]?.slots.map(({ key }) => key) ?? [];
  }

  it('is asked of a person whatever the judge found, so that the row gives no verdict away', () => {
    expect(rowsAfter(firstErrorStep)).toContain('reason|1|');
    expect(rowsAfter(firstErrorStep)).toEqual(rowsAfter(firstErrorStep + 1));
    expect(rowsAfter(firstErrorStep)).toEqual(rowsAfter(-1));
  });

  it('can be left open, where there is nothing to decide', () => {
    const { trials } = labelTrials(playedSession(kmpSkills, wrong), kmpSkills.id);
    const guide = trials[0]?.slots.find(({ judge }) => judge === 'reason')?.guide;
    expect(guide?.choices.map(({ label }) => [label, isVoidLabel(guide, label)])).toEqual([
      [true, false],
      [false, false],
      ['stepNotNamed', true],
    ]);
  });
});

describe('a sample that was changed under its id', () => {
  const [sample] = starterSamples(mrBench);
  const fingerprint = (of: Sample): string | undefined =>
    labelTrials(playedSession(mrBench, of), 'mrbench').trials[0]?.fingerprint;

  it('is another one, and takes no labels of the earlier one', () => {
    const { history } = sample as unknown as { readonly history: readonly { role: string; content: string }[] };
    const changed = { ...sample!, history: history.map((turn) => ({ ...turn, content: `${turn.content} Really.` })) };
    expect(fingerprint(changed)).not.toBe(fingerprint(sample!));
    const reordered = Object.fromEntries(Object.entries(sample!).reverse()) as unknown as Sample;
    expect(fingerprint(reordered)).toBe(fingerprint(sample!));
  });
});
