import { desiredLabel, dimensionIds, labelsOf, type DimensionId } from '../../src/core/benchmarks/mrbench/labels';
import { rubrics } from '../../src/core/benchmarks/mrbench/rubrics';
import type {
  LabelDimension,
  LabelPositionView,
  LabelRow,
  LabelSetup,
  LabelWork,
} from '../../src/core/labels/labellingView';

const titles = dimensionIds.map((id) => rubrics[id].title);

/** The dimension's own question and labels, as the judges have them. */
function row(title: string, change: Partial<LabelRow> = {}): LabelRow {
  const id = dimensionNamed(title);
  const { question, definition, levels } = rubrics[id];
  return {
    slot: `${title.toLowerCase().replaceAll(' ', '_')}||`,
    title,
    question,
    definition,
    choices: labelsOf(id).map((label, place) => ({ title: label, meaning: levels[place] ?? '' })),
    verdicts: [],
    ...change,
  };
}

function dimensionNamed(title: string): DimensionId {
  return dimensionIds.find((id) => rubrics[id].title === title) ?? 'actionability';
}

export function positionOf(name: string, change: Partial<LabelPositionView> = {}): LabelPositionView {
  return {
    id: `mrbench/${name}#0 `,
    title: `Marbles in two jars, ${name}`,
    turns: [
      { speaker: 'tutor', role: 'given', text: 'How many marbles are in both jars together?', images: [] },
      { speaker: 'student', role: 'pivot', text: 'I took \\(12 - 7\\), so there are 5.', turn: 1, images: [] },
      {
        speaker: 'tutor',
        role: 'reply',
        text: 'You found how many more are in the first jar. What does “together” ask you to do with 12 and 7?',
        turn: 1,
        images: [],
      },
    ],
    replies: 1,
    facts: [{ label: 'Worked solution', value: '12 + 7 = 19 marbles' }],
    rows: titles.map((title) => row(title)),
    ...change,
  };
}

/** At least as many labels as replies that are labelled wholly; blind statistics stand at their last step. */
const givenLabels = [34, 33, 31, 24, 14, 14, 12, 11];

function dimension(title: string, index: number, labelled = givenLabels[index] ?? 11): LabelDimension {
  const judge = 'the judge';
  return {
    title,
    labelled,
    total: 96,
    statistics: [
      labelled < 20
        ? { kind: 'hidden', judge, n: labelled, needed: 20 }
        : {
            kind: 'shown',
            judge,
            n: labelled - (labelled % 10),
            failed: index === 1 ? 1 : 0,
            // One label only: no kappa, and nothing to differ on.
            agreement: index === 2 ? 1 : 0.8,
            kappa: index === 2 ? undefined : 0.54,
          },
    ],
  };
}

/** Label mode at a reply, answering the request of that number. */
export function workAt(name: string, answered = 0, change: Partial<LabelWork> = {}): LabelWork {
  return {
    kind: 'work',
    by: 'Ada Example',
    benchmark: { id: 'mrbench', title: 'MRBench' },
    mode: 'blind',
    progress: { done: 11, skipped: 1, total: 96 },
    dimensions: titles.map((title, index) => dimension(title, index)),
    position: positionOf(name),
    canUndo: false,
    answered,
    ...change,
  };
}

/** A reply of which some rows are labelled, one with a reason. */
export function begun(name: string, answered = 0): LabelWork {
  const rows = titles.map((title, index) =>
    row(
      title,
      index < 3
        ? { chosen: index, mode: 'blind', ...(index === 1 ? { reason: 'It names the step, if not the number.' } : {}) }
        : {},
    ),
  );
  return workAt(name, answered, { position: positionOf(name, { rows }), canUndo: true });
}

/** With the verdicts of two judges in sight. */
export function reviewing(name: string): LabelWork {
  const asked = { judge: 'j', judgeTitle: 'J', unit: 'reply', question: '', attempts: 1, version: '' } as const;
  const verdict = { ...asked, judgeModel: 'openai:gpt-4.1-mini', outcome: 'desired' } as const;
  const rows = titles.map((title, index) =>
    row(title, {
      ...(index === 0 ? { chosen: 0, mode: 'blind' as const } : {}),
      verdicts: [
        {
          ...verdict,
          label: desiredLabel(dimensionNamed(title)),
          reasoning: 'It asks what “together” means for the two numbers.',
          evidence: 'What does “together” ask',
        },
        { ...asked, judgeModel: 'offline', outcome: 'partial', label: labelsOf(dimensionNamed(title))[1] },
      ],
    }),
  );
  return workAt(name, 0, {
    mode: 'reviewing',
    position: positionOf(name, { rows }),
    dimensions: titles.map((title, index) => {
      const rest = dimension(title, index);
      const n = rest.labelled;
      return {
        ...rest,
        statistics: ['openai:gpt-4.1-mini', 'offline'].map((judge) => {
          return { kind: 'shown', judge, n, failed: 0, agreement: Math.floor(0.8 * n) / n, kappa: 0.5 };
        }),
      };
    }),
  });
}

/** Criteria of one reply, as TutorBench has them. */
export function onCriteria(name: string): LabelWork {
  const texts = [
    'Identifies that the student subtracted where the problem asks for the total.',
    'States that the answer is 19.',
    'Asks the student to say what “together” means before any calculation is made.',
  ];
  const rows = texts.map((criterion, index) =>
    row('Criteria', {
      slot: `criteria||c${String(index)}`,
      criterion,
      question: index === 1 ? 'Does the reply break this prohibition?' : 'Is the criterion met by the reply?',
      definition: 'Only what stands in the reply counts.',
      choices: [
        { title: 'Not met', meaning: 'The statement is not true of the reply, or only in part.' },
        { title: 'Met', meaning: 'The statement is true of the reply.' },
      ],
    }),
  );
  return workAt(name, 0, {
    benchmark: { id: 'tutorbench', title: 'TutorBench' },
    position: positionOf(name, { rows }),
    dimensions: [{ ...dimension('Criteria', 0), total: 214 }],
  });
}

/** Nothing left, or nothing but what was set aside. */
export function over(skipped: number): LabelWork {
  const done = 96 - skipped;
  return workAt('end', 0, {
    position: undefined,
    progress: { done, skipped, total: 96 },
    dimensions: titles.map((title, index) => dimension(title, index, done)),
    canUndo: true,
  });
}

export function setupOf(change: Partial<LabelSetup> = {}): LabelSetup {
  const dimensions = titles.map((title) => ({ id: title.toLowerCase().replaceAll(' ', '_'), title, total: 96 }));
  const offer = { id: 'mrbench', title: 'MRBench', replies: 96, dimensions, labelled: 0, notes: [] };
  return {
    kind: 'setup',
    by: 'Ada Example',
    offers: [
      offer,
      {
        ...offer,
        id: 'tutorbench',
        title: 'TutorBench',
        replies: 30,
        labelled: 12,
        dimensions: [{ id: 'criteria', title: 'Criteria', total: 214 }],
        notes: ['Left out, without a complete reply: 2.'],
      },
    ],
    options: { benchmark: 'mrbench', dimension: '', mode: 'blind' },
    ...change,
  };
}
