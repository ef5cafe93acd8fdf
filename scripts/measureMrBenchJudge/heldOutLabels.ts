import { readFileSync } from 'node:fs';
import path from 'node:path';
import { readCrossValidatedLabels, readEmbeddedJudge } from '../../src/core/benchmarks/mrbench/embedded/embeddedFile';
import { dimensionIds } from '../../src/core/benchmarks/mrbench/labels';
import type { RatedLabel } from '../../src/core/trust/ratedLabel';
import { gatherReplies } from '../trainMrBenchJudge/gatherReplies';
import { trainingFiles } from '../trainMrBenchJudge/trainingFiles';

/**
 * Labels by people and the learned judge for public replies beside the repository `root`. Each model answer had not
 * seen the reply's problem. A reply that two tutors share word for word counts for each. Clusters are problems.
 */
export function heldOutLabels(root: string): readonly RatedLabel[] {
  const folder = path.join(root, '..', 'shared', 'data', 'mrbench');
  const files = trainingFiles.map((name) => ({ name, text: readFileSync(path.join(folder, name), 'utf8') }));
  const kept = readFileSync(path.join(root, 'judges', 'mrbenchCrossValidated.json'), 'utf8');
  const { version } = readEmbeddedJudge(readFileSync(path.join(root, 'judges', 'mrbench.json'), 'utf8'));
  const answers = readCrossValidatedLabels(kept, version);
  return gatherReplies(files).replies.flatMap(({ history, reply, tutors, group, labels }) =>
    dimensionIds.flatMap((dimension) => {
      const human = labels[dimension];
      if (human === undefined) return [];
      const judge = answers.crossValidatedLabel(history, reply, dimension);
      const place = { dimension, cluster: String(group), sampleId: String(group) };
      return tutors.map((tutor): RatedLabel => ({ ...place, tutor, human, judge, reply, heldOut: true }));
    }),
  );
}
