import { choiceReader, type Policies } from '../../benchmark/protocolPolicy';

export const tutorBenchPolicies = {
  clipPerSample: {
    values: [false, true],
    text: 'TutorBench: clip each sample’s score to 0..1 before averaging',
    more: 'Off follows the paper’s formula, which clips only the mean.',
    setting: 'tutorbench.clipPerSample',
    option: { name: 'clip-per-sample' },
  },
} as const satisfies Policies;

export const tutorBenchChoice = choiceReader(tutorBenchPolicies);
