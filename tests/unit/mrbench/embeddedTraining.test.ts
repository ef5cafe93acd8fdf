import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { dimensionCard, type JudgedReply } from '../../../scripts/trainMrBenchJudge/cardStatistics';
import { ablationsTable } from '../../../scripts/trainMrBenchJudge/ablations';
import { chooseOffsets } from '../../../scripts/trainMrBenchJudge/chooseOffsets';
import { crossValidate } from '../../../scripts/trainMrBenchJudge/crossValidate';
import { fitHeads } from '../../../scripts/trainMrBenchJudge/fitHeads';
import { gatherReplies, type LabelledReply } from '../../../scripts/trainMrBenchJudge/gatherReplies';
import { groupedFolds } from '../../../scripts/trainMrBenchJudge/groupedFolds';
import { heldOutChances, type AllHeldOut } from '../../../scripts/trainMrBenchJudge/heldOutChances';
import { minimize } from '../../../scripts/trainMrBenchJudge/minimize';
import { mix } from '../../../scripts/trainMrBenchJudge/procedure';
import { relevanceWithin } from '../../../scripts/trainMrBenchJudge/relevance';
import { trainingReply, type TrainingReply } from '../../../scripts/trainMrBenchJudge/trainingReply';
import { statisticsTable } from '../../../scripts/trainMrBenchJudge/statisticsTable';
import { writeJudge } from '../../../scripts/trainMrBenchJudge/writeJudge';
import { trainJudge } from '../../../scripts/trainMrBenchJudge/trainJudge';
import { packModel } from '../../../src/core/benchmarks/mrbench/embedded/embeddedModel';
import { predictLabel, prepareReply } from '../../../src/core/benchmarks/mrbench/embedded/predictLabels';

const extent = {
  Mistake_Identification: 'Yes',
  Mistake_Location: 'Yes',
  Providing_Guidance: 'Yes',
  Actionability: 'Yes',
};

function release(
  dialogues: readonly { id: string; opening: string; replies: Record<string, [string, object]> }[],
): string {
  return JSON.stringify(
    dialogues.map(({ id, opening, replies }) => ({
      conversation_id: id,
      conversation_history: `Tutor: ${opening}\nStudent: It is 8.`,
      tutor_responses: Object.fromEntries(
        Object.entries(replies).map(([tutor, [response, annotation]]) => [tutor, { response, annotation }]),
      ),
    })),
  );
}

describe('gathering labelled replies', () => {
  const long = 'Could you please solve this: a farmer has 3 cows and 5 hens, how many legs do they have together?';
  const { replies, groups, disagreements } = gatherReplies([
    {
      name: 'a.json',
      text: release([
        { id: '7', opening: 'Add 3 and 4.', replies: { Expert: ['Is it?', extent], GPT4: ['No.', extent] } },
        { id: '12-a', opening: long, replies: { Expert: ['Look again.', extent] } },
      ]),
    },
    {
      name: 'b.json',
      text: release([
        { id: '7_1', opening: 'Add 3 and 4.', replies: { Expert: ['Is it?', { ...extent, Actionability: 'No' }] } },
        { id: '12-b', opening: 'Another opening for it.', replies: { Expert: ['Hm?', extent] } },
        { id: '99-c', opening: long, replies: { Expert: ['Count the legs.', extent] } },
      ]),
    },
  ]);
  const replyOf = (text: string) => replies.find(({ reply }) => reply === text);

  it('takes the same reply once and leaves out a label that releases disagree about', () => {
    expect(replies).toHaveLength(5);
    expect(replyOf('Is it?')?.labels).toEqual({
      mistake_identification: 'Yes',
      mistake_location: 'Yes',
      providing_guidance: 'Yes',
    });
    expect(disagreements).toMatchObject({ actionability: 1, mistake_location: 0 });
  });

  it('keeps replies to one problem together, by id, by number of the question and by words', () => {
    expect(replyOf('Is it?')?.group).toBe(replyOf('No.')?.group);
    expect(replyOf('Look again.')?.group).toBe(replyOf('Hm?')?.group);
    expect(replyOf('Look again.')?.group).toBe(replyOf('Count the legs.')?.group);
    expect(groups).toBe(2);
  });
});

