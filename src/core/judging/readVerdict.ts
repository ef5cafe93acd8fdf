import type * as z from 'zod';
import { visibleReply } from '../dialogue/visibleReply';
import type { JudgeReading } from './judgeTask';
import { lastJsonObject } from './lastJsonObject';
import type { Verdict } from './verdict';

/** How the answer of one kind of judge becomes verdicts. */
export interface VerdictForm<T> {
  /** Shape of the answer, reasoning first; also what providers with structured output are given. */
  readonly schema: z.ZodType<T>;
  /** Brings other spellings of the same answer into shape before the schema looks; must not throw. */
  normalise?(value: unknown): unknown;
  /** Reads an answer without any JSON object, think traces left out; `undefined` when there is none to be read. */
  plain?(visible: string): unknown;
  toVerdicts(answer: T): readonly Verdict[];
}

/** Makes the `read` of a judge task. What does not pass the schema is unreadable, with the reason; it never throws. */
export function readVerdict<T>(form: VerdictForm<T>): (text: string) => JudgeReading {
  return (text) => {
    const search = lastJsonObject(text);
    const plain = search.kind === 'none' ? form.plain?.(visibleReply(text)) : undefined;
    if (search.kind === 'none' && plain === undefined) return { kind: 'unreadable', problem: search.problem };
    const value = search.kind === 'found' ? search.value : plain;
    const answer = form.schema.safeParse(form.normalise?.(value) ?? value);
    if (!answer.success) return { kind: 'unreadable', problem: describeIssues(answer.error.issues) };
    return { kind: 'verdicts', verdicts: form.toVerdicts(answer.data) };
  };
}

function describeIssues(issues: readonly z.core.$ZodIssue[]): string {
  const lines = issues
    .slice(0, 3)
    .map(({ path, message }) => `${path.map(String).join('.') || 'the answer'}: ${message}`);
  return `The answer is not in the shape asked for (${lines.join('; ')}).`;
}
