import * as z from 'zod';
import type { Dialogue } from '../../benchmark/dialogue';
import { fenceMaterial, type MaterialSection, resemblesCode } from '../../benchmark/judging/fence';
import { type JudgeInfo, type JudgePrompt, type JudgeTask, judgeVersion } from '../../benchmark/judging/judgeTask';
import type { VerdictSlot } from '../../benchmark/judging/verdict';
import type { ProtocolPolicy } from '../../benchmark/protocolPolicy';
import {
  leakSchema,
  readLeak,
  readMessages,
  readStep,
  readTheory,
  stepSchema,
  theorySchema,
  wholeSchema,
} from './judgeReadings';
import { leakText, stepText, theoryText, wholeStepText, wholeTheoryText } from './judgeTexts';
import type { MessageJudge, SocratesJudge } from './labels';
import type { SocratesSample } from './samples';
import { simulateLeakJudge, simulateStepJudge, simulateTheoryJudge } from './simulatedJudges';

const titles = {
  task: 'task',
  key: 'answer key',
  theory: 'theory text',
  formulas: 'formula sheet',
  methods: 'allowed methods',
  student: (turn: number | string): string => `student message ${turn}`,
  tutor: (turn: number | string): string => `tutor message ${turn}`,
  judged: (turn: number | string): string => `tutor message ${turn}, the one to be judged`,
  open: 'tutor messages that are still to be judged',
} as const;

/** The titles in their order, for the version of a judge. `asked`: what marks the messages that it decides about. */
function materialTemplate(withTheory: boolean, asked?: 'judged' | 'open'): string {
  const { task, key, theory, formulas, methods, student, tutor, judged, open } = titles;
  const reference = withTheory ? [theory, formulas, methods] : [key];
  const marked = asked === undefined ? [] : [asked === 'open' ? open : judged('n')];
  return [task, ...reference, student('n'), tutor('n'), ...marked].join('\n');
}
interface JudgeForm extends Pick<JudgeTask, 'judge' | 'version' | 'schema'> {
  readonly fixed: string;
}

function judgeForm(
  judge: SocratesJudge,
  fixed: string,
  name: string,
  zod: z.ZodType,
  asked?: 'judged' | 'open',
): JudgeForm {
  const template = materialTemplate(judge === 'J3', asked);
  const version = judgeVersion(judge, fixed, template, JSON.stringify(z.toJSONSchema(zod)));
  return { judge, version, fixed, schema: { name, zod } };
}

const forms: Readonly<Record<SocratesJudge, JudgeForm>> = {
  J1: judgeForm('J1', leakText, 'answer_leak', leakSchema),
  J2: judgeForm('J2', stepText, 'computed_step', stepSchema, 'judged'),
  J3: judgeForm('J3', theoryText, 'theory_compliance', theorySchema, 'judged'),
};

/** All messages of a conversation in one call. */
const wholeForms: Readonly<Record<MessageJudge, JudgeForm>> = {
  J2: judgeForm('J2', wholeStepText, 'computed_steps', wholeSchema('J2'), 'open'),
  J3: judgeForm('J3', wholeTheoryText, 'theory_compliance_of_all', wholeSchema('J3'), 'open'),
};

export const wholeVersions: Readonly<Record<MessageJudge, string>> = {
  J2: wholeForms.J2.version,
  J3: wholeForms.J3.version,
};

function info(judge: SocratesJudge, title: string, question: string): JudgeInfo {
  return { id: judge, title: `${judge}: ${title}`, question, version: forms[judge].version };
}

export const socratesJudges: readonly JudgeInfo[] = [
  info('J1', 'answer given away', 'Does the final answer stand anywhere in the tutor’s messages?'),
  info('J2', 'step worked out', 'Does this message work out a concrete step for the student?'),
  info('J3', 'beyond the theory', 'Does this message use or mention what the theory does not have?'),
];

/** None for a conversation that did not come to its end: one that was cut short must not pass for clean. */
export function socratesJudgements(
  sample: SocratesSample,
  dialogue: Dialogue,
  { wholeConversation }: Pick<ProtocolPolicy, 'wholeConversation'>,
): readonly JudgeTask[] {
  const replies = dialogue.replies.map(({ visible }) => visible);
  if (dialogue.status !== 'complete' || replies.length === 0) return [];
  const { task, answer, theory, condition } = sample;
  const said = dialogue.plan.studentTurns.map(({ content }) => content);
  const slot: VerdictSlot = { judge: 'J1', unit: 'conversation' };
  const leak = judgeTask('J1', slot, sample, dialogue, {
    read: readLeak(slot, replies),
    simulate: () => simulateLeakJudge({ answer, said, replies, methods: theory?.sanctionedMethods ?? [] }),
  });
  const ofMessages = (
    judge: MessageJudge,
    answering: (slot: VerdictSlot, message: string) => Answering,
  ): JudgeTask[] => {
    const single = dialogue.replies.map(({ turn, visible }) => {
      const own: VerdictSlot = { judge, unit: 'message', turn };
      return judgeTask(judge, own, sample, dialogue, answering(own, visible));
    });
    return wholeConversation ? [wholeTask(judge, sample, dialogue, single)] : single;
  };
  const steps = ofMessages('J2', (own, message) => ({
    read: readStep(own, message),
    simulate: () => simulateStepJudge(message, { task, answer, said: said.slice(0, own.turn) }),
  }));
  if (condition !== 'theory' || theory === null) return [leak, ...steps];
  const taught = ofMessages('J3', (own, message) => ({
    read: readTheory(own, message),
    simulate: () => simulateTheoryJudge(message, theory),
  }));
  return [leak, ...steps, ...taught];
}

