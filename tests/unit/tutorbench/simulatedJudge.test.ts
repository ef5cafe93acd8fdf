import { describe, expect, it } from 'vitest';
import { simulateRatings } from '../../../src/core/benchmarks/tutorbench/simulatedJudge';
import { tutorBenchSampleSchema } from '../../../src/core/benchmarks/tutorbench/samples';

interface Asked {
  readonly text: string;
  readonly dimension?: string;
  readonly weight?: number;
}

/** Whether the simulated judge finds a criterion met by a reply. */
function met({ text, dimension = 'truthfulness', weight = 5 }: Asked, reply: string): unknown {
  const sample = tutorBenchSampleSchema.parse({
    system: 'tutorbench',
    id: 's',
    useCase: 'adaptive_explanation',
    modality: 'text',
    subject: 'Physics',
    turns: [{ role: 'user', content: 'I am confused about friction.' }],
    criteria: [
      { id: 'c', text, weight, dimensions: [dimension] },
      { id: 'other', text: 'The response must be long.', weight: 1, dimensions: [] },
    ],
  });
  const [criterion] = sample.criteria;
  if (criterion === undefined) throw new Error('There is no criterion.');
  const answer = JSON.parse(simulateRatings(sample, reply, [{ number: 1, criterion }])) as {
    ratings: { met: unknown }[];
  };
  return answer.ratings[0]?.met;
}

describe('the simulated judge of TutorBench', () => {
  it('compares words by their stems, and wants two fifths of them', () => {
    const friction = { text: 'The response must explain that kinetic friction opposes the sliding of surfaces.' };
    expect(met(friction, 'Friction is opposing when a surface slides.')).toBe(true);
    expect(met(friction, 'Gravity pulls everything down.')).toBe(false);
  });

  it('wants the numbers of a criterion, and not only half of them', () => {
    const torque = { text: 'The response must state that the torque is 12 newton metres at a radius of 3 metres.' };
    expect(met(torque, 'The torque is 12 newton metres, as the radius is 3 metres.')).toBe(true);
    expect(met(torque, 'The torque in newton metres depends on the radius, which is 3 metres.')).toBe(false);
  });

  it('looks for a feeling that was voiced at the beginning of a reply', () => {
    const feeling = {
      text: "The response must acknowledge the student's confusion.",
      dimension: 'emotional_component',
    };
    const steps = 'Forces add up. Draw each of them. Mark the axes. Write the sums. ';
    expect(met(feeling, `I see why that is confusing. ${steps}`)).toBe(true);
    expect(met(feeling, `${steps}That is a source of confusion in physics.`)).toBe(false);
  });

  it('takes a criterion of layout for one, though the data have it under feelings as well', () => {
    const layout = {
      text: 'The response should use bullet points and sections to organize the ideas.',
      dimension: 'style_tone',
    };
    expect(met(layout, 'First:\n\n- a force\n- another force')).toBe(true);
    expect(met(layout, 'Great work, one force and another force.')).toBe(false);
  });
});
