import { listWords } from '../../../text/countWords';
import { type DimensionId, dimensionIds, labelsOf, type MrLabel } from '../labels';
import { type EmbeddedModel, splitsPerTree, type TreesHead } from './embeddedModel';
import { denseFeatureList, measureReply } from './measureReply';
import { leafOf, predictLabel, type PreparedReply, prepareReply } from './predictLabels';
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

  judge(dimension: DimensionId, material: ReplyMaterial): EmbeddedVerdict {
    const predicted = predictLabel(this.#model, this.#prepared(material), dimension);
    return { ...predicted, feedback: this.explain(dimension, material, predicted.label) };
  }

  judgeAll(material: ReplyMaterial): Readonly<Record<DimensionId, EmbeddedVerdict>> {
    const verdicts = dimensionIds.map((dimension) => [dimension, this.judge(dimension, material)] as const);
    return Object.fromEntries(verdicts) as Record<DimensionId, EmbeddedVerdict>;
  }

  /**
   * One sentence that names the signs which most speak for a label, whether or not it is the judge's own: for a word, what the term head
   * adds for it; for a feature, what the label’s trees lose when it is taken for average. The kernel head compares whole replies and
   * has no single signs.
   */
  explain(dimension: DimensionId, material: ReplyMaterial, label: MrLabel): string {
    const { values, scaled } = this.#prepared(material);
    const kind = labelsOf(dimension).indexOf(label);
    const { terms, trees, mix } = this.#model.heads[dimension];
    const signs: { readonly worth: number; words(): string }[] = [];
    for (const [at, place] of values.places.entries()) {
      const steps = terms.weights.map((own, of) => (terms.scales[of] ?? 0) * (own[place] ?? 0));
      // How far the class is ahead of the mean of the two others.
      const [first = 0, second = 0, third = 0] = steps;
      const lead = 1.5 * (steps[kind] ?? 0) - 0.5 * (first + second + third);
      const worth = mix[0] * (values.values[at] ?? 0) * lead;
      signs.push({ worth, words: () => termWords(this.#model.terms.words[place] ?? '') });
    }
    for (const [column, loss] of mix[2] === 0 ? [] : lossesWithout(trees, scaled, kind)) {
      const side = (scaled[column] ?? 0) > 0 ? 'high' : 'low';
      signs.push({ worth: mix[2] * trees.scale * loss, words: () => denseFeatureList[column]?.[side] ?? '' });
    }
    const ranked = signs.filter(({ worth }) => worth > 0).sort((left, right) => right.worth - left.worth);
    const strongest = [...new Set(ranked.map((sign) => sign.words()))].slice(0, 3);
    if (strongest.length === 0)
      return 'No single sign stands out; the label follows from likeness to labelled replies.';
    return `Strongest signs for “${label}”: the reply ${listWords(strongest)}.`;
  }

  #prepared(material: ReplyMaterial): PreparedReply {
    const known = this.#latest.find(
      ({ material: { history, reply, solution } }) =>
        history === material.history && reply === material.reply && solution === material.solution,
    );
    if (known !== undefined) return known.reply;
    const reply = prepareReply(this.#model, measureReply(material));
    if (this.#latest.push({ material, reply }) > remembered) this.#latest.shift();
    return reply;
  }
}

/** For each feature that decided a turn in a tree of this class, what the leaves lose without it, in steps. */
function lossesWithout(head: TreesHead, scaled: Int8Array, kind: number): ReadonlyMap<number, number> {
  const losses = new Map<number, number>();
  for (let tree = kind; tree < head.count; tree += 3) {
    const base = splitsPerTree * tree;
    const counted: number[] = [];
    for (let node = 0; node < splitsPerTree;) {
      const column = head.columns[base + node] ?? 0;
      const cut = head.cuts[base + node] ?? 0;
      const left = (scaled[column] ?? 0) <= cut;
      node = left ? 2 * node + 1 : 2 * node + 2;
      // An average value would have gone the same way, or the feature has been counted on this way to the leaf.
      if (left === 0 <= cut || counted.includes(column)) continue;
      counted.push(column);
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
  const spoken = (word: string): string => numberWords[word] ?? `“${word}”`;
  if (second === undefined) return `has ${spoken(first)}`;
  if (first === '^') return `opens with ${spoken(second)}`;
  if (second === '$') return `ends with ${spoken(first)}`;
  return numberWords[first] === undefined && numberWords[second] === undefined
    ? `has “${first} ${second}”`
    : `has ${spoken(first)} before ${spoken(second)}`;
}
