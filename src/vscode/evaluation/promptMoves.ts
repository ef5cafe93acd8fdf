import { whenIdle, type Work } from './promptWork';

/** A prompt's name; two are the same where they read the same. */
interface PromptName {
  toString(): string;
}

/** A prompt's name that changes with every renaming, until it is disposed. */
export interface FollowedName<Name> {
  readonly now: Name;
  dispose(): void;
}

/** All that belongs to a prompt in this window, as far as renaming has to do with it. */
export interface MovableController<Name> extends Work {
  readonly uri: Name;
  readonly onDidEndRun: (listener: (session: { readonly manifest: { readonly runId: string } }) => void) => {
    dispose(): unknown;
  };
  readonly judges: { readonly runs: Work };
}

/** The controllers of a window by the names of their prompts. */
interface ControllersByName<Name, Controller> {
  /** The controller of a name, where there is one. */
  find(name: Name): Controller | undefined;
  /**
   * Puts a controller of the name `to` in the place of `controller`, where there is one. `ended`: the run that came to its end while the controller waited;
   * `undefined` where none did. Rejects when the runs cannot be read.
   */
  replace(controller: Controller | undefined, to: Name, ended: string | undefined): Promise<void>;
  /** Takes the error of a replacing that nobody waits for. */
  failed(error: unknown): void;
}

/** Takes controllers to the new names of their prompts: at once, or when what goes on under the old name has ended. */
export class PromptMoves<Name extends PromptName, Controller extends MovableController<Name>> {
  readonly #controllers: ControllersByName<Name, Controller>;
  readonly #followed = new Set<{ now: Name }>();
  readonly #waiting = new Map<Controller, FollowedName<Name>>();
  readonly #arrivals = new WeakMap<Controller, Promise<Name>>();

  constructor(controllers: ControllersByName<Name, Controller>) {
    this.#controllers = controllers;
  }

  /** Follows a prompt through its renamings, for whoever has something to say of it later. */
  follow(name: Name): FollowedName<Name> {
    const followed = { now: name, dispose: () => void this.#followed.delete(followed) };
    this.#followed.add(followed);
    return followed;
  }

  /** Where a controller's prompt is to be found: its own name, or that of the controller in its place, once that is there. Never rejects. */
  async whereIs(controller: Controller): Promise<Name> {
    return (await this.#arrivals.get(controller)) ?? controller.uri;
  }

  /** A prompt has another name. Resolves when its controller is there, or waits for what goes on. Rejects as replacing does. */
  async moved(from: Name, to: Name): Promise<void> {
    for (const one of this.#followed) if (areSame(one.now, from)) one.now = to;
    this.#stopWaitingForOwnNames();
    const controller = this.#controllers.find(from);
    if (controller !== undefined && (controller.isRunning || controller.judges.runs.isRunning)) {
      const name = this.follow(to);
      this.#waiting.set(controller, name);
      this.#arrivals.set(controller, this.#moveWhenIdle(controller, name));
      return;
    }
    const replaced = this.#controllers.replace(controller, to, undefined);
    const arrived = (): Name => to;
    if (controller !== undefined) this.#arrivals.set(controller, replaced.then(arrived, arrived));
    await replaced;
  }

  /** A prompt that has its first name back stays where it is. */
  #stopWaitingForOwnNames(): void {
    for (const [controller, name] of this.#waiting) {
      if (!areSame(name.now, controller.uri)) continue;
      this.#waiting.delete(controller);
      name.dispose();
    }
  }

  async #moveWhenIdle(controller: Controller, name: FollowedName<Name>): Promise<Name> {
    let ended: string | undefined;
    const listening = controller.onDidEndRun(({ manifest }) => (ended = manifest.runId));
    await whenIdle([controller, controller.judges.runs]);
    listening.dispose();
    if (this.#waiting.get(controller) !== name) return controller.uri;
    this.#waiting.delete(controller);
    name.dispose();
    const to = name.now;
    await this.#controllers.replace(controller, to, ended).catch((error: unknown) => this.#controllers.failed(error));
    return to;
  }
}

function areSame(one: PromptName, other: PromptName): boolean {
  return one.toString() === other.toString();
}
