import * as z from 'zod';

/** Longest label in characters; it stands in a list. */
export const longestLabel = 200;

const prompt = z.string().min(1).max(4_096);
const at = z.iso.datetime();
const revision = z.string().regex(/^sha256:[0-9a-f]{1,64}$/);

/** One line of the revision journal: what a person said about a prompt's revisions. */
export const revisionEntrySchema = z.discriminatedUnion('kind', [
  /** Names a revision; `null` takes the name away. */
  z.object({ kind: z.literal('label'), at, prompt, revision, label: z.string().min(1).max(longestLabel).nullable() }),
  /** Makes a revision the baseline of its prompt; `null`: none is. */
  z.object({ kind: z.literal('pin'), at, prompt, revision: revision.nullable() }),
  /** A prompt file, or a folder of them, has another path since. */
  z.object({ kind: z.literal('moved'), at, from: prompt, to: prompt }),
]);
export type RevisionEntry = Readonly<z.infer<typeof revisionEntrySchema>>;
