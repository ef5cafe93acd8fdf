import type { ProtocolPolicy } from './protocolPolicy';
import type { Sample } from './samples';
import type { TrustCard } from './trustCard';
import { errorNamed } from '../text/errors';

/** A judge trained on people's labels. It runs on this machine in place of the offline provider's rules. */
export interface LearnedJudge<S extends Sample = Sample> {
  /** Changes with its weights. Recorded with each of its verdicts. */
  readonly version: string;
  /** Results on replies that it was not trained on. */
  readonly cards: readonly TrustCard[];
  /** Its answer on one dimension, as text for the judge's own reader. Pure. */
  answer(judge: string, sample: S, reply: string, policy: ProtocolPolicy): string;
  /** The answer of a model trained without this reply; `undefined` for replies outside the training data. */
  heldOutAnswer(judge: string, sample: S, reply: string): string | undefined;
  /** Whether training data had replies to this dialogue. Its answers on other replies are then not independent. */
  isTrainingDialogue(sample: S): boolean;
}

/** Prefix of learned judges' versions, which tells them from prompt versions (`name@…`). */
export const learnedPrefix = 'embedded/';

export function isLearnedVersion(version: string): boolean {
  return version.startsWith(learnedPrefix);
}

/** Where a learned judge is stored. File names are as in the folder `judges/`; the shell reads them. */
export interface LearnedJudgeFile<S extends Sample = Sample> {
  /** The choice of protocol whose default it learned under, and what it cannot do without. */
  readonly needs?: { readonly policy: string; readonly what: string };
  readonly weights: string;
  readonly crossValidated: string;
  read(weights: string, crossValidated: string): LearnedJudge<S>;
}

/** The file of a learned judge is damaged at `position`. The message says how to replace it. */
export class LearnedFileError extends errorNamed('LearnedFileError') {
  constructor(
    readonly position: string,
    message: string,
  ) {
    super(message);
  }
}
