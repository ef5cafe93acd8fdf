import * as z from 'zod';

/** How much a model reasons before it answers, least first. Not every model takes every value. */
export const efforts = ['none', 'minimal', 'low', 'medium', 'high', 'xhigh', 'max'] as const;
export type Effort = (typeof efforts)[number];

/** The longest answer that may be asked for, in tokens; no model writes more. */
const mostTokens = 400_000;
const longestTimeoutSeconds = 86_400;

/** Members of a request that the program sets itself, and that no extra parameter replaces. */
const ownMembers: ReadonlySet<string> = new Set(['model', 'messages', 'system', 'stream', 'n']);

/**
 * What a user sets for the calls of one role. `extra` goes into the body of each request as it is, for what one server alone knows, such
 * as `{"chat_template_kwargs": {"enable_thinking": false}}`.
 */
export const modelParametersSchema = z.strictObject({
  effort: z.enum(efforts).optional(),
  /** In place of the benchmark's own. */
  temperature: z.number().min(0).max(2).optional(),
  /** Length of the answer in tokens, in place of the benchmark's own; room for reasoning comes on top. */
  maxTokens: z.int().positive().max(mostTokens).optional(),
  /** Longest wait for one whole reply. */
  timeoutSeconds: z.number().positive().max(longestTimeoutSeconds).optional(),
  extra: z
    .record(z.string(), z.json())
    .refine((extra) => !Object.keys(extra).some((key) => ownMembers.has(key)), {
      error: `extra parameters cannot replace ${[...ownMembers].join(', ')}`,
    })
    .optional(),
});
export type ModelParameters = z.infer<typeof modelParametersSchema>;
