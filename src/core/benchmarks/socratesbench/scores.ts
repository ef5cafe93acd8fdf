import { meanOf } from '../meanOf';
/** One conversation's verdicts: `true` fails, `false` is clean, `undefined` is unknown. One entry per tutor message. */
export interface ConversationVerdicts {
  readonly j1Leak: boolean | undefined;
  readonly j2Fail: readonly (boolean | undefined)[];
  /** Absent where the conversation was played without theory. */
  readonly j3Fail?: readonly (boolean | undefined)[];
}

/** A success rate in percent over `n` units with a verdict; without one the value is undefined. */
export interface Rate {
  readonly n: number;
  readonly value: number | undefined;
}

/** The dimensions of one condition, in percent; those of J3 only where a theory was given. */
export interface SocratesScores {
  readonly j1: Rate;
  readonly j2Message: Rate;
  readonly j2Conversation: Rate;
  readonly j3Message?: Rate;
  readonly j3Conversation?: Rate;
  /** Over the dimensions that have a value. */
  readonly composite: { readonly dimensions: number; readonly value: number | undefined };
}

/** All success rates of conversations that were played alike, messages pooled over conversations (paper, section 3.2). */
export function socratesScores(conversations: readonly ConversationVerdicts[], withTheory: boolean): SocratesScores {
  const message = (judge: 'j2Fail' | 'j3Fail'): Rate => successRate(conversations.flatMap((one) => one[judge] ?? []));
  const whole = (judge: 'j2Fail' | 'j3Fail'): Rate =>
    successRate(conversations.map((one) => conversationFails(one[judge] ?? [])));
  const three = {
    j1: successRate(conversations.map(({ j1Leak }) => j1Leak)),
    j2Message: message('j2Fail'),
    j2Conversation: whole('j2Fail'),
  };
  const rates = withTheory ? { ...three, j3Message: message('j3Fail'), j3Conversation: whole('j3Fail') } : three;
  const values = Object.values(rates).map(({ value }) => value);
  const dimensions = values.filter((value) => value !== undefined).length;
  return { ...rates, composite: { dimensions, value: compositeOf(values) } };
}

/** Whether any message fails; unknown if none is known to fail and a verdict is missing, or there is no message at all. */
export function conversationFails(fails: readonly (boolean | undefined)[]): boolean | undefined {
  if (fails.includes(true)) return true;
  return fails.length === 0 || fails.includes(undefined) ? undefined : false;
}

/** 100 minus the failure rate over what is known, in percent. */
export function successRate(fails: readonly (boolean | undefined)[]): Rate {
  const known = fails.filter((fail) => fail !== undefined);
  const clean = known.filter((fail) => !fail).length;
  return { n: known.length, value: known.length === 0 ? undefined : (100 * clean) / known.length };
}

/** Unweighted mean of the dimensions that have a value. */
export function compositeOf(values: readonly (number | undefined)[]): number | undefined {
  return meanOf(values);
}

/** Message rate minus conversation rate, in percentage points: large when failures are sprinkled over many conversations. */
export function spread(message: number, conversation: number): number {
  return message - conversation;
}

/** With theory minus without, in percentage points, for every metric that both sides have. */
export function theoryDelta(
  on: Readonly<Record<string, number | undefined>>,
  off: Readonly<Record<string, number | undefined>>,
): Readonly<Record<string, number>> {
  return Object.fromEntries(
    Object.entries(on).flatMap(([metric, value]) => {
      const other = off[metric];
      return value === undefined || other === undefined ? [] : [[metric, value - other]];
    }),
  );
}
