import { readableText } from '../../benchmark/judging/readableText';
import type { LearnedJudge, LearnedJudgeFile } from '../../benchmark/learnedJudge';
import type { ProtocolPolicy } from '../../benchmark/protocolPolicy';
import { readCrossValidatedLabels, readEmbeddedJudge, trustCardsOf } from './embedded/embeddedFile';
import { type EmbeddedModel, splitsPerTree, type TreesHead } from './embedded/embeddedModel';
import { denseFeatureList, measureReply } from './embedded/measureReply';
import { leafOf, predictLabel, type PreparedReply, prepareReply } from './embedded/predictLabels';
import type { ReplyMaterial } from './embedded/replyReading';
import { type DimensionId, dimensionIds, labelsOf, type MrLabel } from './labels';
import { mrChoice } from './policies';
import type { MrSample } from './samples';

export const learnedMrJudge: LearnedJudgeFile<MrSample> = {
  needs: { policy: 'groundTruthToJudge', what: 'the worked solution' },
  weights: 'mrbench.json',
  crossValidated: 'mrbenchCrossValidated.json',
  read(weights, crossValidated): LearnedJudge<MrSample> {
    const { model, card, version } = readEmbeddedJudge(weights);
    const held = readCrossValidatedLabels(crossValidated, version);
    const judge = new EmbeddedMrBenchJudge(model);
    return {
      version,
      cards: trustCardsOf(card, version),
      answer(id, sample, reply, policy) {
        const { label, feedback } = judge.judge(dimensionOf(id), materialOf(sample, reply, policy));
        return JSON.stringify({ feedback, label });
      },
      heldOutAnswer(id, sample, reply, policy) {
        const dimension = dimensionOf(id);
        const label = held.crossValidatedLabel(sample.history, reply, dimension);
        if (label === undefined) return undefined;
        // The cross-validation models are not shipped; only their labels are, so there is no explanation.
        const signs = judge.explain(dimension, materialOf(sample, reply, policy), label);
        const feedback = `Answered by a model trained without this problem. From the model trained on all problems: ${signs}`;
        return JSON.stringify({ feedback, label });
      },
      isTrainingDialogue: ({ history }) => held.isTrainingDialogue(history),
    };
  },
};

/** One material for all dimensions, so that a reply is read once. */
function materialOf({ history, groundTruthSolution }: MrSample, reply: string, policy: ProtocolPolicy): ReplyMaterial {
  const solution = mrChoice(policy, 'groundTruthToJudge') ? groundTruthSolution : undefined;
  return { history, reply: readableText(reply), solution };
}

function dimensionOf(id: string): DimensionId {
  const dimension = dimensionIds.find((one) => one === id);
  if (dimension === undefined) throw new Error(`MRBench has no dimension “${id}”.`);
  return dimension;
}

export interface EmbeddedVerdict {
  readonly label: MrLabel;
  readonly chance: number;
  readonly feedback: string;
}

/** The worked solution is used only in dimensions whose judge may see it. */
export class EmbeddedMrBenchJudge {
  readonly #model: EmbeddedModel;
  /** The latest reply per dialogue, because its eight questions are asked together. */
  readonly #latest = new WeakMap<object, { readonly material: ReplyMaterial; readonly prepared: PreparedReply }>();

  constructor(model: EmbeddedModel) {
    this.#model = model;
  }

  judge(dimension: DimensionId, material: ReplyMaterial): EmbeddedVerdict {
    const predicted = predictLabel(this.#model, this.#prepared(material), dimension);
    return { ...predicted, feedback: this.explain(dimension, material, predicted.label) };
  }

  /** The strongest reasons for a label in terms and trees. The kernel model compares whole replies and has none. */
  explain(dimension: DimensionId, material: ReplyMaterial, label: MrLabel): string {
    const { values, scaled } = this.#prepared(material);
    const kind = labelsOf(dimension).indexOf(label);
    const { terms, trees, mix } = this.#model.heads[dimension];
    const signs: { readonly worth: number; words(): string }[] = [];
    for (const [at, term] of values.indexes.entries()) {
      const steps = terms.weights.map((own, of) => (terms.scales[of] ?? 0) * (own[term] ?? 0));
      // The class's lead over the mean of the other two.
      const [first = 0, second = 0, third = 0] = steps;
      const lead = 1.5 * (steps[kind] ?? 0) - 0.5 * (first + second + third);
      const worth = mix[0] * (values.values[at] ?? 0) * lead;
      signs.push({ worth, words: () => termWords(this.#model.terms.words[term] ?? '') });
    }
    for (const [column, loss] of mix[2] === 0 ? [] : lossesWithout(trees, scaled, kind)) {
      const side = (scaled[column] ?? 0) > 0 ? 'high' : 'low';
      signs.push({ worth: mix[2] * trees.scale * loss, words: () => denseFeatureList[column]?.[side] ?? '' });
    }
    const ranked = signs.filter(({ worth }) => worth > 0).sort((left, right) => right.worth - left.worth);
    const strongest = [...new Set(ranked.map((sign) => sign.words()))].slice(0, 3);
    if (strongest.length === 0)
      return 'No single sign stands out; the label follows from similarity to labelled replies.';
    return `Strongest signs for “${label}”: the reply ${listing.format(strongest)}.`;
  }

  #prepared(material: ReplyMaterial): PreparedReply {
    const { history, reply, solution } = material;
    const known = this.#latest.get(history);
    if (known?.material.reply === reply && known.material.solution === solution) return known.prepared;
    const prepared = prepareReply(this.#model, measureReply(material));
    this.#latest.set(history, { material, prepared });
    return prepared;
  }
}

/** For each feature that decided a branch in this class's trees: the leaf steps lost if it were average. */
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
      // An average value would take the same branch, or the feature is already counted on this path.
      if (left === 0 <= cut || counted.includes(column)) continue;
      counted.push(column);
      const loss = leafOf(head, tree, scaled) - leafOf(head, tree, scaled, column);
      losses.set(column, (losses.get(column) ?? 0) + loss);
    }
  }
  return losses;
}

const listing = new Intl.ListFormat('en-GB', { type: 'conjunction' });

const numberWords: Readonly<Record<string, string>> = {
  '#result': 'the student’s result',
  '#student': 'a number of the student’s',
  '#tutor': 'a number of the tutor’s',
  '#earlier': 'an earlier number',
  '#new': 'a new number',
  '#number': 'a number',
};

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
