import type { SampleFields } from '../benchmarks/fieldKinds';

export const sampleFields: SampleFields = {
  shown: ['context', 'studentMessage', 'subject', 'language'],
  hidden: [
    ...['state', 'pairId', 'editFlag', 'editType', 'groundTruth', 'gold', 'checks'],
    ...['level', 'dialogueId', 'turnIndex'],
  ],
};
