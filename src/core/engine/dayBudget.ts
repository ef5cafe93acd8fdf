import type { Spending, SpendingEntry, SpendingLedger } from '../store/spendingLedger';
import { RunStoreError } from '../store/runStore';
import type { ReachedCap } from './budgetError';
import { isoTime, type Clock } from './clock';
import { DaySpending } from './daySpending';
import type { RunCaps } from './runCaps';

/** How old a call of another run may be and still be expected to end, in milliseconds: longer than a call may take. */
const expectedWithinMs = 5 * 60_000;
/** How long what was spent without a cap over the day is gathered before it is noted, in milliseconds: each note is five trips to the disk. */
const gatheredForMs = 200;
/** Characters of a model's name that are kept. */
const longestName = 500;
/** Amounts are sums of many small ones. */
const rounding = 1e-9;

/** A call that the day has room for. */
export interface DayHold {
  readonly day: string;
  readonly model: string;
  /** Names what is set aside; `undefined` where nothing was, as no cap is over the day. */
  readonly id: string | undefined;
}

/** `othersMayEnd`: calls of other runs are under way whose end may make room. */
export type DayAnswer =
  | { readonly kind: 'held'; readonly hold: DayHold }
  | { readonly kind: 'full'; readonly reached: ReachedCap; readonly othersMayEnd: boolean };

type DayCap = 'maxCostUsdPerDay' | 'maxCallsPerDay';

const nothing: Spending = { usd: 0, calls: 0 };

interface Waiting {
  readonly model: string;
  readonly most: Spending;
  readonly resolve: (answer: DayAnswer) => void;
  readonly reject: (error: unknown) => void;
}

interface Owed {
  readonly hold: DayHold;
  readonly spent: Spending;
}

interface Book {
  readonly day: string;
  readonly spending: DaySpending;
  read: number;
}

/**
 * Notes what a run spends in the ledger of its store, and keeps it under caps over all runs of a UTC day. With such a cap the
 * most that a call can come to is written down before it is sent, and counts as spent until the call has ended. Whether it fits is
 * decided by what stands before its own line: all processes see the lines in one order, so together they never pass a cap that all
 * of them hold. Calls that come together are written together; a run without such a cap notes what it spends five times a second.
 */
export class DayBudget {
  readonly #ledger: SpendingLedger;
  readonly #caps: Pick<RunCaps, DayCap>;
  readonly #run: string;
  readonly #clock: Clock;
  /** Begins the names of what this run sets aside. */
  readonly #prefix: string;
  readonly #isCapped: boolean;
  #named = 0;
  #book: Book | undefined;
  #waiting: Waiting[] = [];
  #owed: Owed[] = [];
  #working: Promise<void> | undefined;
  readonly #closing = new AbortController();
  #failure: Error | undefined;

  /** `random`: uniform in [0, 1); tells this process apart from others that go on with the same run. */
  constructor(ledger: SpendingLedger, caps: RunCaps, run: string, clock: Clock, random: () => number) {
    this.#ledger = ledger;
    this.#caps = caps;
    this.#run = run;
    this.#clock = clock;
    this.#prefix = `${run}/${clock.now().toString(36)}${Math.floor(random() * 2 ** 32).toString(36)}/`;
    this.#isCapped = caps.maxCostUsdPerDay !== undefined || caps.maxCallsPerDay !== undefined;
  }

