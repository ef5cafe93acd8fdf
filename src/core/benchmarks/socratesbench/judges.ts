import * as z from 'zod';
import type { Dialogue } from '../../benchmark/dialogue';
import { fenceMaterial, type MaterialSection, resemblesCode } from '../../benchmark/judging/fence';
import { type JudgeInfo, type JudgePrompt, type JudgeTask, judgeVersion } from '../../benchmark/judging/judgeTask';
import { isQuotedFrom, quotedFrom } from '../../benchmark/judging/literalQuote';
import { readVerdict, readVerdicts } from '../../benchmark/judging/readAnswer';
import { okVerdict, type Verdict, type VerdictSlot } from '../../benchmark/judging/verdict';
import type { ProtocolPolicy } from '../../benchmark/protocolPolicy';
import { isRecord } from '../../text/isRecord';
import { leakText, stepText, theoryText, wholeStepText, wholeTheoryText } from './judgeTexts';
import type { MessageJudge, SocratesJudge, StepLabel, TheoryLabel } from './labels';
import { leakLabel, messageLabels } from './labels';
import { mathText } from './mathText';
import { socratesChoice } from './policies';
import type { SocratesSample } from './samples';
import { simulateLeakJudge, simulateStepJudge, simulateTheoryJudge } from './simulatedJudges';

const [reasoning, evidence] = [z.string(), z.string().nullable()];
const leakSchema = z.object({ reasoning, leaked: z.boolean(), turn: z.int().nullable(), evidence });
const stepSchema = z.object({ reasoning, computesStep: z.boolean(), onParallelExampleOnly: z.boolean(), evidence });
export const theorySchema = z.object({
  reasoning,
  outsideTheory: z.boolean(),
  item: z.string().nullable(),
  mentionOnlyToRefuse: z.boolean(),
  evidence,
});

function wholeSchema(judge: MessageJudge): z.ZodType {
  const label = z.enum(messageLabels[judge]);
  return z.object({ messages: z.array(z.object({ turn: z.int(), reason: z.string(), label, evidence })) });
}

/** If the named turn does not exist, uses the first message with the quoted words, if any. */
function readLeak(slot: VerdictSlot, replies: readonly string[]): JudgeTask['read'] {
  return reader(leakSchema, ({ reasoning, leaked, turn, evidence }) => {
    const named = turn !== null && replies[turn - 1] !== undefined ? turn : undefined;
    const quoted = evidence === null ? -1 : replies.findIndex((reply) => isQuotedFrom(evidence, reply));
    const label = leaked ? leakLabel(named ?? (quoted === -1 ? undefined : quoted + 1)) : 'clean';
    return verdictOf(slot, label, reasoning, evidence, replies.join('\n'));
  });
}

function reader<T>(schema: z.ZodType<T>, toVerdict: (answer: T) => Verdict): JudgeTask['read'] {
  return readVerdict({ schema, normalise, toVerdicts: (answer) => [toVerdict(answer)] });
}

/** A parallel example has its own label; the policy decides whether it counts. */
function readStep(slot: VerdictSlot, message: string): JudgeTask['read'] {
  return reader(stepSchema, ({ reasoning, computesStep, onParallelExampleOnly, evidence }) => {
    const shown: StepLabel = onParallelExampleOnly ? 'parallelExample' : 'computesStep';
    return verdictOf(slot, computesStep ? shown : 'clean', reasoning, evidence, message);
  });
}

function readTheory(slot: VerdictSlot, message: string): JudgeTask['read'] {
  return reader(theorySchema, ({ reasoning, outsideTheory, item, mentionOnlyToRefuse, evidence }) => {
    const used: TheoryLabel = outsideTheory ? 'outsideTheory' : 'clean';
    const label = mentionOnlyToRefuse ? 'mentionOnlyToRefuse' : used;
    const outside = label === 'clean' ? '' : (item?.trim() ?? '');
    const named = outside === '' ? '' : `Outside the theory: ${outside}. `;
    return verdictOf(slot, label, `${named}${reasoning}`, evidence, message);
  });
}

function verdictOf(
  slot: VerdictSlot,
  label: string,
  reasoning: string,
  evidence: string | null,
  source: string,
): Verdict {
  return { ...okVerdict(slot, label, reasoning.trim()), ...quotedFrom(evidence, source, mathText) };
}

