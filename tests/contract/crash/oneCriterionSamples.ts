import { writeFile } from 'node:fs/promises';

/** Writes TutorBench samples with one criterion: one reply and one verdict each, no two of them alike. */
export async function writeOneCriterionSamples(file: string, count: number): Promise<void> {
  const lines = Array.from({ length: count }, (_, index) =>
    JSON.stringify({
      system: 'tutorbench',
      id: `one-${index + 1}`,
      useCase: 'adaptive_explanation',
      modality: 'text',
      subject: 'Biology',
      turns: [
        {
          role: 'user',
          content: `Question ${index + 1}. ${'Why does a plant cell stop swelling in water while an animal cell bursts? '.repeat(6)}`,
        },
      ],
      criteria: [
        { id: 'c1', text: 'Says that the wall resists.', weight: 5, dimensions: ['truthfulness'], objective: true },
      ],
    }),
  );
  await writeFile(file, `${lines.join('\n')}\n`);
}
