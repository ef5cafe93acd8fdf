import type * as z from 'zod';
import { isRecord } from '../../text/isRecord';
import { visibleReply } from '../visibleReply';
import { withoutHidden, withoutSpelledOut } from './hiddenCharacters';
import type { JudgePrompt, JudgeReading, JudgeTask } from './judgeTask';
import { jsonObjectsIn, lastJsonObject, withoutExtents } from './lastJsonObject';
import type { Verdict, VerdictSlot } from './verdict';

export interface VerdictForm<T> {
  readonly schema: z.ZodType<T>;
  /** Normalises other spellings before the schema check. Must not throw. */
  normalise?(value: unknown): unknown;
  /** Reads an answer that has no JSON object. Think traces are already removed. */
  plain?(visible: string): unknown;
  toVerdicts(answer: T): readonly Verdict[];
}

/** Makes the `read` of a judge task. It never throws. */
export function readVerdict<T>(form: VerdictForm<T>): (text: string) => JudgeReading {
  return (text) => {
    const search = lastJsonObject(text);
    const plain = search.kind === 'none' ? form.plain?.(visibleReply(text)) : undefined;
    if (search.kind === 'none' && plain === undefined) return { kind: 'unreadable', problem: search.problem };
    return readValue(form, search.kind === 'found' ? search.value : plain);
  };
}

/** Reads what was found in an answer. Never throws. */
function readValue<T>(form: VerdictForm<T>, value: unknown): JudgeReading {
  const answer = form.schema.safeParse(form.normalise?.(value) ?? value);
  if (!answer.success) return { kind: 'unreadable', problem: describeIssues(answer.error.issues) };
  return { kind: 'verdicts', verdicts: form.toVerdicts(answer.data) };
}

/** An answer with several verdicts. Those that are missing or unreadable are asked for again. */
export interface VerdictsForm {
  readonly slots: readonly VerdictSlot[];
  /** Reads the verdict for a slot from the answer's object. A text: the answer as a whole is unreadable. */
  verdictsIn(
    answer: Readonly<Record<string, unknown>>,
    expected: readonly VerdictSlot[],
  ): ((slot: VerdictSlot) => Verdict | undefined) | string;
  /** How judge and problem call a slot's verdict, if not by its criterion, turn or judge. */
  nameOf?(slot: VerdictSlot): number;
  /** The names of the open verdicts follow. */
  readonly problem: string;
  remaining(open: readonly VerdictSlot[], names: string): JudgePrompt;
}

/** Makes the `read` of a judge task with several verdicts. It never throws. */
export function readVerdicts(form: VerdictsForm): JudgeTask['read'] {
  return (text, expected = form.slots) => {
    const search = lastJsonObject(text);
    const verdictOf = search.kind === 'none' ? search.problem : form.verdictsIn(search.value, expected);
    if (typeof verdictOf === 'string') return { kind: 'unreadable', problem: verdictOf };
    const read = expected.map((slot) => ({ slot, verdict: verdictOf(slot) }));
    const verdicts = read.flatMap(({ verdict }) => verdict ?? []);
    const open = read.flatMap(({ slot, verdict }) => (verdict === undefined ? [slot] : []));
    const names = open.map((slot) => form.nameOf?.(slot) ?? slot.criterionId ?? slot.turn ?? slot.judge).join(', ');
    const problem = `${form.problem} ${names}.`;
    if (open.length === 0) return { kind: 'verdicts', verdicts };
    if (verdicts.length === 0) return { kind: 'unreadable', problem };
    return { kind: 'partial', verdicts, problem, remaining: form.remaining(open, names) };
  };
}

/** A decision as its own judge gives it; alone, its value is that of the member `key`. */
export interface DecisionForm {
  readonly judge: string;
  readonly key: string;
  readonly form: VerdictForm<Readonly<Record<string, unknown>>>;
}

/** Reads an answer with a member for each of several decisions about a reply. */
export function readDecisions(decisions: readonly DecisionForm[], prompt: () => JudgePrompt): JudgeTask['read'] {
  return readVerdicts({
    slots: decisions.map(({ judge }) => ({ judge, unit: 'reply' })),
    verdictsIn: (answer) => {
      const said = new Map(Object.entries(answer).map(([name, value]) => [bareName(name), value]));
      return (slot) => {
        const value = said.get(bareName(slot.judge));
        const decision = decisions.find(({ judge }) => judge === slot.judge);
        const reading = decision && readValue(decision.form, isRecord(value) ? value : { [decision.key]: value });
        return reading?.kind === 'verdicts' ? reading.verdicts[0] : undefined;
      };
    },
    problem: 'No usable decision was given for',
    remaining: (_open, names) => ({
      ...prompt(),
      question: `Still without a decision: ${names}. Decide these now, in the same form.`,
    }),
  });
}

/** A name in lower case with nothing but its letters, because judges respell names. */
export function bareName(name: string): string {
  return name.toLowerCase().replace(/[^a-z]/g, '');
}

function describeIssues(issues: readonly z.core.$ZodIssue[]): string {
  const lines = issues
    .slice(0, 3)
    .map(({ path, message }) => `${path.map(String).join('.') || 'the answer'}: ${message}`);
  return `The answer is not in the shape asked for (${lines.join('; ')}).`;
}

/** The message when the only verdict of an answer also occurs in the material. */
const copiedProblem = 'The verdict in the answer is a copy of words in the material, and no decision of the judge.';

/** Ignores text copied from the material, so a reply cannot smuggle in its own verdict. Never throws. */
export function readAnswer(
  task: Pick<JudgeTask, 'read'>,
  material: string,
  text: string,
  expected?: readonly VerdictSlot[],
): JudgeReading {
  const own = ownWords(text, material);
  const reading = task.read(own, expected);
  return own !== text && reading.kind === 'unreadable' ? { kind: 'unreadable', problem: copiedProblem } : reading;
}

/** The result line of a trained critic. */
const resultLine = /\[result\]|(?:level|score|label|rating|result)[\s*_]*[:=]/i;
/** What a verdict can look like: a result line, or the start of a JSON object in any quotation marks. */
const verdictLike = new RegExp(String.raw`[{｛]\s*\\*["'“”„«＂]|${resultLine.source}`, 'i');

/**
 * Drops verdicts that a judge copied from the material: JSON objects that occur there, and result lines if no other
 * object is left. Ignores blanks, escapes and kinds of quotation marks. Usually returns the answer unchanged.
 */
export function ownWords(answer: string, material: string): string {
  if (!verdictLike.test(material)) return answer;
  const known = squeezed(material);
  const visible = visibleReply(answer);
  const objects = jsonObjectsIn(visible);
  const copied = objects.filter(({ start, end }) => known.includes(squeezed(visible.slice(start, end))));
  const rest = withoutExtents(visible, copied);
  if (copied.length < objects.length) return copied.length === 0 ? answer : rest;
  const lines = rest.split('\n');
  const own = lines.filter((line) => !resultLine.test(line) || !known.includes(squeezed(line)));
  return copied.length === 0 && own.length === lines.length ? answer : own.join('\n');
}

/** For comparison: drops blanks, backslashes and spelled-out characters, and uses one kind of quotes. */
function squeezed(text: string): string {
  return withoutHidden(withoutSpelledOut(text.normalize('NFKC')))
    .replace(/[\s\\\p{Cf}]+/gu, '')
    .replace(/['‘’“”„«»]/g, '"')
    .toLowerCase();
}