const texts = ['reasoning', 'evidence', 'item'];

/** Accepts truth values and turns as text, and null for a missing quotation. */
function normalise(value: unknown): unknown {
  if (!isRecord(value)) return value;
  const fields = Object.entries(value).map(([name, field]) => [name, plainField(name, field)]);
  return { reasoning: '', turn: null, evidence: null, item: null, ...Object.fromEntries(fields) };
}

function plainField(name: string, field: unknown): unknown {
  if (typeof field !== 'string' || texts.includes(name)) return field;
  if (name === 'turn') return /^\s*\d{1,4}\s*$/.test(field) ? Number(field) : field;
  return { true: true, false: false }[field.trim().toLowerCase()] ?? field;
}

// A turn may be text, and everything except the decision may be missing.
const entrySchema = z.object({
  turn: z.preprocess((turn) => plainField('turn', turn), z.int()),
  reason: z.string().catch(''),
  label: z.string().transform((label) => label.trim().toLowerCase()),
  evidence: z.string().nullable().catch(null),
});

/** A message with no entry, an unknown label or two labels has no verdict. */
function entriesIn(list: unknown, judge: MessageJudge, { replies }: Dialogue) {
  if (!Array.isArray(list)) return 'The answer has no list "messages".';
  const entries = list.flatMap((entry: unknown) => entrySchema.safeParse(entry).data ?? []);
  return (slot: VerdictSlot): Verdict | undefined => {
    const [first, ...others] = entries.filter(({ turn }) => turn === slot.turn);
    const label = messageLabels[judge].find((one) => one.toLowerCase() === first?.label);
    if (first === undefined || label === undefined || others.some((other) => other.label !== first.label)) return;
    const message = replies.find(({ turn }) => turn === slot.turn)?.visible ?? '';
    return verdictOf(slot, label, first.reason, first.evidence, message);
  };
}

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

interface JudgeForm extends Pick<JudgeTask, 'judge' | 'version' | 'schema'> {
  readonly fixed: string;
}

/** The version covers the titles in order. `marks` are those of the messages to judge. */
function judgeForm(judge: SocratesJudge, fixed: string, name: string, zod: z.ZodType, ...marks: string[]): JudgeForm {
  const { task, key, theory, formulas, methods, student, tutor } = titles;
  const reference = judge === 'J3' ? [theory, formulas, methods] : [key];
  const template = [task, ...reference, student('n'), tutor('n'), ...marks].join('\n');
  const version = judgeVersion(judge, fixed, template, zod);
  return { judge, version, fixed, schema: { name, zod } };
}

const forms: Readonly<Record<SocratesJudge, JudgeForm>> = {
  J1: judgeForm('J1', leakText, 'answer_leak', leakSchema),
  J2: judgeForm('J2', stepText, 'computed_step', stepSchema, titles.judged('n')),
  J3: judgeForm('J3', theoryText, 'theory_compliance', theorySchema, titles.judged('n')),
};

const wholeForms: Readonly<Record<MessageJudge, JudgeForm>> = {
  J2: judgeForm('J2', wholeStepText, 'computed_steps', wholeSchema('J2'), titles.open),
  J3: judgeForm('J3', wholeTheoryText, 'theory_compliance_of_all', wholeSchema('J3'), titles.open),
};

export const wholeVersions = { J2: wholeForms.J2.version, J3: wholeForms.J3.version } as const;

function info(judge: SocratesJudge, title: string, question: string): JudgeInfo {
  return { id: judge, title: `${judge}: ${title}`, question, version: forms[judge].version };
}

export const socratesJudges: readonly JudgeInfo[] = [
  info('J1', 'answer given away', 'Do the tutor’s messages contain the final answer?'),
  info('J2', 'step worked out', 'Does this message work out a concrete step for the student?'),
  info('J3', 'beyond the theory', 'Does this message use or mention something that is not in the theory?'),
];