describe('folds', () => {
  const groups = Array.from({ length: 200 }, (_, row) => Math.floor(row / 7));

  it('never part a problem, are about equal, and depend on the seed alone', () => {
    const folds = groupedFolds(groups, 5, 'a');
    const foldsOfGroup = new Map(groups.map((group) => [group, new Set<number>()]));
    for (const [row, fold] of folds.entries()) foldsOfGroup.get(groups[row]!)?.add(fold);
    expect([...foldsOfGroup.values()].every((own) => own.size === 1)).toBe(true);
    const sizes = [0, 1, 2, 3, 4].map((fold) => folds.filter((own) => own === fold).length);
    expect(Math.max(...sizes) - Math.min(...sizes)).toBeLessThanOrEqual(7);
    expect(groupedFolds(groups, 5, 'a')).toEqual(folds);
    expect(groupedFolds(groups, 5, 'b')).not.toEqual(folds);
  });
});

describe('minimize', () => {
  it('finds the bottom of a stretched bowl', () => {
    const point = new Float64Array(6);
    minimize(
      (at, gradient) =>
        at.reduce((sum, value, place) => {
          const off = value - place;
          gradient[place] = 2 * 10 ** place * off;
          return sum + 10 ** place * off * off;
        }, 0),
      point,
      { iterations: 200, tolerance: 1e-9 },
    );
    for (const [place, value] of point.entries()) expect(value).toBeCloseTo(place, 5);
  });
});

describe('relevance of features', () => {
  // Two tutors: the first column tells them apart, the second tells labels apart in each, the third may not count.
  const rows = Array.from({ length: 80 }, (_, row) => {
    const label = row % 2;
    return { tutor: row < 40 ? 'A' : 'B', code: row < 40 ? label : 1 + label, label };
  });
  const scaled = rows.map(({ tutor, label }) => Int8Array.of(tutor === 'A' ? -40 : 40, 30 * label, 30 * label));
  const codes = Int8Array.from(rows, ({ code }) => code);

  it('goes by what a feature tells within a tutor, not between tutors', () => {
    const tutors = rows.map(({ tutor }) => tutor);
    expect([...relevanceWithin(scaled, codes, tutors, [0, 1])]).toEqual([0, 255, 0]);
    // With everyone for one tutor, the first column tells label 2 from label 0.
    expect(
      relevanceWithin(
        scaled,
        codes,
        rows.map(() => 'A'),
        [0, 1],
      )[0],
    ).toBeGreaterThan(0);
  });
});

describe('offsets', () => {
  it('lift a class that its chances hold down', () => {
    const shy = [
      [0.85, 0.1, 0.05],
      [0.2, 0.7, 0.1],
      [0.6, 0.05, 0.35],
    ];
    const replies = Array.from({ length: 90 }, (_, row) => {
      const code = row % 3;
      return { chances: Float64Array.from(shy[code]!), code, tutor: row < 45 ? 'A' : 'B' };
    });
    expect(chooseOffsets(replies)[2]).toBeGreaterThan(Math.log(0.6 / 0.35));
  });
});

/** Replies of two tutors that differ in one word, four for each of thirty problems. `meaning` names the tone. */
function toyReplies(meaning: (praises: boolean, tutor: string) => boolean): readonly LabelledReply[] {
  return Array.from({ length: 120 }, (_, row) => {
    const tutor = row % 4 < 2 ? 'GPT4' : 'Sonnet';
    const praises = row % 2 === 0;
    const encouraging = meaning(praises, tutor);
    return {
      key: `${row}`,
      history: [{ role: 'student' as const, content: `I get ${row} for question ${Math.floor(row / 4)}.` }],
      reply: praises ? `Great effort! What is ${row} plus 1?` : `That is wrong. Do it again, ${row} does not fit.`,
      solution: undefined,
      source: 'Bridge',
      tutors: [tutor],
      group: Math.floor(row / 4),
      labels: {
        mistake_identification: encouraging ? 'No' : 'Yes',
        mistake_location: 'Yes',
        revealing_of_the_answer: 'No',
        providing_guidance: 'Yes',
        actionability: 'Yes',
        coherence: 'Yes',
        tutor_tone: encouraging ? 'Encouraging' : 'Neutral',
        human_likeness: 'Yes',
      },
    };
  });
}

function heldOutOf(replies: readonly TrainingReply[]): AllHeldOut {
  return heldOutChances(replies, () => undefined);
}

