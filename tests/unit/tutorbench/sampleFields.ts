import type { SampleFields } from '../benchmarks/fieldKinds';

export const sampleFields: SampleFields = {
  shown: ['useCase', 'modality', 'subject', 'turns'],
  choices: { useCase: ['assessment_feedback', 'active_learning'], modality: ['text', 'multimodal'] },
  hidden: ['bloom', 'criteria', 'humanRatings'],
  publicFiles: ['train.csv', 'test.csv', 'Text Tutoring Prompts.csv', 'nine_columns_joined.csv'].map(
    (name) => `tutorbench/${name}`,
  ),
};
