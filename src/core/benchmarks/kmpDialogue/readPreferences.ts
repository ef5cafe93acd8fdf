import * as z from 'zod';
import type { JudgePrompt, JudgeReading } from '../../benchmark/judging/judgeTask';
import { lastJsonObject } from '../../benchmark/judging/lastJsonObject';
import type { Verdict, VerdictSlot } from '../../benchmark/judging/verdict';
import { isRecord } from '../../benchmark/importing/readRecords';
import { criterionIds, overallId } from './criteria';
import { preferenceOf, sidedVerdicts, type Side, type SidedVerdict } from './preference';

/** Reasons come before the verdict that follows from them. */
export const preferenceSchema = z.object({
  reasoning: z.string(),
  criteria: z.array(z.object({ id: z.enum(criterionIds), why: z.string(), verdict: z.enum(sidedVerdicts) })),
  overall: z.enum(sidedVerdicts).nullable(),
});

/**
 * Reads what a judge that saw the reply as `side` said about `ids`. Each verdict stands by itself: one that is missing, has another
 * word than A, B and tie, or is given twice and differently is asked for again. Verdicts on other ids are dropped.
 */
export function readPreferences(
  text: string,
  judge: string,
  side: Side,
  ids: readonly string[],
  remaining: (ids: readonly string[]) => JudgePrompt,
): JudgeReading {
  const search = lastJsonObject(text);
  if (search.kind === 'none') return { kind: 'unreadable', problem: search.problem };
  if (!isRecord(search.value)) return { kind: 'unreadable', problem: 'The answer is not a JSON object.' };
  const said = saidIn(search.value);
  const verdicts = ids.flatMap((id): Verdict[] => {
    const found = said.get(id);
    if (found === undefined || found === 'contradiction') return [];
    const why = found.why.trim() === '' ? {} : { reasoning: found.why };
    const slot = preferenceSlot(judge, id);
    return [{ ...slot, status: 'ok', label: preferenceOf(found.verdict, side), ...why }];
  });
  if (verdicts.length === ids.length) return { kind: 'verdicts', verdicts };
  const missing = ids.filter((id) => !verdicts.some(({ criterionId }) => criterionId === id));
  const problem = `No usable verdict ("A", "B" or "tie", once) for: ${missing.join(', ')}.`;
  if (verdicts.length === 0) return { kind: 'unreadable', problem };
  return { kind: 'partial', verdicts, problem, remaining: remaining(missing) };
}

export function preferenceSlot(judge: string, id: string): VerdictSlot {
  return { judge, unit: 'pair', criterionId: id };
}

interface Said {
  readonly verdict: SidedVerdict;
  readonly why: string;
}

/** Longest list looked at: no honest answer has more than one entry for each criterion. */
const mostEntries = 100;

function saidIn(answer: Readonly<Record<string, unknown>>): ReadonlyMap<string, Said | 'contradiction'> {
  const fields = new Map(Object.entries(answer).map(([key, value]) => [key.trim().toLowerCase(), value]));
  const list = fields.get('criteria');
  const entries = Array.isArray(list) ? list.slice(0, mostEntries).filter(isRecord) : [];
  const said = new Map<string, Said | 'contradiction'>();
  const add = (id: string, given: unknown, why: unknown): void => {
    const verdict = sidedVerdict(given);
    if (verdict === undefined) return;
    const before = said.get(id);
    const same = before === undefined || (before !== 'contradiction' && before.verdict === verdict);
    said.set(id, same ? { verdict, why: typeof why === 'string' ? why : '' } : 'contradiction');
  };
  for (const entry of entries) {
    if (typeof entry.id === 'string') add(entry.id.trim().toLowerCase(), entry.verdict, entry.why ?? entry.reasoning);
  }
  const reasoning = fields.get('reasoning');
  const overall = fields.get(overallId);
  if (isRecord(overall)) add(overallId, overall.verdict, overall.why ?? reasoning);
  else add(overallId, overall, reasoning);
  return said;
}

/** A verdict in any case, also as “Reply A”. */
function sidedVerdict(given: unknown): SidedVerdict | undefined {
  if (typeof given !== 'string') return undefined;
  const word = given
    .trim()
    .toLowerCase()
    .replace(/^(?:reply|response|candidate)\s+/, '')
    .replace(/(?<![.)\]])[.)\]]+$/, '');
  return sidedVerdicts.find((verdict) => verdict.toLowerCase() === word);
}
