import * as z from 'zod';

/** Where a prompt file stood in git at the moment of its evaluation. Comes from a repository, so its texts are foreign. */
export const gitStateSchema = z.object({
  /** Full id of the commit that was checked out; absent in a repository without any. */
  commit: z
    .string()
    .regex(/^[0-9a-f]{40}(?:[0-9a-f]{24})?$/)
    .optional(),
  /** Absent with a detached head. */
  branch: z.string().optional(),
  /** Whether this file differs from the commit, or is not in it. */
  dirty: z.boolean(),
  /** From the top of the repository, with forward slashes. */
  path: z.string(),
});
export type GitState = Readonly<z.infer<typeof gitStateSchema>>;
