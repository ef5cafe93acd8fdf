import { type DimensionId, dimensionIds, labelsOf, type MrLabel } from '../labels';
import { type EmbeddedModel, leavesPerTree, splitsPerTree, type TreesHead } from './embeddedModel';
import { denseFeatureList, measureReply } from './measureReply';
import { leafOf, type PredictedLabel, predictLabels, type PreparedReply, prepareReply } from './predictLabels';
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

interface Sign {
  /** Made for the strongest signs only. */
  words(): string;
  readonly worth: number;
}

const mostSigns = 3;

/**
 * One sentence that names the signs which most speak for the label given: for a word, what the term head adds for it; for a feature,
 * what the label’s trees lose when it is taken for average. The kernel head compares whole replies and has no single signs.
 */
function explainLabel(
  model: EmbeddedModel,
  dimension: DimensionId,
  reply: PreparedReply,
  { label }: Pick<PredictedLabel, 'label'>,
): string {
  const kind = labelsOf(dimension).indexOf(label);
  const { terms, trees, mix } = model.heads[dimension];
  const signs: Sign[] = [];
  for (let at = 0; at < reply.values.places.length; at++) {
    const place = reply.values.places[at] ?? 0;
    const own = (of: number): number => (terms.scales[of] ?? 0) * (terms.weights[of]?.[place] ?? 0);
    const worth = mix[0] * (reply.values.values[at] ?? 0) * lead(own, kind);
    if (worth > 0) signs.push({ words: () => termWords(model.words[place] ?? ''), worth });
  }
  for (const [column, loss] of mix[2] === 0 ? [] : lossesWithout(trees, reply.scaled, kind)) {
    const feature = denseFeatureList[column];
    const worth = mix[2] * trees.scale * loss;
    if (worth > 0 && feature !== undefined) {
      signs.push({ words: () => ((reply.scaled[column] ?? 0) > 0 ? feature.high : feature.low), worth });
    }
  }
  const strongest = new Set<string>();
  for (const sign of signs.sort((left, right) => right.worth - left.worth)) {
    if (strongest.add(sign.words()).size === mostSigns) break;
  }
  if (strongest.size === 0) return 'No single sign stands out; the label follows from likeness to labelled replies.';
  return `Strongest signs for “${label}”: the reply ${listed([...strongest])}.`;
}

/** How far a class is ahead of the mean of the two others. */
function lead(valueOf: (kind: number) => number, kind: number): number {
  return 1.5 * valueOf(kind) - 0.5 * (valueOf(0) + valueOf(1) + valueOf(2));
}

/** For each feature that decided a turn in a tree of this class, what the leaves lose without it, in steps. */
function lossesWithout(head: TreesHead, scaled: Int8Array, kind: number): ReadonlyMap<number, number> {
  const losses = new Map<number, number>();
  const trees = head.leaves.length / leavesPerTree;
  for (let tree = kind; tree < trees; tree += 3) {
    const base = splitsPerTree * tree;
    let [first, second] = [-1, -1];
    for (let node = 0; node < splitsPerTree;) {
      const column = head.columns[base + node] ?? 0;
      const cut = head.cuts[base + node] ?? 0;
      const left = (scaled[column] ?? 0) <= cut;
      const averageGoesLeft = 0 <= cut;
      node = left ? 2 * node + 1 : 2 * node + 2;
      // An average value would have gone the same way, or the feature has been counted on this way to the leaf.
      if (left === averageGoesLeft || column === first || column === second) continue;
      [first, second] = [column, first];
      const loss = leafOf(head, tree, scaled) - leafOf(head, tree, scaled, column);
      losses.set(column, (losses.get(column) ?? 0) + loss);
    }
  }
  return losses;
}

const numberWords: Readonly<Record<string, string>> = {
  '#result': 'the student’s result',
  '#student': 'a number of the student’s',
  '#tutor': 'a number of the tutor’s',
  '#earlier': 'an earlier number',
  '#new': 'a new number',
  '#number': 'a number',
};

/** A term as the end of a sentence about the reply. */
function termWords(term: string): string {
  const [first = '', second] = term.split(' ');
  if (second === undefined) return `has ${spoken(first)}`;
  if (first === '^') return `opens with ${spoken(second)}`;
  if (second === '$') return `ends with ${spoken(first)}`;
  return numberWords[first] === undefined && numberWords[second] === undefined
    ? `has “${first} ${second}”`
    : `has ${spoken(first)} before ${spoken(second)}`;
}

function spoken(word: string): string {
  return numberWords[word] ?? `“${word}”`;
}

function listed(parts: readonly string[]): string {
  const last = parts.at(-1) ?? '';
  return parts.length < 2 ? last : `${parts.slice(0, -1).join(', ')} and ${last}`;
}
