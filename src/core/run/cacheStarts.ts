import type { ComputedVerdicts, JudgePrompt, JudgeTask } from '../benchmark/judging/judgeTask';
import { sum } from '../statistics/sum';
import { mostTokens, type ModelEndpoint } from './modelEndpoint';

/** What a call begins with that other calls may begin with, too. */
export interface CallStart {
  /** Equal for equal starts. */
  readonly key: string;
  readonly tokens: number;
}

export interface Cacheable {
  /** The most input tokens that the provider's cache can give; a hit is never sure. */
  readonly cacheable: number;
  /** What they would then cost less, in US dollars; `undefined` without known prices. */
  readonly saving: number | undefined;
}

export function addCacheable(parts: readonly Cacheable[]): Cacheable {
  const savings = parts.flatMap(({ saving }) => saving ?? []);
  return {
    cacheable: sum(parts.map(({ cacheable }) => cacheable)),
    saving: savings.length < parts.length ? undefined : sum(savings),
  };
}

/** Where the material that other judges get, too, is long enough, it is the second start. */
export function judgeStarts({ fixed, material, shared }: JudgePrompt): readonly string[] {
  return shared === undefined ? [fixed] : [fixed, `${fixed}\n${material.slice(0, shared)}`];
}

/** The most tokens that a cache can give: of each call the longest start of `least` tokens that an earlier one had. */
export function cacheableTokens(calls: Iterable<readonly CallStart[]>, least: number | undefined): number {
  if (least === undefined) return 0;
  const seen = new Set<string>();
  let sum = 0;
  for (const starts of calls) {
    const long = starts.filter(({ tokens }) => tokens >= least);
    sum += Math.max(0, ...long.filter(({ key }) => seen.has(key)).map(({ tokens }) => tokens));
    for (const { key } of long) seen.add(key);
  }
  return sum;
}

/**
 * A start can be read from a cache once the first call with it is answered. So of the calls with one long start all but
 * the first come in a second wave. Otherwise each of them would pay for writing it.
 */
export function wavesOf<Task extends JudgeTask | ComputedVerdicts>(
  tasks: readonly Task[],
  { facts: { leastCached = Infinity }, batches }: Pick<ModelEndpoint, 'facts' | 'batches'>,
): readonly (readonly Task[])[] {
  // The calls of a batch have no order.
  if (batches !== undefined || leastCached === Infinity) return [tasks];
  const seen = new Set<string>();
  const later = tasks.filter((task) => {
    const [, start] = 'prompt' in task ? judgeStarts(task.prompt) : [];
    if (start === undefined || mostTokens(start) < leastCached) return false;
    const isSeen = seen.has(start);
    seen.add(start);
    return isSeen;
  });
  return later.length === 0 ? [tasks] : [tasks.filter((task) => !later.includes(task)), later];
}
