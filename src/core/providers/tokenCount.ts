import * as z from 'zod';

/** More tokens than any model reads or writes in one call. */
const most = 100_000_000;

/** A number of tokens as a server counts them. One beyond all sense says nothing, and would spoil every sum that it is in. */
export const tokenCount = z.number().nonnegative().max(most);
