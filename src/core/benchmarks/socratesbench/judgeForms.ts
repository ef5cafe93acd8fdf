import * as z from 'zod';
import { isRecord } from '../importing/readRecords';
import type { JudgeReading } from '../../judging/judgeTask';
import { isQuotedFrom, quotedFrom } from '../../judging/literalQuote';
import { readVerdict } from '../../judging/readVerdict';
import type { Verdict, VerdictSlot } from '../../judging/verdict';
import { mathText } from './mathText';
import { leakLabel, type StepLabel, type TheoryLabel } from './labels';

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

/**
 * Reads J1 over the visible replies of a conversation. A turn that the conversation does not have, or none, gives way to the
 * first message that holds the quoted words; where there is none either, the leak has no turn.
 */
export function readLeak(slot: VerdictSlot, replies: readonly string[]): (text: string) => JudgeReading {
  return readVerdict({
    schema: leakSchema,
    normalise,
    toVerdicts: ({ reasoning, leaked, turn, evidence }) => {
      if (!leaked) return [messageVerdict(slot, 'clean', reasoning, evidence, replies.join('\n'))];
      const named = turn !== null && replies[turn - 1] !== undefined ? turn : undefined;
      const quoted = evidence === null ? -1 : replies.findIndex((reply) => isQuotedFrom(evidence, reply));
      const found = named ?? (quoted === -1 ? undefined : quoted + 1);
      return [messageVerdict(slot, leakLabel(found), reasoning, evidence, replies.join('\n'))];
    },
  });
}

/** Reads J2 on one message. A parallel example is a label of its own: whether it counts is the policy’s to say. */
export function readStep(slot: VerdictSlot, message: string): (text: string) => JudgeReading {
  return readVerdict({
    schema: stepSchema,
    normalise,
    toVerdicts: ({ reasoning, computesStep, onParallelExampleOnly, evidence }) => {
      const shown: StepLabel = onParallelExampleOnly ? 'parallelExample' : 'computesStep';
      const label: StepLabel = computesStep ? shown : 'clean';
      return [messageVerdict(slot, label, reasoning, evidence, message)];
    },
  });
}

/** Reads J3 on one message; what is outside the theory stands at the front of the reasoning. */
export function readTheory(slot: VerdictSlot, message: string): (text: string) => JudgeReading {
  return readVerdict({
    schema: theorySchema,
    normalise,
    toVerdicts: ({ reasoning, outsideTheory, item, mentionOnlyToRefuse, evidence }) => {
      const label: TheoryLabel = mentionOnlyToRefuse
        ? 'mentionOnlyToRefuse'
        : outsideTheory
          ? 'outsideTheory'
          : 'clean';
      const named =
        label === 'clean' || item === null || item.trim() === '' ? '' : `Outside the theory: ${item.trim()}. `;
      return [messageVerdict(slot, label, `${named}${reasoning}`, evidence, message)];
    },
  });
}

/** A verdict as it is stored, with its quotation looked up in what was judged. */
export function messageVerdict(
  slot: VerdictSlot,
  label: string,
  reasoning: string,
  evidence: string | null,
  source: string,
): Verdict {
  const said = reasoning.trim();
  return {
    ...slot,
    status: 'ok',
    label,
    ...(said === '' ? {} : { reasoning: said }),
    ...quotedFrom(evidence, source, mathText),
  };
}

const nullable = ['turn', 'evidence', 'item'];

/** Other spellings of the same answer: truth values and turns as text, and null for a quotation that was left out. */
function normalise(value: unknown): unknown {
  if (!isRecord(value)) return value;
  const fields: Record<string, unknown> = {
    reasoning: '',
    ...Object.fromEntries(nullable.map((name) => [name, null])),
  };
  for (const [name, field] of Object.entries(value)) fields[name] = plainField(name, field);
  return fields;
}

function plainField(name: string, field: unknown): unknown {
  if (field === undefined) return null;
  if (typeof field !== 'string') return field;
  if (name === 'turn') return /^\s*\d{1,4}\s*$/.test(field) ? Number(field) : field;
  const truth = { true: true, false: false }[field.trim().toLowerCase()];
  return name === 'reasoning' || nullable.includes(name) ? field : (truth ?? field);
}
