import * as z from 'zod';
import type { ImageReference } from '../../providers/message';
import type { Random } from '../../statistics/random';
import { sha256 } from '../../text/sha256';
import type { Verdict, VerdictSlot } from './verdict';

/** One call to a judge. `fixed` is the same for all samples, so that providers cache it; `material` is fenced. */
export interface JudgePrompt {
  readonly fixed: string;
  readonly material: string;
  /** Differs between judges that share the rest, so it comes last, for the cache. The same for all samples. */
  readonly question?: string;
  /** Characters at the start of `material` that the other judges also receive. */
  readonly shared?: number;
  readonly images?: readonly ImageReference[];
}

/** Only `verdicts` is final; the others make the engine ask again. */
export type JudgeReading =
  | { readonly kind: 'verdicts'; readonly verdicts: readonly Verdict[] }
  /** Some verdicts were read; `remaining` asks for the missing ones. */
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
  /** `id@` and eight hex digits. Changes with the prompt, the rubric or the output schema. */
  readonly version: string;
}

export interface JudgeTask {
  /** Unique within a work item and stable across resumes, for instance `P-Affirm` or `J2@7`. */
  readonly key: string;
  readonly judge: string;
  readonly version: string;
  /** Every verdict expected of this call. Missing ones are stored as unscored. */
  readonly slots: readonly VerdictSlot[];
  readonly prompt: JudgePrompt;
  readonly schema: { readonly name: string; readonly zod: z.ZodType };
  /** Defaults to 2,048. */
  readonly maxOutputTokens?: number;
  /** Reads the whole reply and never throws. After a `partial` reading, `expected` names the verdicts still missing. */
  read(text: string, expected?: readonly VerdictSlot[]): JudgeReading;
  /** The offline provider's answer; `read` parses it. */
  simulate(random: Random): string;
  /** The task with the built-in text, when a custom prompt replaces it. Offline judges use it. */
  readonly builtIn?: JudgeTask;
}

/** Computed without a model, for instance on an exact numeric match. */
export interface ComputedVerdicts {
  readonly key: string;
  readonly verdicts: readonly Verdict[];
}

export function slotsIn(task: JudgeTask | ComputedVerdicts): readonly VerdictSlot[] {
  return 'prompt' in task ? task.slots : task.verdicts;
}

/** `id@` and eight hex digits of a hash over all parts. Different versions are never compared silently. */
export function judgeVersion(id: string, ...parts: readonly (string | z.ZodType)[]): string {
  const texts = parts.map((part) => (typeof part === 'string' ? part : JSON.stringify(z.toJSONSchema(part))));
  // The length comes first, so that moving text between parts changes the hash.
  return `${id}@${sha256(texts.map((text) => `${text.length}\n${text}\n`).join('')).slice(0, 8)}`;
}
