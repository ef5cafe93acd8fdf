import type * as z from 'zod';
import type { ImageReference } from '../../providers/message';
import type { Random } from '../../statistics/random';
import { sha256 } from '../../text/sha256';
import type { Verdict, VerdictSlot } from './verdict';

/**
 * One call to a judge. `fixed` comes first and is byte-identical over all samples of a judge, so that providers can
 * cache the prefix; everything that a sample or a tutor wrote is in `material`, fenced.
 */
export interface JudgePrompt {
  readonly fixed: string;
  readonly material: string;
  /** What sets the judge apart from others that share the rest: it comes last, for the cache. The same over all samples. */
  readonly question?: string;
  /** Characters at the beginning of `material` that the others are sent as well. */
  readonly shared?: number;
  readonly images?: readonly ImageReference[];
}

/** Only `verdicts` is final: the other two make the engine ask again. */
export type JudgeReading =
  | { readonly kind: 'verdicts'; readonly verdicts: readonly Verdict[] }
  /** Some verdicts were read; `remaining` asks for the others alone. */
  | {
      readonly kind: 'partial';
      readonly verdicts: readonly Verdict[];
      readonly problem: string;
      readonly remaining: JudgePrompt;
    }
  | { readonly kind: 'unreadable'; readonly problem: string };

export interface JudgeInfo {
  readonly id: string;
  readonly title: string;
  readonly question: string;
  /** Changes whenever the wording, the rubric or the output shape does: `id@` and eight hex digits. */
  readonly version: string;
}

export interface JudgeTask {
  /** Unique within a work item and stable across resumes, for instance `P-Affirm` or `J2@7`. */
  readonly key: string;
  readonly judge: string;
  readonly version: string;
  /** Every verdict expected of this call. Those that never arrive are stored as unscored. */
  readonly slots: readonly VerdictSlot[];
  readonly prompt: JudgePrompt;
  readonly schema: { readonly name: string; readonly zod: z.ZodType };
  /** 2,048 when absent. */
  readonly maxOutputTokens?: number;
  /**
   * Reads the judge's whole reply. Never throws; hostile text is `unreadable`. `expected` names the verdicts still missing
   * when this is the answer to a `partial` reading's `remaining` prompt.
   */
  read(text: string, expected?: readonly VerdictSlot[]): JudgeReading;
  /** The offline provider's answer, which goes through `read`. */
  simulate(random: Random): string;
  /** The task in the built-in wording, where a person's own is in its place: what offline judges, which read no wording, go by. */
  readonly builtIn?: JudgeTask;
}

/** Given by code without a model, for instance on an exact numeric match. */
export interface ComputedVerdicts {
  readonly key: string;
  readonly verdicts: readonly Verdict[];
}

/**
 * `id@` and eight hex digits that change with any of the parts: fixed text, template of the material, output shape
 * (`JSON.stringify(z.toJSONSchema(schema))`). Verdicts of different versions are not compared silently.
 */
export function judgeVersion(id: string, ...parts: readonly string[]): string {
  // Length first, so that moving text from one part to the next is a change too.
  return `${id}@${sha256(parts.map((part) => `${part.length}\n${part}\n`).join('')).slice(0, 8)}`;
}
