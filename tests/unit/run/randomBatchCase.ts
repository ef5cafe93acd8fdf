import { createRandom } from '../../../src/core/statistics/random';
import { chainedToy } from '../../toyBenchmarks/chainedToy';
import { plainSamples, plainToy } from '../../toyBenchmarks/plainToy';
import { scriptedToy } from '../../toyBenchmarks/scriptedToy';
import type { BatchHostOptions } from './batchHost';
import type { BatchRunOptions } from './batchRun';
import { Draws } from './draws';
import { MemoryReplyCache } from './memoryReplyCache';
import { randomAttempt, type RandomAttempt } from './randomAttempt';
import { randomTrouble, tokensOfCall } from './randomTrouble';

/** A run, its provider and what befalls it, all from one seed. */
export interface RandomBatchCase {
  readonly run: Omit<BatchRunOptions, 'host'>;
  /** Of the provider at its worst. */
  readonly troubled: BatchHostOptions;
  /** Of the same provider when everything works. */
  readonly calm: BatchHostOptions;
  /** Whether the provider fails at all, be it single calls. */
  readonly hasTrouble: boolean;
  /** Whether requests about batches fail, and not single calls alone. */
  readonly hasFaults: boolean;
  /** Whether journal writes may fail. */
  readonly hasFullDisk: boolean;
  /** With `isCalm` nothing befalls it. */
  readonly attemptOf: (number: number, isCalm: boolean) => RandomAttempt;
}

/** Students who all say the same, so that identical calls meet. */
const alikeToy: typeof plainToy = {
  ...plainToy,
  plan: (...args) => {
    const plan = plainToy.plan(...args);
    const studentTurns = plan.studentTurns.map((_, index) => ({ role: 'user' as const, content: `Say ${index + 1}.` }));
    return { ...plan, studentTurns };
  },
};

/** Each part has its own random stream, so a change in the engine's order of calls leaves runs and stops alone. */
export function randomBatchCase(seed: number): RandomBatchCase {
  const draws = new Draws(createRandom(`${seed} case`));
  const items = draws.pick([1, 3, 8, 70]);
  const trouble = draws.pick([0, 0.05, 0.3]);
  const hasFaults = trouble > 0 && draws.chance(0.5);
  const hasFullDisk = draws.chance(0.25);
  const calm: BatchHostOptions = {
    usage: tokensOfCall,
    limits: { maxCalls: draws.pick([1, 5, 1_000]), maxBytes: draws.pick([5_000, 10_000_000]) },
    turnsToClose: draws.pick([0, 20]),
  };
  return {
    run: {
      ...played(draws, items),
      cache: draws.chance(0.6) ? new MemoryReplyCache() : undefined,
      tutorModel: 'gpt-4o',
      judgeModels: draws.pick([['gpt-4o'], ['gpt-4o', 'gpt-4o-mini']]),
    },
    calm,
    troubled: { ...calm, ...randomTrouble(new Draws(createRandom(`${seed} host`)), trouble, hasFaults) },
    hasTrouble: trouble > 0,
    hasFaults,
    hasFullDisk,
    attemptOf: (number, isCalm) => {
      const attempt = randomAttempt(new Draws(createRandom(`${seed} stretch ${number}`)), items, hasFullDisk);
      return isCalm ? { ...attempt, losesBatches: false, caps: {}, stop: undefined, writeFault: undefined } : attempt;
    },
  };
}

function played(draws: Draws, count: number): Pick<BatchRunOptions, 'benchmark' | 'samples' | 'studentModel'> {
  const numbers = Array.from({ length: count }, (_, index) => index);
  const benchmark = draws.pick([plainToy, alikeToy, chainedToy, scriptedToy]);
  if (benchmark === chainedToy) {
    return {
      benchmark,
      samples: numbers.map((one) => ({ id: `c${one}`, step: 1, reference: `reference ${one % 2}` })),
    };
  }
  if (benchmark === scriptedToy) {
    const script = ['Help me.', 'Second line.', 'Third line.'];
    const samples = numbers.map((one) => ({ id: `t${one}`, script: script.slice(0, 1 + (one % 3)), answer: '7' }));
    return { benchmark, samples, studentModel: 'gpt-4o-student' };
  }
  return { benchmark, samples: plainSamples(count, draws.pick([1, 2, 3])) };
}
