import type { ProtocolPolicy } from './protocolPolicy';
import type { Sample } from './samples';
import type { TrustCard } from './trustCard';
import { NamedError } from '../text/errors';

/** A judge that learned from people's labels and answers on this machine, in place of the offline provider's rules. */
export interface LearnedJudge<S extends Sample = Sample> {
  /** Changes with its weights; recorded with each of its verdicts. */
  readonly version: string;
  /** What is known of it on replies that it was not trained on. */
  readonly cards: readonly TrustCard[];
  /** Its answer on one dimension as a text that the judge's own reader reads. Pure: the same reply, the same answer. */
  answer(judge: string, sample: S, reply: string, policy: ProtocolPolicy): string;
  /** The answer of a sibling that had not seen the reply. `undefined` for a reply that the judge was not trained on. */
  heldOutAnswer(judge: string, sample: S, reply: string, policy: ProtocolPolicy): string | undefined;
  /** Whether it was trained on replies to the sample's dialogue: its answer on another reply to it is of a dialogue that it knows. */
  isTrainingDialogue(sample: S): boolean;
}

/** What versions of learned judges begin with, so that none is taken for the version of a wording (`name@…`). */
export const learnedPrefix = 'embedded/';

export function isLearnedVersion(version: string): boolean {
  return version.startsWith(learnedPrefix);
}

/** Where a learned judge is kept. Files are named as in the folder `judges/` and read by the shell. */
export interface LearnedJudgeFile<S extends Sample = Sample> {
  readonly weights: string;
  readonly crossValidated: string;
  read(weights: string, crossValidated: string): LearnedJudge<S>;
}

/** A file of a learned judge is damaged at `place`; the message says how to get a whole one. */
export class LearnedFileError extends NamedError {
  override readonly name = 'LearnedFileError';

  constructor(
    readonly position: string,
    message: string,
  ) {
    super(message);
  }
}
