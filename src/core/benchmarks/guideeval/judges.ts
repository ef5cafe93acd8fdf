import * as z from 'zod';
import type { Dialogue } from '../../dialogue/dialogue';
import { fenceMaterial, type MaterialSection } from '../../judging/fence';
import type { JudgeInfo, JudgeTask } from '../../judging/judgeTask';
import { judgeVersion } from '../../judging/judgeVersion';
import { readableText } from '../../judging/readableText';
import { readVerdict, type VerdictForm } from '../../judging/readVerdict';
import {
  elicitationText,
  advanceText,
  reconfigureConfusionText,
  reconfigureErrorText,
  affirmText,
  redirectText,
} from './judgeTexts';
import { orchestrationForm, perceptionForm, questionLevelForm } from './judgeForms';
import type { GuideEvalSample, GuideEvalState } from './samples';
import { simulateJudge, type JudgedMaterial } from './simulatedJudges';

type GuideEvalJudge = 'P-Affirm' | 'P-Redirect' | 'O-Advance' | 'O-Reconfigure' | 'Elicitation';

/** One of the six judge prompts; two of them share the judge `O-Reconfigure` and its version. */
interface Wording {
  readonly judge: GuideEvalJudge;
  readonly states: readonly GuideEvalState[];
  readonly fixed: string;
  /** What of the sample the judge sees beside the reply. */
  readonly sees: 'dialogue' | 'dialogue and ground truth' | 'reply only';
  readonly schemaName: string;
  readonly schema: z.ZodType;
  read(text: string): ReturnType<JudgeTask['read']>;
  readonly simulatedAs: Parameters<typeof simulateJudge>[0];
}

function wording<T>(parts: Omit<Wording, 'read' | 'schema'> & { readonly form: VerdictForm<T> }): Wording {
  const { form, ...rest } = parts;
  return { ...rest, schema: form.schema, read: readVerdict(form) };
}

const wordings: readonly Wording[] = [
  wording({
    judge: 'P-Affirm',
    states: ['accurate'],
    fixed: affirmText,
    sees: 'dialogue',
    schemaName: 'perception',
    form: perceptionForm('P-Affirm'),
    simulatedAs: 'affirm',
  }),
  wording({
    judge: 'P-Redirect',
    states: ['erroneous'],
    fixed: redirectText,
    sees: 'dialogue',
    schemaName: 'perception',
    form: perceptionForm('P-Redirect'),
    simulatedAs: 'redirect',
  }),
  wording({
    judge: 'O-Advance',
    states: ['accurate', 'comprehension'],
    fixed: advanceText,
    sees: 'dialogue',
    schemaName: 'orchestration',
    form: orchestrationForm('O-Advance'),
    simulatedAs: 'advance',
  }),
  wording({
    judge: 'O-Reconfigure',
    states: ['erroneous'],
    fixed: reconfigureErrorText,
    sees: 'dialogue and ground truth',
    schemaName: 'orchestration',
    form: orchestrationForm('O-Reconfigure'),
    simulatedAs: 'reconfigureError',
  }),
  wording({
    judge: 'O-Reconfigure',
    states: ['confusion'],
    fixed: reconfigureConfusionText,
    sees: 'dialogue',
    schemaName: 'orchestration',
    form: orchestrationForm('O-Reconfigure'),
    simulatedAs: 'reconfigureConfusion',
  }),
  wording({
    judge: 'Elicitation',
    states: ['accurate', 'erroneous', 'comprehension', 'confusion'],
    fixed: elicitationText,
    sees: 'reply only',
    schemaName: 'question_level',
    form: questionLevelForm('Elicitation'),
    simulatedAs: 'elicitation',
  }),
];

const heads: readonly Omit<JudgeInfo, 'version'>[] = [
  {
    id: 'P-Affirm',
    title: 'P-Affirm',
    question: 'Does the reply show that the right answer was accepted as right?',
  },
  { id: 'P-Redirect', title: 'P-Redirect', question: 'Does the reply show that the error was recognised?' },
  { id: 'O-Advance', title: 'O-Advance', question: 'Does the reply take the work further than the turn before?' },
  {
    id: 'O-Reconfigure',
    title: 'O-Reconfigure',
    question: 'Does the reply work on the error, or add help where it was unclear?',
  },
  { id: 'Elicitation', title: 'Elicitation level', question: 'Which level do the questions in the reply reach?' },
];

