import type {
  CrossValidatedFile,
  EmbeddedFile,
  JudgeCard,
} from '../../src/core/benchmarks/mrbench/embedded/embeddedFile';
import { packModel, type EmbeddedModel } from '../../src/core/benchmarks/mrbench/embedded/embeddedModel';
import { dialogueKey, replyKey } from '../../src/core/benchmarks/mrbench/replyKey';
import { dimensionIds, labelCode } from '../../src/core/benchmarks/mrbench/labels';
import type { JudgedReply } from './cardStatistics';
import { procedureVersion } from './procedure';

const licence = 'CC BY-SA 4.0, https://creativecommons.org/licenses/by-sa/4.0/; see LICENSE beside this file';

const attribution =
  'Learned from the labelled replies of MRBench by Kaushal Kumar Maurya, KV Aditya Srivatsa, Kseniia Petukhova and Ekaterina Kochmar, ' +
  '“Unifying AI Tutor Evaluation: An Evaluation Taxonomy for Pedagogical Ability Assessment of LLM-Powered AI Tutors”, NAACL 2025 ' +
  '(arXiv 2412.09416), https://github.com/kaushal0494/UnifyingAITutorEvaluation, CC BY-SA 4.0. Its dialogues come from MathDial ' +
  '(Macina et al. 2023, CC BY-SA 4.0) and Bridge (Wang et al. 2024, MIT).';

/** The weights with their card, as they are written. */
export function embeddedFile(model: EmbeddedModel, card: JudgeCard): EmbeddedFile {
  return {
    schemaVersion: 2,
    benchmark: 'mrbench',
    procedure: procedureVersion,
    licence,
    attribution,
    card,
    weights: packModel(model),
  };
}

/** The cross-validated labels of the training replies and their dialogues, in order of their keys. */
export function crossValidatedFile(judge: string, judged: readonly JudgedReply[]): CrossValidatedFile {
  const codes = new Map(
    judged.map(({ reply, labels }) => [
      replyKey(reply.history, reply.reply),
      dimensionIds.map((id) => labelCode(id, labels[id])).join(''),
    ]),
  );
  const dialogues = [...new Set(judged.map(({ reply }) => dialogueKey(reply.history)))].sort();
  const replies = Object.fromEntries([...codes].sort(([left], [right]) => (left < right ? -1 : 1)));
  return { schemaVersion: 2, judge, replies, dialogues };
}
