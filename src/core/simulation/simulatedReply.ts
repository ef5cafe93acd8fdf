import type { RuleId } from '../prompt/rules';
import type { Random } from '../statistics/random';

export type Slots = Readonly<Record<string, string | undefined>>;

export type Phrases<Move extends string> = Readonly<Record<Move, readonly string[]>>;

export type Step<Move extends string> = Move | { readonly say: Move; readonly slots: Slots } | Decision<Move>;

interface Decision<Move extends string> {
  /** From 0 to 1, for a prompt with none of `rules`. */
  readonly chance: number;
  /** What each rule in the prompt adds. The sum stays within `bounds`. */
  readonly rules: Partial<Readonly<Record<RuleId, number>>>;
  readonly then: readonly Step<Move>[];
  readonly otherwise: readonly Step<Move>[];
}

/** `then` by chance, else `otherwise`. */
export function maybe<Move extends string>(
  chance: number,
  rules: Decision<Move>['rules'],
  then: readonly Step<Move>[],
  otherwise: readonly Step<Move>[] = [],
): Decision<Move> {
  return { chance, rules, then, otherwise };
}

/** Like models, a simulated tutor mostly follows a rule, so that scores stay off both ends. */
const bounds = { low: 0.03, high: 0.93 };

/** Decides by the prompt's rules and by chance, reproducibly per seed. The chances say nothing about real models. */
export function simulatedReply<Move extends string>(
  steps: readonly Step<Move>[],
  { phrases, slots }: { readonly phrases: Phrases<Move>; readonly slots: Slots },
  rules: readonly RuleId[],
  random: Random,
): string {
  const stated = new Set(rules);
  const used = new Set<string>();
  const said = (step: Step<Move>): readonly string[] => {
    if (typeof step === 'string') return [worded(step, slots)];
    if ('say' in step) return [worded(step.say, { ...slots, ...step.slots })];
    return (random.next() < chanceOf(step, stated) ? step.then : step.otherwise).flatMap(said);
  };
  const worded = (move: Move, known: Slots): string => {
    const fillable = phrases[move].filter((phrase) =>
      [...phrase.matchAll(slot)].every(([, name = '']) => wordsOf(known, name) !== undefined),
    );
    const fresh = fillable.filter((phrase) => !used.has(phrase));
    const phrase = pickOne(fresh.length === 0 ? fillable : fresh, random) ?? '';
    used.add(phrase);
    return fill(phrase, known);
  };
  return steps
    .flatMap(said)
    .filter((text) => text !== '')
    .join(' ')
    .replace(/ ?\n ?/g, '\n');
}

function chanceOf<Move extends string>({ chance, rules }: Decision<Move>, stated: ReadonlySet<RuleId>): number {
  const added = Object.entries(rules).filter(([rule]) => stated.has(rule as RuleId));
  if (added.length === 0) return chance;
  const sum = added.reduce((total, [, more]) => total + more, chance);
  return Math.min(bounds.high, Math.max(bounds.low, sum));
}

export function each(more: number, ...rules: readonly RuleId[]): Partial<Readonly<Record<RuleId, number>>> {
  return Object.fromEntries(rules.map((rule) => [rule, more]));
}

export function pickOne<T>(options: readonly T[], random: Random): T | undefined {
  return options.length === 0 ? undefined : options[random.int(options.length)];
}

const slot = /\{(\w+)\}/g;

export function fill(phrase: string, slots: Slots): string {
  return phrase.replace(slot, (_all, name: string) => wordsOf(slots, name) ?? '');
}

function wordsOf(slots: Slots, name: string): string | undefined {
  return Object.hasOwn(slots, name) ? slots[name] : undefined;
}