/** The judges as shown to people; the version covers every wording, the sections of the material and the shape of the answer. */
export const guideEvalJudges: readonly JudgeInfo[] = heads.map((head) => {
  const parts = wordings
    .filter(({ judge }) => judge === head.id)
    .flatMap(({ fixed, sees, schema }) => [
      fixed,
      sectionTitles(sees).join('\n'),
      JSON.stringify(z.toJSONSchema(schema)),
    ]);
  return { ...head, version: judgeVersion(head.id, ...parts) };
});

const versions = new Map(guideEvalJudges.map(({ id, version }) => [id, version]));

function sectionTitles(sees: Wording['sees']): readonly string[] {
  const reply = 'tutor reply to be judged';
  if (sees === 'reply only') return [reply];
  const dialogue = ['earlier student turn', 'earlier tutor turn', "student's current utterance"];
  return sees === 'dialogue' ? [...dialogue, reply] : [...dialogue, 'right answer to the previous question', reply];
}

const statesOf = new Map(
  heads.map(({ id }) => [id, new Set(wordings.flatMap(({ judge, states }) => (judge === id ? states : [])))]),
);

/** Whether a judge is asked about samples in this state. */
export function isAskedIn(state: GuideEvalState, judge: string): boolean {
  return statesOf.get(judge)?.has(state) === true;
}

/** The judge calls for a finished dialogue: perception and orchestration by state, and the level of questions. */
export function guideEvalTasks(sample: GuideEvalSample, dialogue: Dialogue): readonly JudgeTask[] {
  const known = tasksOf.get(dialogue);
  if (known?.sample === sample) return known.tasks;
  const reply = dialogue.replies[0]?.visible ?? '';
  if (dialogue.status !== 'complete' || reply === '') return [];
  // Judges that see the same share it.
  const fenced = new Map<Wording['sees'], string>();
  const tasks = wordings
    .filter(({ states }) => states.includes(sample.state))
    .map((chosen): JudgeTask => {
      const material = materialFor(sample, reply, chosen.sees);
      return {
        key: chosen.judge,
        judge: chosen.judge,
        version: versions.get(chosen.judge) ?? '',
        slots: [{ judge: chosen.judge, unit: 'reply' }],
        // The engine asks what is left after each round: most tasks are looked at for their key alone.
        get prompt() {
          let text = fenced.get(chosen.sees);
          if (text === undefined) fenced.set(chosen.sees, (text = fenceMaterial(sectionsOf(material))));
          return { fixed: chosen.fixed, material: text };
        },
        schema: { name: chosen.schemaName, zod: chosen.schema },
        read: (text) => chosen.read(text),
        simulate: () => simulateJudge(chosen.simulatedAs, { ...material, reply: readableText(reply) }),
      };
    });
  tasksOf.set(dialogue, { sample, tasks });
  return tasks;
}

/** By dialogue: the engine asks for the tasks of each more than once. */
const tasksOf = new WeakMap<Dialogue, { readonly sample: GuideEvalSample; readonly tasks: readonly JudgeTask[] }>();

/** Exactly what the judge may see: the simulated judge gets the same object, and so nothing more. */
function materialFor(sample: GuideEvalSample, reply: string, sees: Wording['sees']): JudgedMaterial {
  if (sees === 'reply only') return { context: [], reply };
  const { context, studentMessage, groundTruth } = sample;
  const shared = { context, studentMessage, reply };
  return sees === 'dialogue' ? shared : { ...shared, groundTruth };
}

function sectionsOf({ context, studentMessage, groundTruth, reply }: JudgedMaterial): readonly MaterialSection[] {
  // One section per turn: a turn whose text contains "Tutor:" cannot pose as two.
  return [
    ...context.map(({ role, content }) => ({ title: `earlier ${role} turn`, text: content })),
    ...(studentMessage === undefined ? [] : [{ title: "student's current utterance", text: studentMessage }]),
    ...(groundTruth === undefined ? [] : [{ title: 'right answer to the previous question', text: groundTruth }]),
    { title: 'tutor reply to be judged', text: reply },
  ];
}
