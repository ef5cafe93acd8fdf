import * as z from 'zod';
import { type DimensionId, dimensionIds, labelOfCode, type MrLabel } from '../labels';
import { dialogueKey, replyKey } from '../replyKey';
import type { MrTurn } from '../samples';
import { damagedFile, readFileOf } from './embeddedFile';

const key = z.string().regex(/^[0-9a-f]{16}$/);

/** `judges/mrbenchCrossValidated.json`: for each training reply, the codes of the eight labels that a judge trained without its problem and its tutor gave. */
export const crossValidatedFileSchema = z.strictObject({
  schemaVersion: z.literal(2),
  /** The version of the judge that it belongs to. */
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

  /** `undefined` for a reply that the judge was not trained on. */
  crossValidatedLabel(history: readonly MrTurn[], reply: string, dimension: DimensionId): MrLabel | undefined {
    const codes = this.#codes.get(replyKey(history, reply));
    return codes === undefined ? undefined : labelOfCode(dimension, Number(codes[dimensionIds.indexOf(dimension)]));
  }
}

/** LearnedFileError where the text is not in shape or belongs to another judge than `version`. */
export function readCrossValidatedLabels(text: string, version: string): CrossValidatedLabels {
  const file = readFileOf(crossValidatedFileSchema, text, 1_000_000, 'of cross-validated labels ');
  if (file.judge !== version) throw damagedFile('judge', `names ${file.judge}, and the weights are ${version}`);
  return new CrossValidatedLabels(file);
}
