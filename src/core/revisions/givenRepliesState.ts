import { RunState } from '../engine/runState';

/** The state of a run whose replies were there before it. */
export class GivenRepliesState extends RunState {
  /** A reply that was not given then is not asked for now. */
  override forgetFailures(): void {
    for (const item of this.items.values()) item.forgetJudgeFailures();
  }
}
