import { whenIdle, type Work } from './promptWork';

/** A prompt's name; two are the same where they read the same. */
export interface PromptName {
  toString(): string;
}

/** A prompt's name that changes with every renaming, until it is disposed. */
export interface FollowedName<Name> {
  readonly now: Name;
  dispose(): void;
}

/** All that belongs to a prompt in this window, as far as renaming has to do with it. */
export interface MovableDesk<Name> {
  readonly uri: Name;
  readonly evaluation: Work & {
    readonly onDidEndRun: (listener: (session: { readonly manifest: { readonly runId: string } }) => void) => {
      dispose(): unknown;
    };
  };
  readonly judges: { readonly runs: Work };
}

/** Where desks stand. */
export interface DeskPlaces<Name, Desk> {
  /** The desk of a name, where there is one. */
  find(name: Name): Desk | undefined;
  /**
   * Puts a desk of the name `to` in the place of `desk`, where there is one. `ended`: the run that came to its end while the desk waited;
   * `undefined` where none did. Rejects when the runs cannot be read.
   */
  replace(desk: Desk | undefined, to: Name, ended: string | undefined): Promise<void>;
  /** Takes the error of a replacing that nobody waits for. */
  failed(error: unknown): void;
}

/** Takes desks to the new names of their prompts: at once, or when what goes on under the old name has ended. */
export class PromptMoves<Name extends PromptName, Desk extends MovableDesk<Name>> {
  readonly #places: DeskPlaces<Name, Desk>;
  readonly #followed = new Set<{ now: Name }>();
  readonly #waiting = new Map<Desk, FollowedName<Name>>();
  readonly #arrivals = new WeakMap<Desk, Promise<Name>>();

  constructor(places: DeskPlaces<Name, Desk>) {
    this.#places = places;
  }

  /** Follows a prompt through its renamings, for whoever has something to say of it later. */
  follow(name: Name): FollowedName<Name> {
    const followed = { now: name, dispose: () => void this.#followed.delete(followed) };
    this.#followed.add(followed);
    return followed;
  }

  /** Where a desk's prompt is to be found: its own name, or that of the desk in its place, once that is there. Never rejects. */
  async whereIs(desk: Desk): Promise<Name> {
    return (await this.#arrivals.get(desk)) ?? desk.uri;
  }

  /** A prompt has another name. Resolves when its desk is there, or waits for what goes on. Rejects as replacing does. */
  async moved(from: Name, to: Name): Promise<void> {
    for (const one of this.#followed) if (areSame(one.now, from)) one.now = to;
    this.#stopWaitingForOwnNames();
    const desk = this.#places.find(from);
    if (desk !== undefined && (desk.evaluation.isRunning || desk.judges.runs.isRunning)) {
      const name = this.follow(to);
      this.#waiting.set(desk, name);
      this.#arrivals.set(desk, this.#moveWhenIdle(desk, name));
      return;
    }
    const replaced = this.#places.replace(desk, to, undefined);
    const arrived = (): Name => to;
    if (desk !== undefined) this.#arrivals.set(desk, replaced.then(arrived, arrived));
    await replaced;
  }

  /** A prompt that has its first name back stays where it is. */
  #stopWaitingForOwnNames(): void {
    for (const [desk, name] of this.#waiting) {
      if (!areSame(name.now, desk.uri)) continue;
      this.#waiting.delete(desk);
      name.dispose();
    }
  }

  async #moveWhenIdle(desk: Desk, name: FollowedName<Name>): Promise<Name> {
    let ended: string | undefined;
    const listening = desk.evaluation.onDidEndRun(({ manifest }) => (ended = manifest.runId));
    await whenIdle([desk.evaluation, desk.judges.runs]);
    listening.dispose();
    if (this.#waiting.get(desk) !== name) return desk.uri;
    this.#waiting.delete(desk);
    name.dispose();
    const to = name.now;
    await this.#places.replace(desk, to, ended).catch((error: unknown) => this.#places.failed(error));
    return to;
  }
}

function areSame(one: PromptName, other: PromptName): boolean {
  return one.toString() === other.toString();
}
