import { dimensionIds, labelsOf, type DimensionId, type MrLabel } from '../labels';
import type { EmbeddedModel } from './embeddedModel';
import { explainLabel } from './explainLabel';
import { measureReply } from './measureReply';
import { predictLabels, prepareReply, type PredictedLabel, type PreparedReply } from './predictLabels';
import type { ReplyMaterial } from './replyReading';

/** A label, how sure the model is of it (0..1), and the one sentence that says what it rests on. */
export interface EmbeddedVerdict {
  readonly label: MrLabel;
  readonly chance: number;
  readonly feedback: string;
}

interface Judged {
  readonly material: ReplyMaterial;
  readonly reply: PreparedReply;
  /** Made when first wanted: an explanation of another's label needs none. */
  labels?: Readonly<Record<DimensionId, PredictedLabel>>;
}

/** Eight questions about a reply are asked together, those about as many replies as the offline provider has lanes. */
const remembered = 16;

/**
 * The MRBench judge that learned from people's labels. Same weights and same material, same verdict; the worked solution has a part only in
 * dimensions whose judge may see it.
 */
export class EmbeddedMrBenchJudge {
  readonly #model: EmbeddedModel;
  readonly #latest: Judged[] = [];

  constructor(model: EmbeddedModel) {
    this.#model = model;
  }

  /** The verdict on one dimension. */
  judge(dimension: DimensionId, material: ReplyMaterial): EmbeddedVerdict {
    const judged = this.#judged(material);
    const { reply } = judged;
    const predicted = (judged.labels ??= predictLabels(this.#model, reply))[dimension];
    const chance = predicted.chances[labelsOf(dimension).indexOf(predicted.label)] ?? 0;
    return { label: predicted.label, chance, feedback: explainLabel(this.#model, dimension, reply, predicted) };
  }

  /** What speaks for a label, whether or not it is the judge's own: one sentence. */
  explain(dimension: DimensionId, material: ReplyMaterial, label: MrLabel): string {
    return explainLabel(this.#model, dimension, this.#judged(material).reply, { label });
  }

  /** The verdicts on all eight dimensions. */
  judgeAll(material: ReplyMaterial): Readonly<Record<DimensionId, EmbeddedVerdict>> {
    const verdicts = dimensionIds.map((dimension) => [dimension, this.judge(dimension, material)] as const);
    return Object.fromEntries(verdicts) as Record<DimensionId, EmbeddedVerdict>;
  }

  #judged(material: ReplyMaterial): Judged {
    const known = this.#latest.find(
      ({ material: { history, reply, solution } }) =>
        history === material.history && reply === material.reply && solution === material.solution,
    );
    if (known !== undefined) return known;
    const reply = prepareReply(this.#model, measureReply(material));
    const judged: Judged = { material, reply };
    if (this.#latest.push(judged) > remembered) this.#latest.shift();
    return judged;
  }
}