  /** Asks whether the day has room for a call. Rejects with `RunStoreError` when that cannot be found out. */
  hold(model: string, most: Spending): Promise<DayAnswer> {
    if (!this.#isCapped) return Promise.resolve({ kind: 'held', hold: this.unchecked(model) });
    return new Promise((resolve, reject) => {
      this.#waiting.push({ model: model.slice(0, longestName), most, resolve, reject });
      this.#working ??= this.#work();
    });
  }

  /** For a call that is made in any case, as it is paid for already: nothing is set aside, and what it came to is noted. */
  unchecked(model: string): DayHold {
    return { day: this.#today, model: model.slice(0, longestName), id: undefined };
  }

  /** Notes what a call came to, in the place of what was set aside for it. */
  settle(hold: DayHold, spent: Spending): void {
    if (hold.id === undefined && spent.usd === 0 && spent.calls === 0) return;
    this.#owed.push({ hold, spent });
    this.#working ??= this.#work();
  }

  /** Resolves when all that was spent is written. A failure is not told: without a cap nobody depends on it. */
  async close(): Promise<void> {
    this.#closing.abort();
    while (this.#working !== undefined) await this.#working;
  }

  get #today(): string {
    return isoTime(this.#clock).slice(0, 10);
  }

  async #work(): Promise<void> {
    while (this.#owed.length > 0 || this.#waiting.length > 0) {
      await this.#gather();
      const owed = this.#owed.splice(0);
      const waiting = this.#waiting.splice(0);
      try {
        await this.#write(owed);
        if (this.#failure !== undefined) throw this.#failure;
        if (waiting.length > 0) await this.#admit(waiting);
      } catch (error) {
        // From here on nobody knows what the day has come to.
        this.#failure = error instanceof Error ? error : new Error(String(error));
        for (const { reject } of waiting) reject(error);
      }
    }
    this.#working = undefined;
  }

  /** With a cap calls wait for it: only what comes in this turn goes along. Without one there is time for more. */
  async #gather(): Promise<void> {
    try {
      if (!this.#isCapped) await this.#clock.delay(gatheredForMs, this.#closing.signal);
    } catch {
      // The run is over.
    }
  }

  async #write(owed: readonly Owed[]): Promise<void> {
    const days = new Map<string, SpendingEntry[]>();
    const sums = new Map<string, Extract<SpendingEntry, { kind: 'spent' }>>();
    const at = isoTime(this.#clock);
    for (const { hold, spent } of owed) {
      const entries = listOf(days, hold.day);
      const { model, id } = hold;
      if (id !== undefined) entries.push({ kind: 'spent', id, at, run: this.#run, model, ...spent });
      else {
        const key = `${hold.day} ${model}`;
        const sum = sums.get(key) ?? { kind: 'spent', at, run: this.#run, model, usd: 0, calls: 0 };
        sums.set(key, { ...sum, usd: sum.usd + spent.usd, calls: sum.calls + spent.calls });
      }
    }
    for (const [key, sum] of sums) listOf(days, key.slice(0, key.indexOf(' '))).push(sum);
    for (const [day, entries] of days) await this.#ledger.append(day, entries);
  }

  async #admit(waiting: readonly Waiting[]): Promise<void> {
    const book = await this.#refreshed();
    const fitting: { readonly call: Waiting; readonly id: string }[] = [];
    let planned = nothing;
    for (const call of waiting) {
      const sum = added(planned, call.most);
      const kind = this.#passed(book, sum);
      if (kind !== undefined) this.#refuse(book, call, kind);
      else {
        planned = sum;
        this.#named += 1;
        fitting.push({ call, id: this.#prefix + String(this.#named) });
      }
    }
    if (fitting.length === 0) return;
    const at = isoTime(this.#clock);
    await this.#ledger.append(
      book.day,
      fitting.map(({ call, id }) => ({ kind: 'held', id, at, run: this.#run, model: call.model, ...call.most })),
    );
    const found = new Map<string, DayCap | undefined>();
    await this.#refreshed(book, (id) => found.set(id, this.#passed(book, nothing)));
    for (const { call, id } of fitting) {
      const hold = { day: book.day, model: call.model, id };
      const kind = found.get(id);
      if (kind === undefined && found.has(id)) {
        call.resolve({ kind: 'held', hold });
        continue;
      }
      this.#owed.push({ hold, spent: nothing });
      // Another process came in between, or the line is not there.
      if (kind !== undefined) this.#refuse(book, call, kind);
      else call.reject(lost(book.day));
    }
  }

  /** Reads what was added to today's book; `onOwn` hears of each line of this run that sets something aside, as of its place. */
  async #refreshed(known?: Book, onOwn: (id: string) => void = () => undefined): Promise<Book> {
    const day = known?.day ?? this.#today;
    if (this.#book?.day !== day) this.#book = { day, spending: new DaySpending(), read: 0 };
    const book = this.#book;
    for (;;) {
      const { entries, next, isMore } = await this.#ledger.read(day, book.read);
      book.read = next;
      for (const entry of entries) {
        book.spending.apply(entry);
        if (entry.kind === 'held' && entry.id.startsWith(this.#prefix)) onOwn(entry.id);
      }
      if (!isMore) return book;
    }
  }

  #passed({ spending: { spent, aside } }: Book, more: Spending): DayCap | undefined {
    const { maxCostUsdPerDay: usd, maxCallsPerDay: calls } = this.#caps;
    // A call that costs nothing as far as anybody can tell never passes a cap on cost.
    if (usd !== undefined && spent.usd + aside.usd + more.usd > usd + rounding) return 'maxCostUsdPerDay';
    return calls !== undefined && spent.calls + aside.calls + more.calls > calls ? 'maxCallsPerDay' : undefined;
  }

  #refuse(book: Book, { resolve }: Waiting, kind: DayCap): void {
    const notMine = [...book.spending.held].filter(({ id }) => !id.startsWith(this.#prefix));
    // Whoever has the run's lock is alone with it: what else it set aside is of a process that is dead.
    const others = notMine.filter(({ run }) => run !== this.#run);
    const reached: ReachedCap = {
      kind,
      cap: this.#caps[kind] ?? 0,
      spent: book.spending.spent,
      others: others.reduce<Spending>(added, nothing),
      earlier: notMine.filter(({ run }) => run === this.#run).reduce<Spending>(added, nothing),
      day: book.day,
    };
    const now = this.#clock.now();
    // Another computer's clock may go before this one, but a line of next year is no call under way.
    const othersMayEnd = others.some(({ at }) => Math.abs(now - Date.parse(at)) < expectedWithinMs);
    resolve({ kind: 'full', reached, othersMayEnd });
  }
}

function added(left: Spending, right: Spending): Spending {
  return { usd: left.usd + right.usd, calls: left.calls + right.calls };
}

function listOf(lists: Map<string, SpendingEntry[]>, key: string): SpendingEntry[] {
  let list = lists.get(key);
  if (list === undefined) lists.set(key, (list = []));
  return list;
}

function lost(day: string): RunStoreError {
  const message = `What was written to the spending of ${day} is not there. Check the disk, or run without a cap per day.`;
  return new RunStoreError('unwritable', '', message);
}
