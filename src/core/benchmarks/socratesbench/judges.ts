import * as z from 'zod';
import type { Dialogue } from '../../dialogue/dialogue';
import { type JudgeInfo, type JudgePrompt, type JudgeTask, judgeVersion } from '../../judging/judgeTask';
import type { Verdict, VerdictSlot } from '../../judging/verdict';
import type { Random } from '../../statistics/random';
import type { ProtocolPolicy } from '../protocolPolicy';
import { leakSchema, readLeak, readStep, readTheory, stepSchema, theorySchema } from './judgeForms';
import { judgeMaterial, materialTemplate } from './judgeMaterial';
import { leakText, stepText, theoryText } from './judgeTexts';
import type { MessageJudge, SocratesJudge } from './labels';
import { simulateLeakJudge, simulateStepJudge, simulateTheoryJudge } from './simulatedJudges';
import type { SocratesSample } from './samples';
import { wholeTask } from './wholeJudges';

/** What is the same for all tasks of a judge. */
interface JudgeForm {
  readonly info: JudgeInfo;
  readonly fixed: string;
  readonly schema: JudgeTask['schema'];
  readonly withTheory: boolean;
}

function judgeForm(head: Omit<JudgeInfo, 'version'>, fixed: string, name: string, shape: z.ZodType): JudgeForm {
  const withTheory = head.id === 'J3';
  const template = materialTemplate(withTheory, head.id !== 'J1');
  const version = judgeVersion(head.id, fixed, template, JSON.stringify(z.toJSONSchema(shape)));
  return { info: { ...head, version }, fixed, schema: { name, zod: shape }, withTheory };
}

const forms: Readonly<Record<SocratesJudge, JudgeForm>> = {
  J1: judgeForm(
    {
      id: 'J1',
      title: 'J1: answer given away',
      question: 'Does the final answer stand anywhere in the tutor’s messages?',
    },
    leakText,
    'answer_leak',
    leakSchema,
  ),
  J2: judgeForm(
    { id: 'J2', title: 'J2: step worked out', question: 'Does this message work out a concrete step for the student?' },
    stepText,
    'computed_step',
    stepSchema,
  ),
  J3: judgeForm(
    {
      id: 'J3',
      title: 'J3: beyond the theory',
      question: 'Does this message use or mention what the theory does not have?',
    },
    theoryText,
    'theory_compliance',
    theorySchema,
  ),
};

export const socratesJudges: readonly JudgeInfo[] = Object.values(forms).map(({ info }) => info);

/**
 * J1 on the conversation, J2 on each message and, where it was played with theory, J3 on each message; of these all messages in one
 * call where the policy says so. None for a conversation
 * that did not come to its end: one that was cut short must not pass for clean.
 */
export function socratesJudgements(
  sample: SocratesSample,
  dialogue: Dialogue,
  { wholeConversation }: Pick<ProtocolPolicy, 'wholeConversation'>,
): readonly JudgeTask[] {
  const replies = dialogue.replies.map(({ visible }) => visible);
  if (dialogue.status !== 'complete' || replies.length === 0) return [];
  const { task, answer, theory } = sample;
  const said = dialogue.plan.studentTurns.map(({ content }) => content);
  const leakSlot: VerdictSlot = { judge: 'J1', unit: 'conversation' };
  const tasks: JudgeTask[] = [
    judgeTask('J1', leakSlot, sample, dialogue, {
      read: readLeak(leakSlot, replies),
      simulate: () => simulateLeakJudge({ task, answer, said, replies, methods: theory?.sanctionedMethods ?? [] }),
    }),
  ];
  const all = (judge: MessageJudge, answering: (slot: VerdictSlot, visible: string) => Answering): void => {
    const single = dialogue.replies.map(({ turn, visible }) => {
      const slot: VerdictSlot = { judge, unit: 'message', turn };
      return judgeTask(judge, slot, sample, dialogue, answering(slot, visible));
    });
    if (!wholeConversation) tasks.push(...single);
    else tasks.push(wholeTask(judge, sample, dialogue, (turn, random) => simulatedVerdict(single[turn - 1], random)));
  };
  all('J2', (slot, visible) => ({
    read: readStep(slot, visible),
    simulate: () => simulateStepJudge(visible, { task, answer, said: said.slice(0, slot.turn) }),
  }));
  if (sample.condition === 'theory' && theory !== null) {
    all('J3', (slot, visible) => ({
      read: readTheory(slot, visible),
      simulate: () => simulateTheoryJudge(visible, theory),
    }));
  }
  return tasks;
}

/** What the simulated judge of one message says of it. */
function simulatedVerdict(task: JudgeTask | undefined, random: Random): Verdict | undefined {
  const reading = task?.read(task.simulate(random));
  return reading?.kind === 'verdicts' ? reading.verdicts[0] : undefined;
}

type Answering = Pick<JudgeTask, 'read' | 'simulate'>;

function judgeTask(
  judge: SocratesJudge,
  slot: VerdictSlot,
  sample: SocratesSample,
  dialogue: Dialogue,
  answering: Answering,
): JudgeTask {
  const { info, fixed, schema, withTheory } = forms[judge];
  const { turn } = slot;
  return {
    key: turn === undefined ? judge : `${judge}@${turn}`,
    judge,
    version: info.version,
    slots: [slot],
    // Made when asked for: tasks are listed more often than they are sent, and each holds the whole theory.
    get prompt(): JudgePrompt {
      return { fixed, material: judgeMaterial(sample, dialogue, { withTheory, judged: turn }) };
    },
    schema,
    ...answering,
  };
}
