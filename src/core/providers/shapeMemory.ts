import type { ChatRequest } from './provider';
import type { RequestShape } from './requestShape';

/** What a server's answer to the form of a request hangs on: some models take a temperature with one effort and none with another. */
type Asked = Pick<ChatRequest, 'model' | 'effort'>;

/**
 * Which request shape a server took for a model, so that only the first call of a process pays for finding out.
 * Holds nothing else: no key, no prompt, no reply.
 */
export class ShapeMemory {
  readonly #shapes = new Map<string, RequestShape>();

  recall(baseUrl: string, request: Asked): RequestShape | undefined {
    return this.#shapes.get(shapeKey(baseUrl, request));
  }

  /** All but what holds for one call. */
  remember(baseUrl: string, request: Asked, { roomTokens: _, ...shape }: RequestShape): void {
    this.#shapes.set(shapeKey(baseUrl, request), shape);
  }
}

function shapeKey(baseUrl: string, { model, effort }: Asked): string {
  return JSON.stringify([baseUrl, model, effort ?? null]);
}

/**
 * The memory of this process: a fact about servers outside, the same for every run, and only ever an optimisation.
 * Providers are made anew for each run and would otherwise be refused once more each time.
 */
export const processShapes = new ShapeMemory();
