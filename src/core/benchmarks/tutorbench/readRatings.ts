import * as z from 'zod';
import type { JudgePrompt, JudgeReading } from '../../judging/judgeTask';
import { lastJsonObject } from '../../judging/lastJsonObject';
import type { Verdict } from '../../judging/verdict';
import { isRecord } from '../importing/dataRecords';
import { judgeId } from './judgeForm';

/** A criterion as the judge sees it: its number in the sample's list, counted from 1, and its own id. */
export interface NumberedCriterion {
  readonly number: number;
  readonly id: string;
}

// A number may come as such, and a judge may leave out the reasoning; `met` must be a plain yes or no.
const ratingSchema = z.object({
  id: z.union([z.string(), z.number()]).transform((id) => /^\D{0,12}?(\d{1,4})\.?$/.exec(String(id).trim())?.[1]),
  reasoning: z.string().catch(''),
  met: z.union([z.boolean(), z.stringbool({ truthy: ['true', 'yes'], falsy: ['false', 'no'] })]),
});

/**
 * Reads an answer as verdicts on `asked`. Ratings of other numbers are ignored. A number that is missing, unreadable or answered
 * both ways is still owed: `remaining` makes the prompt that asks for those alone. Never throws.
 */
export function readRatings(
  text: string,
  asked: readonly NumberedCriterion[],
  remaining: (open: readonly NumberedCriterion[]) => JudgePrompt,
): JudgeReading {
  const search = lastJsonObject(text);
  if (search.kind === 'none') return { kind: 'unreadable', problem: search.problem };
  const list = listOf(search.value, asked.length);
  if (list === undefined) return { kind: 'unreadable', problem: 'The answer has no list "ratings".' };
  const verdicts = asked.flatMap((criterion) => verdictOf(criterion, list) ?? []);
  const found = new Set(verdicts.map(({ criterionId }) => criterionId));
  const open = asked.filter(({ id }) => !found.has(id));
  if (open.length === 0) return { kind: 'verdicts', verdicts };
  const numbers = open.map(({ number }) => number).join(', ');
  const problem = `No single readable rating was found for number ${numbers}.`;
  if (verdicts.length === 0) return { kind: 'unreadable', problem };
  return { kind: 'partial', verdicts, problem, remaining: remaining(open) };
}

type Rating = z.output<typeof ratingSchema>;

/** The ratings that are in shape. A judge that is asked for one criterion may answer with the bare rating. */
function listOf(value: unknown, asked: number): readonly Rating[] | undefined {
  if (!isRecord(value)) return undefined;
  const list = Array.isArray(value.ratings) ? value.ratings : asked === 1 && 'met' in value ? [value] : undefined;
  return list?.flatMap((entry: unknown) => ratingSchema.safeParse(entry).data ?? []);
}

function verdictOf({ number, id }: NumberedCriterion, list: readonly Rating[]): Verdict | undefined {
  const ratings = list.filter((rating) => Number(rating.id) === number);
  const [first] = ratings;
  if (first === undefined || ratings.some(({ met }) => met !== first.met)) return undefined;
  const reasoning = first.reasoning.trim();
  return {
    judge: judgeId,
    unit: 'criterion',
    criterionId: id,
    status: 'ok',
    label: first.met,
    ...(reasoning === '' ? {} : { reasoning }),
  };
}
