import type { Benchmark } from '../benchmark/benchmark';
import { guideEval } from './guideeval/definition';
import { kmpDialogue } from './kmpDialogue/definition';
import { kmpSkills } from './kmpSkills/definition';
import { mrBench } from './mrbench/definition';
import type { policiesById } from './policies';
import { socratesBench } from './socratesbench/definition';
import { tutorBench } from './tutorbench/definition';

const all: Readonly<Record<keyof typeof policiesById, Benchmark>> = {
  guideeval: guideEval,
  mrbench: mrBench,
  socratesbench: socratesBench,
  'kmp-dialogue': kmpDialogue,
  'kmp-skills': kmpSkills,
  tutorbench: tutorBench,
};

/** Every benchmark by id, in display order. */
export const benchmarks: ReadonlyMap<string, Benchmark> = new Map(Object.entries(all));
