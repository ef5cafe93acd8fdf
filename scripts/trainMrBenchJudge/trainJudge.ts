import type { EmbeddedModel } from '../../src/core/benchmarks/mrbench/embedded/embeddedModel';
import { eight, offsetsOf } from './crossValidate';
import { fitHeads } from './fitHeads';
import type { AllHeldOut } from './heldOutChances';
import { mix } from './procedure';
import type { TrainingReply } from './trainingReply';

/** Heads fitted to all given replies. Offsets are best for models that had not seen the problem. */
export function trainJudge(replies: readonly TrainingReply[], held: Pick<AllHeldOut, 'newProblem'>): EmbeddedModel {
  const model = fitHeads(replies);
  const offsets = offsetsOf(replies, held, mix);
  return { ...model, heads: eight((id) => ({ ...model.heads[id], offsets: offsets[id] })) };
}
