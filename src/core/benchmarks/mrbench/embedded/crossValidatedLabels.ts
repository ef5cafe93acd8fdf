import * as z from 'zod';
import { type DimensionId, dimensionIds, labelOfCode, type MrLabel } from '../labels';
import { dialogueKey, replyKey } from '../replyKey';
import type { MrTurn } from '../samples';
import { EmbeddedFileError } from './embeddedFile';

const key = z.string().regex(/^[0-9a-f]{16}$/);

/** `judges/mrbenchCrossValidated.json`: for each training reply, the codes of the eight labels that a judge trained without its problem and its tutor gave. */
export const crossValidatedFileSchema = z.strictObject({
  schemaVersion: z.literal(2),
  /** The judge it belongs to, as `readEmbeddedJudge` gives it. */
  judge: z.string().max(100),
  /** Eight digits 1 to 3 in the order of the dimensions, by `replyKey`. */
  replies: z.record(key, z.string().regex(/^[123]{8}$/)),
  /** The dialogues that those reply to, by `dialogueKey`. */
  dialogues: z.array(key).readonly(),
});

export type CrossValidatedFile = z.output<typeof crossValidatedFileSchema>;

/** Labels for replies that the shipped judge was trained on, by judges that were not: for figures that are honest. */
export class CrossValidatedLabels {
  readonly #codes: ReadonlyMap<string, string>;
  readonly #dialogues: ReadonlySet<string>;

  constructor({ replies, dialogues }: Pick<CrossValidatedFile, 'replies' | 'dialogues'>) {
    this.#codes = new Map(Object.entries(replies));
    this.#dialogues = new Set(dialogues);
  }

  /** How many replies there are. */
  get size(): number {
    return this.#codes.size;
  }

  /** Whether the judge was trained on replies to this dialogue. */
  isTrainingDialogue(history: readonly MrTurn[]): boolean {
    return this.#dialogues.has(dialogueKey(history));
  }

  /** The label of a training reply; `undefined` for a reply that the judge was not trained on. */
  crossValidatedLabel(history: readonly MrTurn[], reply: string, dimension: DimensionId): MrLabel | undefined {
    const codes = this.#codes.get(replyKey(history, reply));
    return codes === undefined ? undefined : labelOfCode(dimension, Number(codes[dimensionIds.indexOf(dimension)]));
  }
}

/** In characters; 1,608 replies take about 60,000. */
const longestFile = 1_000_000;

/** Reads the file's text; EmbeddedFileError where it is not in shape or belongs to another judge than `version`. */
export function readCrossValidatedLabels(text: string, version: string): CrossValidatedLabels {
  if (text.length > longestFile) throw new EmbeddedFileError('', 'of cross-validated labels is too long');
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw new EmbeddedFileError('', 'of cross-validated labels is no JSON');
  }
  const parsed = crossValidatedFileSchema.safeParse(value);
  if (!parsed.success) {
    const place = parsed.error.issues[0]?.path.join('.') ?? '';
    throw new EmbeddedFileError(place, 'of the cross-validated labels is not in shape');
  }
  if (parsed.data.judge !== version) {
    throw new EmbeddedFileError('judge', `names ${parsed.data.judge}, and the weights are ${version}`);
  }
  return new CrossValidatedLabels(parsed.data);
}
