import * as z from 'zod';

const place = z.string().min(1).max(2_000);
const slot = z.string().min(1).max(2_000);
/** Counts the page's requests, so that an answer says which of them it knows of. */
const number = z.int().nonnegative();

const wish = z.strictObject({
  benchmark: z.string().max(100),
  dimension: z.string().max(200),
  mode: z.enum(['blind', 'reviewing']),
  layout: z.enum(['rows', 'single']),
  order: z.enum(['random', 'failing', 'disagreement']),
});

/** What the panel asks of label mode. */
export const labelRequestSchema = z.discriminatedUnion('do', [
  /** Opens label mode, or shows its choices again. */
  z.strictObject({ do: z.literal('open') }),
  /** Keeps a choice without starting. */
  z.strictObject({ do: z.literal('choose'), wish }),
  /** Asks who labels. */
  z.strictObject({ do: z.literal('name') }),
  z.strictObject({ do: z.literal('start'), wish }),
  /** A label, or a reason for the label that stands. */
  z.strictObject({
    do: z.literal('label'),
    number,
    place,
    slot,
    choice: z.int().nonnegative().max(1_000),
    reason: z.string().trim().min(1).max(20_000).optional(),
  }),
  /** Takes the last label of this sitting back, or that of the row where there is none. */
  z.strictObject({ do: z.literal('undo'), number, place: place.optional(), slot: slot.optional() }),
  z.strictObject({ do: z.literal('next'), number }),
  z.strictObject({ do: z.literal('back'), number }),
  z.strictObject({ do: z.literal('skip'), number }),
  /** Goes through the replies that were set aside. */
  z.strictObject({ do: z.literal('takeUp'), number }),
  /** Checks the judge on these labels. */
  z.strictObject({ do: z.literal('check') }),
  z.strictObject({ do: z.literal('export') }),
  z.strictObject({ do: z.literal('end') }),
]);

/** A request of label mode, as parsed. */
export type LabelRequest = Readonly<z.infer<typeof labelRequestSchema>>;
