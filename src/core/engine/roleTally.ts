import { expectedReasoning, factsOf } from '../providers/modelFacts';
import { costOf } from '../providers/prices';
import { type ManifestModel, modelName } from '../store/runManifest';
import { addCosts, addRanges, type Range } from './estimateRange';
import type { ObservedLength } from './observedLengths';

/** Which end of the range is computed. */
export type End = 'low' | 'high';

/** Tokens of one or more calls. */
export interface Tokens {
  readonly input: number;
  readonly output: number;
}

/** What one role's calls come to. Tokens are of all calls together; 0 for simulated models, which are sent nothing. */
export interface RoleEstimate {
  readonly calls: number;
  readonly input: Range;
  readonly output: Range;
  /** US dollars; `undefined` where a model in use has no known price. */
  readonly usd: Range | undefined;
  /** What earlier runs told of these models' answers. */
  readonly observed: readonly ObservedLength[];
  /** Hidden tokens a call that are reckoned with for models which nobody has observed yet. */
  readonly hidden: readonly HiddenTokens[];
}

/** How much a model may reason before it answers, in tokens a call. */
export interface HiddenTokens extends Range {
  /** As in tables. */
  readonly model: string;
}

/** Adds up calls and tokens of one role. */
export class RoleTally {
  calls = 0;
  readonly #input = { low: 0, high: 0 };
  readonly #output = { low: 0, high: 0 };
  readonly #batch: true | undefined;
  readonly #at: string;

  /** `batch`: whether the price of batches counts. `at`: the day of the run. */
  constructor(batch: true | undefined, at: string) {
    this.#batch = batch;
    this.#at = at;
  }

  /** Counts `calls`, whose tokens are `count` times those of one play. */
  add(calls: number, tokens: (end: End) => Tokens, count: number): void {
    this.calls += calls;
    for (const end of ['low', 'high'] as const) this.addEnd(end, count, tokens(end));
  }

  addEnd(end: End, count: number, { input, output }: Tokens): void {
    this.#input[end] += count * input;
    this.#output[end] += count * output;
  }

  /** The same calls made by each of `models`; where answers of a model were observed, their lengths count and not the usual ones. */
  priced(
    models: readonly ManifestModel[],
    observedOf: (model: ManifestModel) => ObservedLength | undefined,
  ): RoleEstimate {
    const sent = this.calls === 0 ? [] : models.filter((model) => !model.simulated);
    const each = sent.map((model) => {
      const observed = observedOf(model);
      const output =
        observed === undefined ? addRanges([this.#output, this.#each(hiddenTokens(model))]) : this.#each(observed);
      const hidden = { model: modelName(model), ...hiddenTokens(model) };
      return { observed, output, hidden, usd: this.#cost(model, output) };
    });
    return {
      calls: this.calls * models.length,
      input: rounded(addRanges(each.map(() => this.#input))),
      output: rounded(addRanges(each.map(({ output }) => output))),
      usd: addCosts(each.map(({ usd }) => usd)),
      observed: each.flatMap(({ observed }) => observed ?? []),
      hidden: each.flatMap(({ observed, hidden }) => (observed === undefined && hidden.high > 0 ? hidden : [])),
    };
  }

  #each({ low, high }: Range): Range {
    return { low: this.calls * low, high: this.calls * high };
  }

  #cost(model: ManifestModel, output: Range): Range | undefined {
    const cost = (end: End): number | undefined => {
      const input = this.#input[end];
      // A provider may write all of it to its cache, which some charge more for.
      const usage = {
        input,
        output: output[end],
        cachedInput: 0,
        cacheWrite: end === 'high' ? input : 0,
        batch: this.#batch,
      };
      return costOf(model.model, usage, model.baseUrl, { calls: this.calls, at: this.#at, named: model.price });
    };
    const low = cost('low');
    const high = cost('high');
    return low === undefined || high === undefined ? undefined : { low, high };
  }
}

/** Hidden reasoning of one call, which is billed as output. */
function hiddenTokens({ provider, model, baseUrl, parameters }: ManifestModel): Range {
  return expectedReasoning(factsOf(provider, model, baseUrl !== undefined), parameters?.effort);
}

function rounded({ low, high }: Range): Range {
  return { low: Math.round(low), high: Math.round(high) };
}
