import { describe, expect, it } from 'vitest';
import { defaultPolicy } from '../../../src/core/benchmarks/policies';
import { planRun, type PlannedRun } from '../../../src/core/run/planRun';
import { readPromptFile } from '../../../src/core/prompt/promptFile';
import { type GitState, runManifestSchema } from '../../../src/core/store/runManifest';
import { plainSamples, plainToy } from '../../toyBenchmarks/plainToy';

const model = { provider: 'fake', model: 'm', simulated: false };

function planWith(git: GitState | undefined): PlannedRun {
  return planRun(
    {
      runId: 'run-1',
      createdAt: '2026-03-01T00:00:00.000Z',
      toolVersion: '0.0.0',
      prompt: readPromptFile('tutor.md', 'Be kind.'),
      promptName: 'tutor.md',
      git,
      benchmarks: [
        {
          benchmark: plainToy,
          source: { kind: 'file', name: 'toy.jsonl', format: 'own' },
          loaded: { samples: plainSamples(1), format: 'own', problems: [], images: [] },
        },
      ],
      tutor: model,
      judges: [model],
      student: undefined,
      seed: 1,
      limit: undefined,
      repeats: undefined,
      placement: undefined,
      policy: defaultPolicy,
      maxCostUsd: undefined,
    },
    new Map([[plainToy.id, plainToy]]),
  );
}

describe('the git state of a prompt', () => {
  it.each<GitState>([
    { commit: '0123456789'.repeat(4), branch: 'feature/ü', dirty: true, path: 'pröm pts/tutor.md' },
    { dirty: true, path: 'tutor.md' },
  ])('is kept with the run: %j', (git) => {
    const { manifest } = planWith(git);
    expect(manifest.prompt.git).toEqual(git);
    expect(runManifestSchema.parse(JSON.parse(JSON.stringify(manifest))).prompt.git).toEqual(git);
  });

  it('is absent outside a repository', () => {
    expect(planWith(undefined).manifest.prompt.git).toBeUndefined();
  });

  it('is no other text than a commit’s id', () => {
    const { manifest } = planWith({ dirty: true, path: 'tutor.md' });
    const hostile = {
      ...manifest,
      prompt: { ...manifest.prompt, git: { commit: '--upload-pack=x', dirty: true, path: '' } },
    };
    expect(runManifestSchema.safeParse(hostile).success).toBe(false);
  });
});