describe('training', () => {
  const labelled = toyReplies((praises) => praises);
  const replies = labelled.map(trainingReply);
  const held = heldOutOf(replies);

  it('gives the same weights for the same replies, and learns what is plain', () => {
    const model = trainJudge(replies, held);
    const again = toyReplies((praises) => praises).map(trainingReply);
    expect(JSON.stringify(packModel(trainJudge(again, held)))).toBe(JSON.stringify(packModel(model)));
    const said = replies.map((reply) => predictLabel(model, prepareReply(model, reply.measured), 'tutor_tone').label);
    expect(said).toEqual(replies.map((_, row) => (row % 2 === 0 ? 'Encouraging' : 'Neutral')));
  });

  it('knows no term of a reply that it was not given', () => {
    const { indexes } = fitHeads(replies.filter(({ measured }) => !measured.terms.has('great')));
    expect(indexes.has('great')).toBe(false);
    expect(indexes.has('wrong')).toBe(true);
  });

  it('says how far each of its models comes alone', () => {
    const table = ablationsTable(labelled, replies, held).split('\n');
    expect(table).toHaveLength(7);
    expect(table.at(-1)).toMatch(/^\| the three models together \| 1\.00 \|/);
  });
});

describe('answers for the card', () => {
  it('are those of models that saw neither the problem nor the tutor', () => {
    // What is praise from one tutor is none from the other: who has not seen the tutor is always wrong.
    const labelled = toyReplies((praises, tutor) => praises === (tutor === 'GPT4'));
    const replies = labelled.map(trainingReply);
    const held = heldOutOf(replies);
    for (const [row, { tutor_tone: heads }] of held.newTutor.entries()) {
      const [terms] = heads;
      expect(terms[replies[row]!.codes.tutor_tone]).toBeLessThan(0.5);
    }
    const { newTutor } = crossValidate(replies, held, mix);
    const right = newTutor.filter((own, row) => own.tutor_tone === labelled[row]!.labels.tutor_tone).length;
    expect(right).toBeLessThan(labelled.length / 2);
  });
});

describe('statistics of a dimension', () => {
  const said = ['Yes', 'Yes', 'No', 'To some extent', 'Yes', 'No'] as const;
  const meant = ['Yes', 'No', 'No', 'Yes', 'Yes', undefined] as const;
  const judged = said.map((label, row): JudgedReply => {
    const coherence = meant[row];
    return {
      reply: {
        key: `${row}`,
        history: [],
        reply: 'Is it?',
        solution: undefined,
        source: row < 3 ? 'Bridge' : 'MathDial',
        tutors: [row === 0 ? 'Novice' : 'GPT4'],
        group: row,
        labels: coherence === undefined ? {} : { coherence },
      },
      labels: {
        mistake_identification: 'Yes',
        mistake_location: 'Yes',
        revealing_of_the_answer: 'No',
        providing_guidance: 'Yes',
        actionability: 'Yes',
        coherence: label,
        tutor_tone: 'Neutral',
        human_likeness: 'Yes',
      },
    };
  });
  const card = dimensionCard('coherence', judged);

  it('leave out replies without a label and count the rest by hand', () => {
    expect(card).toMatchObject({ n: 5, agreement: 0.6, deviation: 0.6 });
    expect(card.majority).toEqual({ label: 'Yes', agreement: 0.6, macroF1: 0.375 });
    expect(card.lenient).toEqual({ agreement: 0.8, macroF1: 0.7619 });
    expect(card.confusion.counts).toEqual([
      [2, 1, 0],
      [0, 0, 0],
      [1, 0, 1],
    ]);
  });

  it('are told apart by source and by writer, undefined where there is nothing to say', () => {
    const of = (part: string) => card.parts.find((own) => own.part === part);
    expect(of('Bridge')).toMatchObject({ n: 3, agreement: 0.6667 });
    expect(of('replies by novices')).toEqual({
      part: 'replies by novices',
      n: 1,
      agreement: 1,
      kappa: null,
      macroF1: 1,
      pearson: null,
    });
    expect(of('replies by experts')).toMatchObject({ n: 0, agreement: null, macroF1: null });
  });

  it('stand in a table', () => {
    const table = statisticsTable({
      trained: '2026-01-01',
      data: { files: [], replies: 5, problems: 5, disagreements: {} as never },
      validation: { method: '', folds: 5, seed: '' },
      dimensions: [card],
    });
    expect(table.split('\n')).toHaveLength(4);
    expect(table).toContain('| coherence | 5 | 0.600 |');
  });
});

describe('writing the judge', () => {
  it('names the data that are missing and writes nothing', async () => {
    const root = mkdtempSync(path.join(tmpdir(), 'judge-'));
    const nested = path.join(root, 'main');
    const result = await writeJudge(nested, '2026-01-01', () => expect.fail('Nothing is to be said.'));
    expect(result).toEqual({
      kind: 'missing',
      files: ['MRBench_V1.json', 'MRBench_V2.json', 'mrbench_v3_devset.json'].map(
        (name) => `../shared/data/mrbench/${name}`,
      ),
    });
    expect(readdirSync(root)).toEqual([]);
    rmSync(root, { recursive: true });
  });
});
