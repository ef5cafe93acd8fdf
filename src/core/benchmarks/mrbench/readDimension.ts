import * as z from 'zod';
import type { JudgePrompt, JudgeReading, JudgeTask } from '../../benchmark/judging/judgeTask';
import { lastJsonObject } from '../../benchmark/judging/lastJsonObject';
import { readVerdict } from '../../benchmark/judging/readAnswer';
import type { Verdict } from '../../benchmark/judging/verdict';
import { isRecord } from '../../benchmark/importing/readRecords';
import {
  type DimensionId,
  dimensionIds,
  dimensionOf,
  extentLabels,
  labelOfCode,
  labelsOf,
  type MrLabel,
  readLabel,
  revealingLabels,
  toneLabels,
} from './labels';

/** Shapes of the judges' answers, made once: the feedback comes before the label, so that the label follows from it. */
type AnswerSchema = z.ZodType<{ feedback: string; label: MrLabel }>;
const answerSchemas = Object.fromEntries(
  dimensionIds.map((id): [string, AnswerSchema] => [
    id,
    z.object({ feedback: z.string(), label: z.enum(labelsOf(id)) }),
  ]),
) as Readonly<Record<DimensionId, AnswerSchema>>;

/**
 * The shape that all eight judges send, with the labels of every dimension: providers put it before the prompt, so that a shape for
 * each would keep the eight calls from sharing anything. The reader takes the labels of its own dimension only.
 */
export const anyAnswerSchema = z.object({
  feedback: z.string(),
  label: z.enum([...new Set([...extentLabels, ...revealingLabels, ...toneLabels])]),
});

/** Shape of one answer to all eight questions. */
export const allAnswersSchema = z.object(answerSchemas);

/**
 * Makes the reader of one dimension's judge. It reads `{"feedback", "label"}` with the label word in any case or its code 1..3, and
 * the forms of critics trained on the paper's prompt: a text that ends with `[RESULT] 2`, or whose last line is `Score: 2`.
 * Everything else is unreadable: a number off the scale, two different results, a JSON object that is cut off.
 */
export function readDimension(dimension: DimensionId): (text: string) => JudgeReading {
  return readVerdict({
    schema: answerSchemas[dimension],
    normalise: (value) => normalise(dimension, value),
    plain: (visible) => markedResult(visible),
    toVerdicts: (answer) => [verdictOf(dimension, answer)],
  });
}

/**
 * Makes the reader of an answer to all eight questions: each dimension has its own verdict, and those that are missing or off the
 * scale are asked for alone.
 */
export function readAllDimensions(prompt: JudgePrompt): JudgeTask['read'] {
  return (text, owed) => {
    const search = lastJsonObject(text);
    if (search.kind === 'none') return { kind: 'unreadable', problem: search.problem };
    const given = new Map<string | undefined, unknown>(
      isRecord(search.value) ? Object.entries(search.value).map(([key, value]) => [dimensionOf(key), value]) : [],
    );
    const verdicts: Verdict[] = [];
    const open: DimensionId[] = [];
    for (const dimension of dimensionIds) {
      if (owed !== undefined && !owed.some(({ judge }) => judge === dimension)) continue;
      const value = given.get(dimension);
      const answer = answerSchemas[dimension].safeParse(
        normalise(dimension, isRecord(value) ? value : { label: value }),
      );
      if (answer.success) verdicts.push(verdictOf(dimension, answer.data));
      else open.push(dimension);
    }
    if (open.length === 0) return { kind: 'verdicts', verdicts };
    const problem = `No label of the rubric was given for ${open.join(', ')}.`;
    if (verdicts.length === 0) return { kind: 'unreadable', problem };
    const question = `Still without a label: ${open.join(', ')}. Decide these now, in the same form.`;
    return { kind: 'partial', verdicts, problem, remaining: { ...prompt, question } };
  };
}

function verdictOf(judge: DimensionId, { feedback, label }: { feedback: string; label: MrLabel }): Verdict {
  return { judge, unit: 'reply', status: 'ok', label, ...(feedback === '' ? {} : { reasoning: feedback }) };
}

function normalise(dimension: DimensionId, value: unknown): unknown {
  if (!isRecord(value)) return value;
  const fields = new Map(Object.entries(value).map(([key, field]) => [key.trim().toLowerCase(), field]));
  const given = fields.get('label') ?? fields.get('score') ?? fields.get('result');
  const feedback = fields.get('feedback') ?? '';
  return { feedback, label: anyLabel(dimension, given) ?? given };
}

/** A label word or a code as number or digit; the scale of the rubric has no fractions and is never rounded to. */
function anyLabel(dimension: DimensionId, given: unknown): MrLabel | undefined {
  if (typeof given === 'number') return labelOfCode(dimension, given);
  if (typeof given !== 'string') return undefined;
  return /^\s*[123]\s*$/.test(given) ? labelOfCode(dimension, Number(given)) : readLabel(dimension, given);
}

const resultMarker = /\[RESULT\][ \t]*:?[ \t]*([^\n]{0,60})/gi;
const closingLine = /^[ \t*]*(?:Score|Label|Rating|Result)[ \t*]*:[ \t*]*([^\n]{1,60})$/i;

/**
 * The result that a text without JSON ends on. A marker in the middle is no result (the reply that is judged may contain one, and
 * the judge may quote it), and neither is one whose text differs from another's.
 */
function markedResult(visible: string): { feedback: string; label: string } | undefined {
  // A JSON object was begun and not finished: whatever stands at its end is part of a half sentence.
  if (/\{\s*["']/.test(visible)) return undefined;
  const lines = visible.trimEnd().split('\n');
  const last = lines.at(-1) ?? '';
  const markers = [...visible.matchAll(resultMarker)];
  const results = new Set(markers.map((marker) => trimmed(marker[1] ?? '')));
  if (markers.length > 0) {
    const [label] = results;
    const atEnd = /\[RESULT\][^[\]]*$/i.exec(last);
    if (results.size !== 1 || label === undefined || atEnd === null) return undefined;
    return { feedback: feedbackOf(visible.slice(0, markers.at(-1)?.index)), label };
  }
  const closing = closingLine.exec(last);
  if (closing === null) return undefined;
  return { feedback: feedbackOf(lines.slice(0, -1).join('\n')), label: trimmed(closing[1] ?? '') };
}

/** `(2)` and `2.` as `2`; the brackets of `Yes (correct)` stay. */
function trimmed(result: string): string {
  const bare = result.trim().replace(/(?<![.*\s])[.*\s]+$/, '');
  return /^\(([^()]*)\)$/.exec(bare)?.[1] ?? bare;
}

function feedbackOf(text: string): string {
  return text.trim().replace(/^Feedback:\s*/i, '');
}