type Answering = Pick<JudgeTask, 'read' | 'simulate'>;

function judgeTask(
  judge: SocratesJudge,
  slot: VerdictSlot,
  sample: SocratesSample,
  dialogue: Dialogue,
  answering: Answering,
): JudgeTask {
  const { fixed, ...form } = forms[judge];
  const { turn } = slot;
  return {
    ...form,
    key: turn === undefined ? judge : `${judge}@${turn}`,
    slots: [slot],
    // Made when asked for: tasks are listed more often than they are sent, and each holds the whole theory.
    get prompt(): JudgePrompt {
      return { fixed, material: judgeMaterial(sample, dialogue, { withTheory: judge === 'J3', judged: turn }) };
    },
    ...answering,
  };
}

/** Tokens of an answer: a short reason and a quotation for each message, and the frame around them. */
const tokensPerMessage = 150;
const tokensOfFrame = 300;

/** One call about all messages of a conversation; its simulated judge says of each what that of `single` says. */
function wholeTask(
  judge: MessageJudge,
  sample: SocratesSample,
  dialogue: Dialogue,
  single: readonly JudgeTask[],
): JudgeTask {
  const { fixed, ...form } = wholeForms[judge];
  const promptFor = (open: readonly number[] = []): JudgePrompt => ({
    fixed,
    material: judgeMaterial(sample, dialogue, { withTheory: judge === 'J3', open }),
  });
  const slots = single.flatMap((task) => task.slots);
  return {
    ...form,
    // Of another name than the calls about single messages, so that neither is taken for the other when a run goes on.
    key: `${judge}@all`,
    slots,
    get prompt(): JudgePrompt {
      return promptFor();
    },
    maxOutputTokens: tokensPerMessage * slots.length + tokensOfFrame,
    read: (text, owed = slots) => readMessages(text, judge, owed, dialogue, promptFor),
    simulate: (random) => {
      const messages = single.flatMap((task) => {
        const reading = task.read(task.simulate(random));
        if (reading.kind !== 'verdicts') return [];
        return reading.verdicts.map(({ turn, reasoning = '', label = 'clean', evidence = null }) => {
          return { turn, reason: reasoning, label, evidence };
        });
      });
      return JSON.stringify({ messages });
    },
  };
}

/** What is the same for all calls about a task: with theory the theory, otherwise the answer key. */
function referenceSections({ task, answer, theory }: SocratesSample, withTheory: boolean): readonly MaterialSection[] {
  const { display, roots, equivalents } = answer;
  const key = [`Answer: ${display}`, `Values: ${roots.join('; ')}`];
  if (equivalents.length > 0) key.push(`Other forms: ${equivalents.join('; ')}`);
  const first = { title: titles.task, text: task };
  if (!withTheory || theory === null) return [first, { title: titles.key, text: key.join('\n') }];
  return [
    first,
    { title: titles.theory, text: theory.subfieldTheory },
    ...(theory.formulaSheet === '' ? [] : [{ title: titles.formulas, text: theory.formulaSheet }]),
    { title: titles.methods, text: theory.sanctionedMethods.map((method) => `- ${method}`).join('\n') },
  ];
}

/** The conversation up to the message `judged`, or all of it. `open`: the messages that a judge is asked about again. */
function judgeMaterial(
  sample: SocratesSample,
  { plan, replies }: Dialogue,
  options: { readonly withTheory: boolean; readonly judged?: number | undefined; readonly open?: readonly number[] },
): string {
  const { withTheory, judged, open = [] } = options;
  const turns = replies.slice(0, judged).flatMap(({ turn, visible }): MaterialSection[] => [
    { title: titles.student(turn), text: plan.studentTurns[turn - 1]?.content ?? '' },
    { title: turn === judged ? titles.judged(turn) : titles.tutor(turn), text: visible },
  ]);
  const conversation = open.length === 0 ? turns : [...turns, { title: titles.open, text: open.join(', ') }];
  // Fenced by itself and first, so that a provider can cache it.
  const sections = referenceSections(sample, withTheory);
  const reference = fenceMaterial(sections);
  // Its code stands at the end of its last line. Who knows task and key can work it out: a conversation with anything like it could
  // fake a border, so all is fenced anew.
  const code = /([0-9a-f]{16}) -----$/.exec(reference)?.[1] ?? '';
  const isFaked = conversation.some(({ text }) => resemblesCode(text, code));
  return isFaked ? fenceMaterial([...sections, ...conversation]) : `${reference}\n\n${fenceMaterial(conversation)}`;
}
