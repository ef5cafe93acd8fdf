import type { ProtocolPolicy } from './protocolPolicy';
import type { Sample } from './samples';
import type { TrustCard } from './trustCard';

/** A judge that learned from people's labels and answers on this machine, in place of the offline provider's rules. */
export interface LearnedJudge<S extends Sample = Sample> {
  /** Changes with its weights; recorded with each of its verdicts. */
  readonly version: string;
  /** What is known of it on replies that it was not trained on. */
  readonly cards: readonly TrustCard[];
  /** Its answer on one dimension as a text that the judge's own reader reads. Pure: the same reply, the same answer. */
  answer(judge: string, sample: S, reply: string, policy: ProtocolPolicy): string;
  /**
   * For a reply that it was trained on: the answer of a sibling that had not seen it. `undefined` for a reply that it learned nothing
   * from.
   */
  heldOutAnswer(judge: string, sample: S, reply: string, policy: ProtocolPolicy): string | undefined;
  /** Whether it was trained on replies to the sample's dialogue: its answer on another reply to it is of a dialogue that it knows. */
  isTrainingDialogue(sample: S): boolean;
}

/** What versions of learned judges begin with, so that none is taken for the version of a wording (`name@…`). */
export const learnedPrefix = 'embedded/';

/** Whether a version is that of a judge that learned from labels and not of a judge's wording or rules. */
export function isLearnedVersion(version: string): boolean {
  return version.startsWith(learnedPrefix);
}

/** Where a learned judge is kept. Files are named as in the folder `judges/` and read by the shell. */
export interface LearnedJudgeFile<S extends Sample = Sample> {
  readonly weights: string;
  readonly crossValidated: string;
  /** Throws an error that says which part of which file is damaged. */
  read(weights: string, crossValidated: string): LearnedJudge<S>;
}