/** None for an incomplete conversation, which must not pass as clean. */
export function socratesJudgements(
  sample: SocratesSample,
  dialogue: Dialogue,
  policy: ProtocolPolicy,
): readonly JudgeTask[] {
  const replies = dialogue.replies.map(({ visible }) => visible);
  if (dialogue.status !== 'complete' || replies.length === 0) return [];
  const { task, answer, theory, condition } = sample;
  const said = dialogue.plan.studentTurns.map(({ content }) => content);
  const slot: VerdictSlot = { judge: 'J1', unit: 'conversation' };
  const leak = judgeTask('J1', slot, sample, dialogue, {
    read: readLeak(slot, replies),
    simulate: () => simulateLeakJudge(replies, answer, said),
  });
  const ofMessages = (
    judge: MessageJudge,
    answering: (slot: VerdictSlot, message: string) => Answering,
  ): JudgeTask[] => {
    const single = dialogue.replies.map(({ turn, visible }) => {
      const own: VerdictSlot = { judge, unit: 'message', turn };
      return judgeTask(judge, own, sample, dialogue, answering(own, visible));
    });
    return socratesChoice(policy, 'wholeConversation') ? [wholeTask(judge, sample, dialogue, single)] : single;
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
    // Built on demand: tasks are listed more often than sent, and each contains the whole theory.
    get prompt(): JudgePrompt {
      return { fixed, ...judgeMaterial(sample, dialogue, { withTheory: judge === 'J3', judged: turn }) };
    },
    ...answering,
  };
}

/** Tokens of an answer: a short reason and a quotation per message, plus the frame. */
const tokensPerMessage = 150;
const tokensOfFrame = 300;

function wholeTask(
  judge: MessageJudge,
  sample: SocratesSample,
  dialogue: Dialogue,
  single: readonly JudgeTask[],
): JudgeTask {
  const { fixed, ...form } = wholeForms[judge];
  const promptFor = (open: readonly number[] = []): JudgePrompt => ({
    fixed,
    ...judgeMaterial(sample, dialogue, { withTheory: judge === 'J3', open }),
  });
  const slots = single.flatMap((task) => task.slots);
  return {
    ...form,
    // A different name from the calls on single messages, so that a resumed run cannot mix them up.
    key: `${judge}@all`,
    slots,
    get prompt(): JudgePrompt {
      return promptFor();
    },
    maxOutputTokens: tokensPerMessage * slots.length + tokensOfFrame,
    read: readVerdicts({
      slots,
      verdictsIn: ({ messages }) => entriesIn(messages, judge, dialogue),
      problem: 'No single readable entry was found for tutor message',
      remaining: (open) => promptFor(open.flatMap(({ turn }) => turn ?? [])),
    }),
    simulate: (random) => {
      const readings = single.map((task) => task.read(task.simulate(random)));
      const verdicts = readings.flatMap((reading) => (reading.kind === 'verdicts' ? reading.verdicts : []));
      const messages = verdicts.map(({ turn, reasoning: reason = '', label = 'clean', evidence: words = null }) => {
        return { turn, reason, label, evidence: words };
      });
      return JSON.stringify({ messages });
    },
  };
}

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

function judgeMaterial(
  sample: SocratesSample,
  { plan, replies }: Dialogue,
  options: { readonly withTheory: boolean; readonly judged?: number | undefined; readonly open?: readonly number[] },
): Pick<JudgePrompt, 'material' | 'shared'> {
  const { withTheory, judged, open = [] } = options;
  const turns = replies.slice(0, judged).flatMap(({ turn, visible }): MaterialSection[] => [
    { title: titles.student(turn), text: plan.studentTurns[turn - 1]?.content ?? '' },
    { title: turn === judged ? titles.judged(turn) : titles.tutor(turn), text: visible },
  ]);
  const conversation = open.length === 0 ? turns : [...turns, { title: titles.open, text: open.join(', ') }];
  // In its own fence and first, so that a provider can cache it.
  const sections = referenceSections(sample, withTheory);
  const reference = fenceMaterial(sections);
  // This fence's code can be computed from task and key. If the conversation contains anything like it, it could fake a
  // border, so everything is fenced again.
  const code = /([0-9a-f]{16}) -----$/.exec(reference)?.[1] ?? '';
  const isFaked = conversation.some(({ text }) => resemblesCode(text, code));
  if (isFaked) return { material: fenceMaterial([...sections, ...conversation]) };
  return { material: `${reference}\n\n${fenceMaterial(conversation)}`, shared: reference.length };
}
