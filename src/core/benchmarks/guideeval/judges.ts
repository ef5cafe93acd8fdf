import * as z from 'zod';
import type { Dialogue } from '../../benchmark/dialogue';
import { fenceMaterial, type MaterialSection } from '../../benchmark/judging/fence';
import { type JudgeInfo, type JudgeTask, judgeVersion } from '../../benchmark/judging/judgeTask';
import { readVerdict } from '../../benchmark/judging/readAnswer';
import { readableText } from '../../benchmark/judging/readableText';
import {
  advanceText,
  affirmText,
  elicitationText,
  reconfigureConfusionText,
  reconfigureErrorText,
  redirectText,
} from './judgeTexts';
import type { GuideEvalSample, GuideEvalState } from './samples';
import { type JudgedMaterial, simulateJudge } from './simulatedJudges';

/** One kind of answer: its key, the scores it may have, and other spellings of the key, without case, blanks and `_`. */
interface AnswerForm {
  readonly key: string;
  readonly aliases: readonly string[];
  readonly allowed: readonly [number, ...number[]];
}

const perception: AnswerForm = { key: 'perception', aliases: ['perception'], allowed: [0, 0.5, 1] };
const orchestration: AnswerForm = { key: 'orchestration', aliases: ['orchestration'], allowed: [0, 1] };
const questionLevel: AnswerForm = {
  key: 'question_level',
  aliases: ['questionlevel', 'elicitation', 'level'],
  allowed: [0, 1, 2, 3],
};

const heads = [
  { id: 'P-Affirm', form: perception, question: 'Does the reply show that the right answer was accepted as right?' },
  { id: 'P-Redirect', form: perception, question: 'Does the reply show that the error was recognised?' },
  { id: 'O-Advance', form: orchestration, question: 'Does the reply take the work further than the turn before?' },
  {
    id: 'O-Reconfigure',
    form: orchestration,
    question: 'Does the reply work on the error, or add help where it was unclear?',
  },
  { id: 'Elicitation', form: questionLevel, question: 'Which level do the questions in the reply reach?' },
] as const;

/** One of the six judge prompts; two of them share the judge `O-Reconfigure` and its version. */
interface Wording {
  readonly judge: (typeof heads)[number]['id'];
  readonly states: readonly GuideEvalState[];
  readonly fixed: string;
  /** What of the sample the judge sees beside the reply. */
  readonly sees: 'dialogue' | 'dialogue and ground truth' | 'reply only';
  readonly simulatedAs: Parameters<typeof simulateJudge>[0];
}

const wordings: readonly Wording[] = [
  { judge: 'P-Affirm', states: ['accurate'], fixed: affirmText, sees: 'dialogue', simulatedAs: 'affirm' },
  { judge: 'P-Redirect', states: ['erroneous'], fixed: redirectText, sees: 'dialogue', simulatedAs: 'redirect' },
  {
    judge: 'O-Advance',
    states: ['accurate', 'comprehension'],
    fixed: advanceText,
    sees: 'dialogue',
    simulatedAs: 'advance',
  },
  {
    judge: 'O-Reconfigure',
    states: ['erroneous'],
    fixed: reconfigureErrorText,
    sees: 'dialogue and ground truth',
    simulatedAs: 'reconfigureError',
  },
  {
    judge: 'O-Reconfigure',
    states: ['confusion'],
    fixed: reconfigureConfusionText,
    sees: 'dialogue',
    simulatedAs: 'reconfigureConfusion',
  },
  {
    judge: 'Elicitation',
    states: ['accurate', 'erroneous', 'comprehension', 'confusion'],
    fixed: elicitationText,
    sees: 'reply only',
    simulatedAs: 'elicitation',
  },
];

/** The judges as shown to people; the version covers every wording, the sections of the material and the shape of the answer. */
export const guideEvalJudges: readonly JudgeInfo[] = heads.map(({ id, form, question }) => {
  const shape = JSON.stringify(z.toJSONSchema(schemaOf(form)));
  const parts = wordings.flatMap(({ judge, fixed, sees }) =>
    judge === id ? [fixed, sectionTitles(sees).join('\n'), shape] : [],
  );
  return { id, title: id === 'Elicitation' ? 'Elicitation level' : id, question, version: judgeVersion(id, ...parts) };
});

function sectionTitles(sees: Wording['sees']): readonly string[] {
  const reply = 'tutor reply to be judged';
  if (sees === 'reply only') return [reply];
  const dialogue = ['earlier student turn', 'earlier tutor turn', "student's current utterance"];
  return sees === 'dialogue' ? [...dialogue, reply] : [...dialogue, 'right answer to the previous question', reply];
}

