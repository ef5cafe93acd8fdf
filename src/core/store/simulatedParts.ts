import type { RunManifest } from './runManifest';

/** The parts of a run that simulated models have. */
export type SimulatedPart = 'tutor' | 'judge' | 'student';

/**
 * Which parts of a run are simulated. The offline judge of a benchmark whose judge learned from people's labels is a judge like any other;
 * a run of several benchmarks has a simulated judge as soon as one of them has.
 */
export function simulatedPartsOf({
  tutor,
  student,
  judges,
  benchmarks,
}: Pick<RunManifest, 'tutor' | 'student' | 'judges' | 'benchmarks'>): readonly SimulatedPart[] {
  const offline = judges.some(({ simulated }) => simulated);
  return [
    ...(tutor.simulated ? (['tutor'] as const) : []),
    ...(student?.simulated === true ? (['student'] as const) : []),
    ...(offline && benchmarks.some(({ learnedJudge }) => learnedJudge !== true) ? (['judge'] as const) : []),
  ];
}
