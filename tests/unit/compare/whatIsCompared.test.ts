import { describe, expect, it } from 'vitest';
import { judgesToCompare } from '../../../src/core/compare/compareRuns';
import type { DifferenceKind, RunDifference } from '../../../src/core/compare/comparison';
import { intendedDifferences } from '../../../src/core/compare/runDifferences';
import type { ManifestModel } from '../../../src/core/store/runManifest';

function differences(...kinds: readonly DifferenceKind[]): readonly RunDifference[] {
  return kinds.map((kind) => ({
    kind,
    before: 'a',
    after: 'b',
    breaks: kind !== 'data' && kind !== 'seed',
    remedy: 'none',
    meaning: '',
  }));
}

describe('what a comparison is about', () => {
  it.each<[string, readonly DifferenceKind[], readonly DifferenceKind[]]>([
    ['two tutor models', ['tutor', 'tutorVersion'], ['tutor', 'tutorVersion', 'decoding']],
    ['two judges', ['judgeModel', 'judgeVersion'], ['judgeModel', 'judgeVersion']],
    ['two placements, other samples besides', ['placement', 'data'], ['placement']],
    ['nothing when nothing that matters differs', ['data', 'seed'], []],
    ['nothing when tutor and judge differ: there are two answers', ['tutor', 'judgeModel'], []],
    ['nothing when the protocol differs', ['protocol'], []],
  ])('is %s', (_, found, expected) => {
    expect(intendedDifferences(differences(...found), true)).toEqual(expected);
  });

  it('is the prompt where that differs, and nothing else is meant', () => {
    expect(intendedDifferences(differences('tutor'), false)).toEqual([]);
  });
});

describe('the judges that are compared', () => {
  const judged = (...names: readonly string[]): { readonly judges: readonly ManifestModel[] } => ({
    judges: names.map((model) => ({ provider: 'p', model, simulated: false })),
  });

  it('are one that both runs have', () => {
    expect(judgesToCompare(judged('a', 'b'), judged('c', 'b'))).toEqual({ before: 'p:b', after: 'p:b' });
  });

  it('are the first of each where they share none', () => {
    expect(judgesToCompare(judged('a', 'b'), judged('c'))).toEqual({ before: 'p:a', after: 'p:c' });
  });
});
