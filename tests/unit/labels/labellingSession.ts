import { mrBench } from '../../../src/core/benchmarks/mrbench/definition';
import type { RunSession } from '../../../src/core/run/runSession';
import { Labelling } from '../../../src/core/labels/labelling';
import type { LabelPositionView, LabelOptions } from '../../../src/core/labels/labellingView';
import type { HandLabel } from '../../../src/core/store/handLabelLog';
import { labelTrials } from '../../../src/core/labels/labelPositions';
import { blindRows } from './mrSession';

/** A labelling session whose entries go to a list in memory, at a clock that counts. */
export class LabellingSession {
  readonly labelling: Labelling;
  readonly log: HandLabel[];
  #seconds = 0;

  constructor(session: RunSession, options: Partial<LabelOptions> = {}, { by = 'Ada', log = [] as HandLabel[] } = {}) {
    const { trials } = labelTrials(session, 'mrbench');
    this.log = log;
    this.labelling = new Labelling({ session, benchmark: mrBench, trials }, { ...blindRows, ...options }, by, log);
  }

  get place(): LabelPositionView {
    const { position } = this.labelling.view(0);
    if (position === undefined) throw new Error('Nothing is left.');
    return position;
  }

  /** Gives a label by its place among the choices, to a row of the reply that is shown. */
  label(choice: number, row = 0, reason?: string): HandLabel {
    const { id, rows } = this.place;
    const { slot } = rows[row]!;
    const change = this.labelling.label(id, slot, { choice, reason }, this.#now());
    if (change === undefined) throw new Error('There is no such label.');
    this.log.push(change.entry);
    change.keep();
    return change.entry;
  }

  undo(): HandLabel | undefined {
    const taken = this.labelling.takeBack(this.#now());
    if (taken === undefined) return undefined;
    this.log.push(taken.entry);
    taken.keep();
    return taken.entry;
  }

  #now(): string {
    this.#seconds += 1;
    return new Date(Date.UTC(2026, 2, 4, 5, 6, this.#seconds)).toISOString();
  }
}
