import type { RequestShape } from './requestShape';

/**
 * Which request shape a server took for a model, so that only the first call of a process pays for finding out.
 * Holds nothing else: no key, no prompt, no reply.
 */
export class ShapeMemory {
  readonly #shapes = new Map<string, RequestShape>();

  recall(baseUrl: string, model: string): RequestShape | undefined {
    return this.#shapes.get(shapeKey(baseUrl, model));
  }

  /** All but what holds for one call. */
  remember(baseUrl: string, model: string, { roomTokens: _, ...shape }: RequestShape): void {
    this.#shapes.set(shapeKey(baseUrl, model), shape);
  }
}

function shapeKey(baseUrl: string, model: string): string {
  return JSON.stringify([baseUrl, model]);
}

/**
 * The memory of this process: a fact about servers outside, the same for every run, and only ever an optimisation.
 * Providers are made anew for each run and would otherwise be refused once more each time.
 */
export const processShapes = new ShapeMemory();
