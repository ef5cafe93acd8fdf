import { readableText } from '../../benchmark/judging/readableText';
import type { LearnedJudge, LearnedJudgeFile } from '../../benchmark/learnedJudge';
import type { ProtocolPolicy } from '../../benchmark/protocolPolicy';
import { readCrossValidatedLabels } from './embedded/crossValidatedLabels';
import { readEmbeddedJudge, trustCardsOf } from './embedded/embeddedFile';
import { EmbeddedMrBenchJudge } from './embedded/embeddedMrBenchJudge';
import type { ReplyMaterial } from './embedded/replyReading';
import { type DimensionId, dimensionIds } from './labels';
import type { MrSample } from './samples';

/** The judge of MRBench that learned from people's labels, as the offline provider asks it. */
export const learnedMrJudge: LearnedJudgeFile<MrSample> = {
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
        const dimension = dimensionOf(id);
        const { label, feedback } = judge.judge(dimension, materialOf(sample, reply, policy));
        return JSON.stringify({ feedback, label });
      },
      heldOutAnswer(id, sample, reply, policy) {
        const dimension = dimensionOf(id);
        const label = held.crossValidatedLabel(sample.history, reply, dimension);
        if (label === undefined) return undefined;
        // The models that had not seen a reply do not come with the program: their labels do.
        const signs = judge.explain(dimension, materialOf(sample, reply, policy), label);
        const feedback = `Answered by a model that was trained without this problem. What the model trained on everything would go by: ${signs}`;
        return JSON.stringify({ feedback, label });
      },
      isTrainingDialogue: ({ history }) => held.isTrainingDialogue(history),
    };
  },
};

/**
 * One material for all dimensions, so that a reply is read once: those whose judge may not see the worked solution have no feature of it.
 */
function materialOf({ history, groundTruthSolution }: MrSample, reply: string, policy: ProtocolPolicy): ReplyMaterial {
  return {
    history,
    reply: readableText(reply),
    solution: policy.groundTruthToJudge ? groundTruthSolution : undefined,
  };
}

function dimensionOf(id: string): DimensionId {
  const dimension = dimensionIds.find((one) => one === id);
  if (dimension === undefined) throw new Error(`MRBench has no dimension “${id}”.`);
  return dimension;
}
