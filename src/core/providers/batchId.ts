import * as z from 'zod';
import { UnreadableReplyError } from './unreadableReply';

/** What may be an id that a provider gives: it becomes part of an address and of a file. */
export const batchIdPattern = /^[A-Za-z0-9][\w.:-]{0,199}$/;

const named = z.object({ id: z.string().regex(batchIdPattern) });

/** The id of what a provider has just made. Throws `UnreadableReplyError`. */
export function batchIdOf(made: unknown): string {
  const parsed = named.safeParse(made);
  if (parsed.success) return parsed.data.id;
  throw new UnreadableReplyError('JSON without an id');
}
