import type { SampleFields } from '../benchmarks/fieldKinds';

export const sampleFields: SampleFields = {
  shown: ['task', 'script', 'condition', 'theory', 'language'],
  choices: { condition: ['noTheory'], language: ['sv', 'en'] },
  hidden: [
    ...['answer', 'taskId', 'theoryId', 'conversations', 'topic', 'level'],
    ...['theory.id', 'theory.language', 'theory.sanctionedMethods'],
  ],
  // It is in no text, but it draws the persona of a modelled student.
  shownToModelledStudent: ['taskId'],
};
