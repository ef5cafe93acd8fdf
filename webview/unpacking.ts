import type { ToPanel } from '../src/protocol/messages';
import type { PanelState, StateChange } from '../src/protocol/panelState';
import { unpackView } from './unpackView';

type Packed = Extract<ToPanel, { readonly kind: 'packedComparison' }>;

/** A message as the page takes it. */
export type ToPage = Exclude<ToPanel, Packed>;

/** Unpacks messages and hands them on in the order in which they came: unpacking takes a moment, and what comes meanwhile waits. */
export class Unpacking {
  readonly #listener: (message: ToPage) => void;
  readonly #report: (error: unknown) => void;
  #waiting = 0;
  #last: Promise<void> = Promise.resolve();

  /** `report` hears of messages that are damaged, and of what the listener throws while others wait. */
  constructor(listener: (message: ToPage) => void, report: (error: unknown) => void) {
    this.#listener = listener;
    this.#report = report;
  }

  receive(message: ToPanel): void {
    if (this.#waiting === 0 && message.kind !== 'packedComparison') {
      this.#listener(message);
      return;
    }
    this.#waiting += 1;
    const whole = message.kind === 'packedComparison' ? this.#unpack(message) : message;
    this.#last = this.#handOn(whole, this.#last);
  }

  async #handOn(message: ToPage | Promise<ToPage>, after: Promise<void>): Promise<void> {
    // Whatever became of it: what comes later is heard.
    await after.catch(() => undefined);
    try {
      this.#listener(await message);
    } catch (error) {
      this.#report(error);
    } finally {
      this.#waiting -= 1;
    }
  }

  /** Never rejects. */
  async #unpack({ runs, view }: Packed): Promise<ToPage> {
    try {
      return { kind: 'comparison', runs, view: await unpackView(view) };
    } catch (error) {
      this.#report(error);
      return { kind: 'comparison', runs, view: undefined, problem: 'The comparison has not arrived whole. Try again.' };
    }
  }
}

/** The state that a change of `before` stands for. */
export function changedState(before: PanelState | undefined, { state, rows }: StateChange): PanelState {
  const { report } = state;
  if (report === undefined) return state;
  const benchmarks = report.benchmarks.map((benchmark, place) => {
    const cases = [...(before?.report?.benchmarks[place]?.cases ?? [])];
    for (const [at, row] of rows[place] ?? []) cases[at] = row;
    return { ...benchmark, cases };
  });
  return { ...state, report: { ...report, benchmarks } };
}
