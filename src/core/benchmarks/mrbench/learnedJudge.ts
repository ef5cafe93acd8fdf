import { readableText } from '../../benchmark/judging/readableText';
import type { LearnedJudge, LearnedJudgeFile } from '../../benchmark/learnedJudge';
import type { ProtocolPolicy } from '../../benchmark/protocolPolicy';
import { decimalText } from '../../text/formatNumber';
import { readCrossValidatedLabels, readEmbeddedJudge, trustCardsOf } from './embedded/embeddedFile';
import type { EmbeddedModel } from './embedded/embeddedModel';
import { measureReply } from './embedded/measureReply';
import { type EmbeddedVerdict, predictLabel, type PreparedReply, prepareReply } from './embedded/predictLabels';
import type { ReplyMaterial } from './embedded/replyReading';
import { type DimensionId, dimensionIds } from './labels';
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
        const { label, chance } = judge.judge(dimensionOf(id), materialOf(sample, reply, policy));
        const feedback = `Chance of “${label}” ${decimalText(100 * chance, 0)}%, learned from people’s labels.`;
        return JSON.stringify({ feedback, label });
      },
      heldOutAnswer(id, { history }, reply) {
        const label = held.crossValidatedLabel(history, reply, dimensionOf(id));
        if (label === undefined) return undefined;
        return JSON.stringify({ feedback: 'Answered by a model trained without this problem.', label });
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

/** The worked solution is used only in dimensions whose judge may see it. */
export class EmbeddedMrBenchJudge {
  /** The latest reply per dialogue, because its eight questions are asked together. */
  readonly #latest = new WeakMap<object, { readonly material: ReplyMaterial; readonly prepared: PreparedReply }>();

  constructor(private readonly model: EmbeddedModel) {}

  judge(dimension: DimensionId, material: ReplyMaterial): EmbeddedVerdict {
    return predictLabel(this.model, this.#prepared(material), dimension);
  }

  #prepared(material: ReplyMaterial): PreparedReply {
    const { history, reply, solution } = material;
    const known = this.#latest.get(history);
    if (known?.material.reply === reply && known.material.solution === solution) return known.prepared;
    const prepared = prepareReply(this.model, measureReply(material));
    this.#latest.set(history, { material, prepared });
    return prepared;
  }
}
