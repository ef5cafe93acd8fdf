import * as z from 'zod';
import type { Dialogue } from '../../benchmark/dialogue';
import { fenceMaterial } from '../../benchmark/judging/fence';
import { type JudgeInfo, type JudgePrompt, type JudgeTask, judgeVersion } from '../../benchmark/judging/judgeTask';
import { bareName, readDecisions, readVerdict, type VerdictForm } from '../../benchmark/judging/readAnswer';
import { readableReply } from '../../benchmark/judging/readableReply';
import { okVerdict } from '../../benchmark/judging/verdict';
import type { ProtocolPolicy } from '../../benchmark/protocolPolicy';
import { isRecord } from '../../text/isRecord';
import { allDecisions, allDecisionsVersion, type SingleDecision } from './allDecisions';
import { judgeTexts } from './judgeTexts';
import { guideEvalChoice } from './policies';
import { type GuideEvalSample, type GuideEvalState, guideEvalStates } from './samples';
import { type JudgedMaterial, simulateJudge } from './simulatedJudges';

/** One answer form: its key and the allowed scores. */
interface AnswerForm {
  readonly key: string;
  readonly allowed: readonly [number, ...number[]];
}

const perception: AnswerForm = { key: 'perception', allowed: [0, 0.5, 1] };
const orchestration: AnswerForm = { key: 'orchestration', allowed: [0, 1] };
const questionLevel: AnswerForm = { key: 'question_level', allowed: [0, 1, 2, 3] };

const replyTitle = 'tutor reply to be judged';
const answerTitle = 'right answer to the previous question';
const dialogueTitles = ['earlier student turn', 'earlier tutor turn', "student's current utterance"];

const seen = {
  reply: [replyTitle],
  dialogue: [...dialogueTitles, replyTitle],
  answer: [...dialogueTitles, answerTitle, replyTitle],
};

interface JudgeText {
  readonly states: readonly GuideEvalState[];
  readonly text: keyof typeof judgeTexts;
  readonly sees: keyof typeof seen;
}

const judges: readonly (Pick<JudgeInfo, 'id' | 'question'> & {
  readonly form: AnswerForm;
  readonly texts: readonly JudgeText[];
})[] = [
  {
    id: 'P-Affirm',
    form: perception,
    question: 'Does the reply show that the right answer was accepted as right?',
    texts: [{ states: ['accurate'], text: 'affirm', sees: 'dialogue' }],
  },
  {
    id: 'P-Redirect',
    form: perception,
    question: 'Does the reply show that the error was recognised?',
    texts: [{ states: ['erroneous'], text: 'redirect', sees: 'dialogue' }],
  },
  {
    id: 'O-Advance',
    form: orchestration,
    question: 'Does the reply take the work further than the turn before?',
    texts: [{ states: ['accurate', 'comprehension'], text: 'advance', sees: 'dialogue' }],
  },
  {
    id: 'O-Reconfigure',
    form: orchestration,
    question: 'Does the reply work on the error, or add help where it was unclear?',
    texts: [
      { states: ['erroneous'], text: 'reconfigureError', sees: 'answer' },
      { states: ['confusion'], text: 'reconfigureConfusion', sees: 'dialogue' },
    ],
  },
  {
    id: 'Elicitation',
    form: questionLevel,
    question: 'Which level do the questions in the reply reach?',
    texts: [{ states: guideEvalStates, text: 'elicitation', sees: 'reply' }],
  },
];

export const guideEvalJudges: readonly JudgeInfo[] = judges.map(({ id, form, question, texts }) => {
  const parts = texts.flatMap(({ text, sees }) => [judgeTexts[text], seen[sees].join('\n'), schemaOf(form)]);
  return { id, title: id === 'Elicitation' ? 'Elicitation level' : id, question, version: judgeVersion(id, ...parts) };
});

const tasks = judges.flatMap(({ id, form, texts }, index) => {
  const shared = {
    key: id,
    judge: id,
    version: guideEvalJudges[index]?.version ?? '',
    slots: [{ judge: id, unit: 'reply' as const }],
    schema: { name: form.key, zod: schemaOf(form) },
    read: readVerdict(formOf(id, form)),
  };
  return texts.map((judgeText) => ({ shared, form, judgeText }));
});

export function scoresOf(judge: string): readonly number[] {
  return judges.find(({ id }) => id === judge)?.form.allowed ?? [];
}

export function isAskedIn(state: GuideEvalState, judge: string): boolean {
  return tasks.some(({ shared, judgeText }) => shared.judge === judge && judgeText.states.includes(state));
}

function decisionsIn(state: GuideEvalState): readonly SingleDecision[] {
  const own = tasks.filter(({ judgeText }) => judgeText.states.includes(state));
  return own.map(({ shared: { judge }, form, judgeText: { text } }) => {
    return { judge, fixed: judgeTexts[text], ...form, form: formOf(judge, form) };
  });
}

