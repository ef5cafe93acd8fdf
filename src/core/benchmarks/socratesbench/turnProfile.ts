/** J2 failures at one turn among the conversations with a verdict there; `rate` in percent. */
export interface TurnFailures {
  readonly turn: number;
  readonly failures: number;
  readonly n: number;
  readonly rate: number | undefined;
}

/** Conversations by their first J2 failure: `byTurn[0]` is turn 1. */
export interface FirstFailures {
  readonly byTurn: readonly number[];
  readonly clean: number;
  /** A verdict is missing before any known failure, so that the first one cannot be placed. */
  readonly unknown: number;
}

type Fails = readonly (boolean | undefined)[];

/** The failure profile over turns 1 to `turns` (paper, section 5.1). `conversations` holds a conversation's messages in order. */
export function turnProfile(conversations: readonly Fails[], turns: number): readonly TurnFailures[] {
  return Array.from({ length: turns }, (_, index) => {
    const judged = conversations.map((fails) => fails[index]).filter((fail) => fail !== undefined);
    const failures = judged.filter(Boolean).length;
    const rate = judged.length === 0 ? undefined : (100 * failures) / judged.length;
    return { turn: index + 1, failures, n: judged.length, rate };
  });
}

/** Where conversations break first. */
export function firstFailures(conversations: readonly Fails[], turns: number): FirstFailures {
  const firsts = conversations.map(firstFailure);
  return {
    byTurn: Array.from({ length: turns }, (_, index) => firsts.filter((first) => first === index + 1).length),
    clean: firsts.filter((first) => first === 'clean').length,
    unknown: firsts.filter((first) => first === undefined).length,
  };
}

/** The turn of the first failure, `clean`, or `undefined` when a missing verdict comes before any known failure. */
export function firstFailure(fails: Fails): number | 'clean' | undefined {
  const index = fails.findIndex((fail) => fail !== false);
  if (index === -1) return fails.length === 0 ? undefined : 'clean';
  return fails[index] === true ? index + 1 : undefined;
}

/** Whether turns 1 to `turn` − 1 are clean and `turn` fails; `undefined` where the verdicts leave it open. */
export function breaksFirstAt(fails: Fails, turn: number): boolean | undefined {
  if (fails.slice(0, turn - 1).includes(true) || fails[turn - 1] === false) return false;
  return fails.slice(0, turn).includes(undefined) || fails.length < turn ? undefined : true;
}
