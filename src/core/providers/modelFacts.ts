import type { Effort } from './modelParameters';
import type { ModelPrice } from './prices';

/** What is known of a model by its name, from its family's row in the table. */
export interface ModelFacts {
  /** Title of the family, for people; `undefined` for a model that the table does not know. */
  readonly family?: string;
  /** Whether it reasons when nothing is said of it; `undefined` where that is not known. */
  readonly reasons: boolean | undefined;
  /** Values of effort that it takes, least first; empty where it takes none or that is not known. */
  readonly efforts: readonly Effort[];
  /** What it does when no effort is sent; `undefined` where that is not known. */
  readonly defaultEffort?: Effort;
  /** Whether it takes a temperature: always, only while it does not reason, or never. */
  readonly temperature: 'always' | 'withoutReasoning' | 'never';
  /** `undefined` where that is not known, which is found out by asking. */
  readonly images?: boolean;
  /** Its own most tokens of output, reasoning included. */
  readonly maxOutputTokens?: number;
  /** Tokens of input and output together that it bears. */
  readonly contextTokens?: number;
  readonly price?: ModelPrice;
  /** Last day it is served, `YYYY-MM-DD`, where one is announced. */
  readonly shutdown?: string;
}

/** What is known of a model of this API. */
export function factsOf(_api: string, _model: string): ModelFacts {
  return { reasons: undefined, efforts: [], temperature: 'always' };
}

/** Room for hidden reasoning beyond the answer, in tokens. */
export function reasoningAllowance(facts: ModelFacts, effort: Effort | undefined): number {
  return facts.reasons === false || effort === 'none' ? 0 : 25_000;
}

/** Hidden reasoning of one call before anything is observed, in tokens. */
export function expectedReasoning(
  facts: ModelFacts,
  effort: Effort | undefined,
): { readonly low: number; readonly high: number } {
  return facts.reasons === false || effort === 'none' ? { low: 0, high: 0 } : { low: 0, high: 10_000 };
}
