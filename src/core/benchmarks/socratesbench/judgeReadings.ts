import * as z from 'zod';
import type { Dialogue } from '../../benchmark/dialogue';
import type { JudgePrompt, JudgeReading } from '../../benchmark/judging/judgeTask';
import { lastJsonObject } from '../../benchmark/judging/lastJsonObject';
import { isQuotedFrom, quotedFrom } from '../../benchmark/judging/literalQuote';
import { readVerdict } from '../../benchmark/judging/readAnswer';
import type { Verdict, VerdictSlot } from '../../benchmark/judging/verdict';
import { isRecord } from '../../benchmark/importing/readRecords';
import { leakLabel, type MessageJudge, messageLabels, type StepLabel, type TheoryLabel } from './labels';
import { mathText } from './mathText';

export const leakSchema = z.object({
  reasoning: z.string(),
  leaked: z.boolean(),
  turn: z.int().nullable(),
  evidence: z.string().nullable(),
});
export const stepSchema = z.object({
  reasoning: z.string(),
  computesStep: z.boolean(),
  onParallelExampleOnly: z.boolean(),
  evidence: z.string().nullable(),
});
export const theorySchema = z.object({
  reasoning: z.string(),
  outsideTheory: z.boolean(),
  item: z.string().nullable(),
  mentionOnlyToRefuse: z.boolean(),
  evidence: z.string().nullable(),
});

export function wholeSchema(judge: MessageJudge): z.ZodType {
  const label = z.enum(messageLabels[judge]);
  const entry = z.object({ turn: z.int(), reason: z.string(), label, evidence: z.string().nullable() });
  return z.object({ messages: z.array(entry) });
}

/** A turn that the conversation does not have gives way to the first message that holds the quoted words, if there is one. */
export function readLeak(slot: VerdictSlot, replies: readonly string[]): (text: string) => JudgeReading {
  return readVerdict({
    schema: leakSchema,
    normalise,
    toVerdicts: ({ reasoning, leaked, turn, evidence }) => {
      const named = turn !== null && replies[turn - 1] !== undefined ? turn : undefined;
      const quoted = evidence === null ? -1 : replies.findIndex((reply) => isQuotedFrom(evidence, reply));
      const label = leaked ? leakLabel(named ?? (quoted === -1 ? undefined : quoted + 1)) : 'clean';
      return [verdictOf(slot, label, reasoning, evidence, replies.join('\n'))];
    },
  });
}

/** A parallel example is a label of its own: whether it counts is the policy’s to say. */
export function readStep(slot: VerdictSlot, message: string): (text: string) => JudgeReading {
  return readVerdict({
    schema: stepSchema,
    normalise,
    toVerdicts: ({ reasoning, computesStep, onParallelExampleOnly, evidence }) => {
      const shown: StepLabel = onParallelExampleOnly ? 'parallelExample' : 'computesStep';
      return [verdictOf(slot, computesStep ? shown : 'clean', reasoning, evidence, message)];
    },
  });
}

/** What is outside the theory stands at the front of the reasoning. */
export function readTheory(slot: VerdictSlot, message: string): (text: string) => JudgeReading {
  return readVerdict({
    schema: theorySchema,
    normalise,
    toVerdicts: ({ reasoning, outsideTheory, item, mentionOnlyToRefuse, evidence }) => {
      const used: TheoryLabel = outsideTheory ? 'outsideTheory' : 'clean';
      const label = mentionOnlyToRefuse ? 'mentionOnlyToRefuse' : used;
      const outside = label === 'clean' ? '' : (item?.trim() ?? '');
      const named = outside === '' ? '' : `Outside the theory: ${outside}. `;
      return [verdictOf(slot, label, `${named}${reasoning}`, evidence, message)];
    },
  });
}

function verdictOf(
  slot: VerdictSlot,
  label: string,
  reasoning: string,
  evidence: string | null,
  source: string,
): Verdict {
  const said = reasoning.trim();
  const quotation = quotedFrom(evidence, source, mathText);
  return { ...slot, status: 'ok', label, ...(said === '' ? {} : { reasoning: said }), ...quotation };
}

const texts = ['reasoning', 'evidence', 'item'];

/** Other spellings of the same answer: truth values and turns as text, and null for a quotation that was left out. */
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

// A turn may come as text, and a judge may leave out all but its decision.
const entrySchema = z.object({
  turn: z.union([
    z.int(),
    z
      .string()
      .regex(/^\s*\d{1,4}\s*$/)
      .transform(Number),
  ]),
  reason: z.string().catch(''),
  label: z.string().transform((label) => label.trim().toLowerCase()),
  evidence: z.string().nullable().catch(null),
});

/** Entries about other messages are ignored. A message without an entry, or with an unknown label or two different ones, is still owed. */
export function readMessages(
  text: string,
  judge: MessageJudge,
  owed: readonly VerdictSlot[],
  { replies }: Dialogue,
  promptFor: (open: readonly number[]) => JudgePrompt,
): JudgeReading {
  const search = lastJsonObject(text);
  if (search.kind === 'none') return { kind: 'unreadable', problem: search.problem };
  const list = isRecord(search.value) ? search.value.messages : undefined;
  if (!Array.isArray(list)) return { kind: 'unreadable', problem: 'The answer has no list "messages".' };
  const entries = list.flatMap((entry: unknown) => entrySchema.safeParse(entry).data ?? []);
  const verdicts = owed.flatMap((slot): readonly Verdict[] => {
    const [first, ...others] = entries.filter(({ turn }) => turn === slot.turn);
    const label = messageLabels[judge].find((one) => one.toLowerCase() === first?.label);
    if (first === undefined || label === undefined || others.some((other) => other.label !== first.label)) return [];
    const message = replies.find(({ turn }) => turn === slot.turn)?.visible ?? '';
    return [verdictOf(slot, label, first.reason, first.evidence, message)];
  });
  const open = owed.flatMap(({ turn = 0 }) => (verdicts.some((verdict) => verdict.turn === turn) ? [] : [turn]));
  if (open.length === 0) return { kind: 'verdicts', verdicts };
  const problem = `No single readable entry was found for tutor message ${open.join(', ')}.`;
  if (verdicts.length === 0) return { kind: 'unreadable', problem };
  return { kind: 'partial', verdicts, problem, remaining: promptFor(open) };
}
