import type { ChatReply, ChatRequest } from '../providers/provider';

/** Which step of which item. */
export interface StepPlace {
  /** Key of the item. */
  readonly item: string;
  /** Unique among the item's steps with one model. */
  readonly step: string;
}

/** What a step has come to so far, items begun again included. */
export interface StepSoFar {
  /** When it was first begun, in milliseconds since the epoch. */
  readonly started: number;
  /** Requests that reached the provider, repeats after failures included. */
  sent: number;
  /** Waits before another attempt. */
  retries: number;
  /** What was decided in its course by what may change until it is played again, in that order. */
  readonly decided: (boolean | undefined)[];
}

/** An answer, and what it took. */
export interface CallOutcome {
  readonly reply: ChatReply;
  readonly cached: boolean;
  readonly retries: number;
  /** Puts the answer into the cache. For the caller to decide: an answer that cannot be read must be asked for anew. */
  readonly remember: () => void;
}

/** Makes one call inside a step. Throws what the provider threw once retries are used up. */
export type ModelCall = (request: ChatRequest) => Promise<CallOutcome>;

/** What is done in one step of a run. */
export type StepWork<Result> = (call: ModelCall, soFar: Readonly<StepSoFar>) => Promise<Result>;