/** How each judge is asked, by its id. */
const asked = new Map(
  heads.map(({ id, form }, place) => {
    const schema = { name: form.key, zod: schemaOf(form) };
    return [id, { version: guideEvalJudges[place]?.version ?? '', schema, read: readerOf(id, form) }] as const;
  }),
);

const statesOf = new Map<string, ReadonlySet<GuideEvalState>>(
  heads.map(({ id }) => [id, new Set(wordings.flatMap(({ judge, states }) => (judge === id ? states : [])))]),
);

/** The scores that a judge may give; none for one that is not of GuideEval. */
export function scoresOf(judge: string): readonly number[] {
  return heads.find(({ id }) => id === judge)?.form.allowed ?? [];
}

/** Whether a judge is asked about samples in this state. */
export function isAskedIn(state: GuideEvalState, judge: string): boolean {
  return statesOf.get(judge)?.has(state) === true;
}

/** The judge calls for a finished dialogue: perception and orchestration by state, and the level of questions. */
export function guideEvalTasks(sample: GuideEvalSample, dialogue: Dialogue): readonly JudgeTask[] {
  const reply = dialogue.replies[0]?.visible ?? '';
  if (dialogue.status !== 'complete' || reply === '') return [];
  // Judges that see the same share it.
  const fenced = new Map<Wording['sees'], string>();
  return wordings.flatMap(({ judge, states, fixed, sees, simulatedAs }): readonly JudgeTask[] => {
    const form = asked.get(judge);
    if (form === undefined || !states.includes(sample.state)) return [];
    const material = materialFor(sample, reply, sees);
    return [
      {
        key: judge,
        judge,
        ...form,
        slots: [{ judge, unit: 'reply' }],
        // The engine asks what is left after each round: most tasks are looked at for their key alone.
        get prompt() {
          let text = fenced.get(sees);
          if (text === undefined) fenced.set(sees, (text = fenceMaterial(sectionsOf(material))));
          return { fixed, material: text };
        },
        simulate: () => simulateJudge(simulatedAs, { ...material, reply: readableText(reply) }),
      },
    ];
  });
}

function schemaOf({ key, allowed }: AnswerForm): z.ZodType<Readonly<Record<string, unknown>>> {
  return z.object({ reasoning: z.string(), [key]: z.literal([...allowed]) });
}

/** Reads a judge's answer. Of a level of questions, the paper's "Question Level: n" as the last line counts as one too. */
function readerOf(judge: string, form: AnswerForm): (text: string) => ReturnType<JudgeTask['read']> {
  return readVerdict({
    schema: schemaOf(form),
    normalise: (value) => respelled(value, form),
    ...(form === questionLevel ? { plain: plainLevel } : {}),
    toVerdicts: ({ reasoning, [form.key]: label }) => [
      {
        judge,
        unit: 'reply',
        status: 'ok',
        label: Number(label),
        ...(reasoning === '' ? {} : { reasoning: String(reasoning) }),
      },
    ],
  });
}

function plainLevel(visible: string): { readonly reasoning: string; readonly question_level: number } | undefined {
  const lastLine = visible.slice(visible.lastIndexOf('\n') + 1).trim();
  const level = /^[*_#\s]{0,6}question[ _]level[*_\s]{0,4}[:=][*_\s]{0,4}(\d+(?:\.\d+)?)[*_.\s]{0,6}$/i.exec(
    lastLine,
  )?.[1];
  if (level === undefined) return undefined;
  return { reasoning: visible.slice(0, visible.length - lastLine.length).trim(), question_level: Number(level) };
}

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

/**
 * Brings the spellings of keys into ours. A score written as text (`"0.5"`) counts when it is exactly an allowed one;
 * two keys that both name the score and differ are left unreadable. Nothing is rounded.
 */
function respelled(value: unknown, { key, aliases, allowed }: AnswerForm): unknown {
  if (typeof value !== 'object' || value === null) return value;
  const scores: unknown[] = [];
  let reasoning: unknown = '';
  for (const [name, content] of Object.entries(value)) {
    const plain = name === key || name === 'reasoning' ? name : name.toLowerCase().replace(/[^a-z]/g, '');
    if (plain === key || aliases.includes(plain)) scores.push(asNumber(content, allowed));
    else if (/^(?:reason(?:ing|s)?|analysis|rationale|explanation)$/.test(plain)) reasoning = content;
  }
  const [score] = scores;
  return { reasoning, [key]: scores.every((other) => other === score) ? score : undefined };
}

function asNumber(score: unknown, allowed: readonly number[]): unknown {
  return typeof score === 'string' ? (allowed.find((number) => String(number) === score.trim()) ?? score) : score;
}
