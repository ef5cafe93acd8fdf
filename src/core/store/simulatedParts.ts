import type { RunManifest } from './runManifest';

/** The parts of a run that simulated models have. */
export type SimulatedPart = 'tutor' | 'judge' | 'student';

type SimulatedFacts = Pick<RunManifest, 'tutor' | 'student' | 'judges' | 'benchmarks'>;

/**
 * Which parts of a run are simulated. The offline judge of a benchmark whose judge learned from people's labels is a judge like any other;
 * a run of several benchmarks has a simulated judge as soon as one of them has.
 */
export function simulatedPartsOf({ tutor, student, judges, benchmarks }: SimulatedFacts): readonly SimulatedPart[] {
  const offline = judges.some(({ simulated }) => simulated);
  return [
    ...(tutor.simulated ? (['tutor'] as const) : []),
    ...(student?.simulated === true ? (['student'] as const) : []),
    ...(offline && benchmarks.some(({ learnedJudge }) => learnedJudge !== true) ? (['judge'] as const) : []),
  ];
}

/** The same on some of its benchmarks alone, and for some of its judges where they are named. */
export function simulatedPartsOn(
  manifest: SimulatedFacts,
  benchmarks: Iterable<string>,
  judges: RunManifest['judges'] = manifest.judges,
): readonly SimulatedPart[] {
  const wanted = new Set(benchmarks);
  const { tutor, student } = manifest;
  return simulatedPartsOf({
    tutor,
    student,
    judges,
    benchmarks: manifest.benchmarks.filter(({ id }) => wanted.has(id)),
  });
}