const together = new Map(
  guideEvalStates.map((state) => [
    state,
    allDecisions(decisionsIn(state), state === 'erroneous' ? answerTitle : undefined),
  ]),
);
const togetherVersion = allDecisionsVersion([...together.values()], seen.answer);

export function guideEvalVersionsUnder(policy: ProtocolPolicy): Readonly<Record<string, string>> {
  return guideEvalChoice(policy, 'guideOneCall')
    ? Object.fromEntries(judges.map(({ id }) => [id, togetherVersion]))
    : {};
}

export function guideEvalTasks(
  sample: GuideEvalSample,
  dialogue: Dialogue,
  policy: ProtocolPolicy = {},
): readonly JudgeTask[] {
  const single = singleTasks(sample, dialogue);
  const [first] = single;
  const form = together.get(sample.state);
  if (!guideEvalChoice(policy, 'guideOneCall') || first === undefined || form === undefined) return single;
  const reply = dialogue.replies[0]?.visible ?? '';
  const promptFor = (): JudgePrompt => ({
    fixed: form.fixed,
    material: fencedMaterial(materialFor(sample, reply, sample.state === 'erroneous' ? 'answer' : 'dialogue')),
  });
  return [
    {
      key: 'all_decisions',
      judge: first.judge,
      version: togetherVersion,
      slots: single.flatMap(({ slots }) => slots),
      get prompt() {
        return promptFor();
      },
      schema: form.schema,
      read: readDecisions(form.decisions, promptFor),
      simulate: (random) => `{${single.map((task) => `"${task.judge}": ${task.simulate(random)}`).join(', ')}}`,
    },
  ];
}

function singleTasks(sample: GuideEvalSample, dialogue: Dialogue): readonly JudgeTask[] {
  const reply = dialogue.replies[0]?.visible ?? '';
  if (dialogue.status !== 'complete' || reply === '') return [];
  return tasks
    .filter(({ judgeText }) => judgeText.states.includes(sample.state))
    .map(({ shared, judgeText: { text, sees } }) => {
      const material = materialFor(sample, reply, sees);
      return {
        ...shared,
        // Built on demand: the engine lists tasks after each round and uses most of them only for their key.
        get prompt() {
          return { fixed: judgeTexts[text], material: fencedMaterial(material) };
        },
        simulate: () => simulateJudge(text, { ...material, reply: readableReply(reply) }),
      };
    });
}

function schemaOf({ key, allowed }: AnswerForm): z.ZodType<Readonly<Record<string, unknown>>> {
  return z.object({ reasoning: z.string(), [key]: z.literal([...allowed]) });
}

function formOf(judge: string, form: AnswerForm): VerdictForm<Readonly<Record<string, unknown>>> {
  return {
    schema: schemaOf(form),
    normalise: (value) => respelled(value, form),
    toVerdicts: ({ reasoning, [form.key]: label }) => [
      okVerdict({ judge, unit: 'reply' }, Number(label), String(reasoning)),
    ],
  };
}

/** Exactly what the judge may see. The simulated judge gets the same object. */
function materialFor(sample: GuideEvalSample, reply: string, sees: JudgeText['sees']): JudgedMaterial {
  if (sees === 'reply') return { context: [], reply };
  const { context, studentMessage, groundTruth } = sample;
  return { context, studentMessage, reply, ...(sees === 'answer' ? { groundTruth } : {}) };
}

/** One section per turn, so that a turn containing "Tutor:" cannot pose as two. */
function fencedMaterial({ context, studentMessage, groundTruth, reply }: JudgedMaterial): string {
  return fenceMaterial([
    ...context.map(({ role, content }) => ({ title: `earlier ${role} turn`, text: content })),
    ...(studentMessage === undefined ? [] : [{ title: "student's current utterance", text: studentMessage }]),
    ...(groundTruth === undefined ? [] : [{ title: answerTitle, text: groundTruth }]),
    { title: replyTitle, text: reply },
  ]);
}

/** Accepts a score as text only if it is exactly an allowed one. Two different scores are unreadable. */
function respelled(value: unknown, { key, allowed }: AnswerForm): unknown {
  if (!isRecord(value)) return value;
  const scores: unknown[] = [];
  let reasoning: unknown = '';
  for (const [name, content] of Object.entries(value)) {
    if (bareName(name) === bareName(key)) {
      const number = allowed.find((one) => typeof content === 'string' && String(one) === content.trim());
      scores.push(number ?? content);
    } else if (/^(?:reason(?:ing|s)?|analysis|rationale|explanation)$/.test(bareName(name))) reasoning = content;
  }
  const [score] = scores;
  return { reasoning, [key]: scores.every((other) => other === score) ? score : undefined };
}
