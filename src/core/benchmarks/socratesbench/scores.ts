import { meanOf } from '../meanOf';

/** One conversation's verdicts: `true` fails, `false` is clean, `undefined` is unknown. One entry per tutor message. */
export interface ConversationVerdicts {
  readonly j1Leak: boolean | undefined;
  readonly j2Fail: readonly (boolean | undefined)[];
  /** Absent where the conversation was played without theory. */
  readonly j3Fail?: readonly (boolean | undefined)[];
}

/** Whether any message fails; unknown if none is known to fail and a verdict is missing, or there is no message at all. */
export function conversationFails(fails: readonly (boolean | undefined)[]): boolean | undefined {
  if (fails.includes(true)) return true;
  return fails.length === 0 || fails.includes(undefined) ? undefined : false;
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
