import type { SampleFields } from '../benchmarks/fieldKinds';

export const sampleFields: SampleFields = {
  shown: ['persona', 'studentProfile', 'objective', 'principles', 'instructions', 'history', 'grade', 'domain'],
  choices: { principles: [['challenge'], ['practice']] },
  hidden: ['seedId', 'task', 'referenceReply', 'referenceSolution', 'criteriaNotes', 'judgedAs'],
  publicFiles: ['mathtutorbench/mathdial_bridge.json', 'mathtutorbench/mathdial_bridge_hard.json'],
};
