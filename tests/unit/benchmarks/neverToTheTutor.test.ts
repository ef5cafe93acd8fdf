import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import type { Benchmark } from '../../../src/core/benchmark/benchmark';
import { defaultPolicy } from '../../../src/core/benchmarks/policies';
import type { Sample } from '../../../src/core/benchmark/samples';
import { benchmarks } from '../../../src/core/benchmarks/registry';
import { loadSamples } from '../../../src/core/run/loadSamples';
import { limited } from '../../../src/core/run/planRun';
import { missingNote, publicFile } from '../mrbench/publicFile';
import { assembled, oneLine, planOf, type Way, waysOf, words } from './assembledMessages';
import { leavesOf, mark, withOther, withoutHidden } from './exchangedSample';
import { type Fields, fieldsOf, kindOf } from './fieldKinds';

/** At most so many samples of a public file, drawn by a seed. */
const cap = 300;
const seed = 20_260_101;

/** As it is played: tasks with theory also without it. */
function played(benchmark: Benchmark, samples: readonly Sample[]): readonly Sample[] {
  return benchmark.expand?.(samples, { ...defaultPolicy, theory: 'both' }) ?? samples;
}

function starterSamples(benchmark: Benchmark): readonly Sample[] {
  const text = readFileSync(new URL(`../../../starter-sets/${benchmark.starterSet}`, import.meta.url), 'utf8');
  return played(benchmark, loadSamples(benchmark, { name: benchmark.starterSet, text }).samples);
}

function publicSamples(benchmark: Benchmark): readonly Sample[] {
  return (fieldsOf(benchmark.id).publicFiles ?? []).flatMap((name) => {
    const text = publicFile(`data/${name}`);
    if (text === undefined) throw new Error(`../shared/data/${name} is not there.`);
    const { samples } = loadSamples(benchmark, { name, text });
    return limited(benchmark, samples, cap, seed).slice(0, cap);
  });
}

/** The fields that change nothing under `way`. */
function tableFor(benchmark: Benchmark, { policy }: Way): Fields {
  const { shown, hidden, shownToModelledStudent: more = [] } = fieldsOf(benchmark.id);
  if (policy.student === 'script') return { shown, hidden };
  return { shown: [...shown, ...more], hidden: hidden.filter((path) => !more.includes(path)) };
}

/** The samples whose messages differ when all hidden fields are other ones, or gone. */
function leaks(benchmark: Benchmark, samples: readonly Sample[]): readonly string[] {
  return waysOf(benchmark).flatMap((way) => {
    const table = tableFor(benchmark, way);
    return samples
      .filter((sample) => {
        const plan = assembled(planOf(benchmark, sample, way));
        const other = assembled(planOf(benchmark, withOther(sample, table), way));
        const without = assembled(planOf(benchmark, withoutHidden(sample, table), way));
        return plan !== other || plan !== without || plan.includes(mark) || other.includes(mark);
      })
      .map(({ id }) => `${id} (${way.title})`);
  });
}

/** Shorter texts may stand in a problem by chance; for those the exchange above is the proof. */
const telling = 25;

interface Found {
  /** Hidden texts that were looked for. */
  searched: number;
  readonly leaked: string[];
}

/** Looks for each longer hidden text in the words that go out; one that the shown fields hold themselves is no leak. */
function search(benchmark: Benchmark, samples: readonly Sample[]): Found {
  const found: Found = { searched: 0, leaked: [] };
  for (const way of waysOf(benchmark)) {
    const table = tableFor(benchmark, way);
    for (const sample of samples) {
      const text = words(planOf(benchmark, sample, way));
      const leaves = leavesOf(sample).flatMap(({ path, value }) =>
        typeof value === 'string' ? [{ kind: kindOf(path, table), path, value: oneLine(value) }] : [],
      );
      const given = leaves.filter(({ kind }) => kind === 'shown').map(({ value }) => value);
      for (const { kind, path, value } of leaves) {
        if (kind !== 'hidden' || value.length < telling || given.some((shown) => shown.includes(value))) continue;
        found.searched += 1;
        if (text.includes(value)) found.leaked.push(`${sample.id} ${path} (${way.title})`);
      }
    }
  }
  return found;
}

describe.each([...benchmarks.values()])('$id: what is kept from the tutor', (benchmark) => {
  const starter = starterSamples(benchmark);
  const paths = (fieldsOf(benchmark.id).publicFiles ?? []).map((name) => `data/${name}`);
  const isMissing = paths.some((path) => publicFile(path) === undefined);

  it('is decided for every field that a sample of the starter set has', () => {
    const undecided = starter
      .flatMap(leavesOf)
      .filter(({ path }) => kindOf(path, fieldsOf(benchmark.id)) === undefined);
    expect([...new Set(undecided.map(({ path }) => path))]).toEqual([]);
    expect(starter.length).toBeGreaterThan(0);
  });

  it('can be any other value, or none, without one byte of the assembled messages changing', () => {
    expect(leaks(benchmark, starter)).toEqual([]);
  });

  it.each(fieldsOf(benchmark.id).hidden)('%s alone can be any other value', (path) => {
    const differing = waysOf(benchmark)
      .filter((way) => tableFor(benchmark, way).hidden.includes(path))
      .flatMap((way) =>
        starter.filter(
          (sample) =>
            assembled(planOf(benchmark, sample, way)) !==
            assembled(planOf(benchmark, withOther(sample, tableFor(benchmark, way), path), way)),
        ),
      );
    expect(differing.map(({ id }) => id)).toEqual([]);
  });

  // Proof that an exchange shows what does reach the messages.
  it.each(fieldsOf(benchmark.id).shown)('%s, which is given to the tutor, cannot', (path) => {
    const { choices = {} } = fieldsOf(benchmark.id);
    const others = (sample: Sample): readonly Sample[] =>
      choices[path]?.map((value) => ({ ...sample, [path]: value })) ?? [
        withOther(sample, { shown: [], hidden: [path] }, path),
      ];
    const differs = (way: Way, sample: Sample): boolean => {
      const plan = assembled(planOf(benchmark, sample, way));
      return others(sample).some((other) => assembled(planOf(benchmark, other, way)) !== plan);
    };
    expect(waysOf(benchmark).some((way) => starter.some((sample) => differs(way, sample)))).toBe(true);
  });

  it('is in no message of a starter sample', () => {
    const { searched, leaked } = search(benchmark, starter);
    expect(leaked).toEqual([]);
    const { noLongTexts } = fieldsOf(benchmark.id);
    if (noLongTexts) expect(searched).toBe(0);
    else expect(searched, 'hidden texts looked for').toBeGreaterThanOrEqual(Math.min(50, starter.length));
  });

  // GuideEval and SocratesBench have no public samples.
  if (paths.length === 0) return;

  describe.skipIf(isMissing)(`in the public files${missingNote(paths)}`, () => {
    const samples = isMissing ? [] : publicSamples(benchmark);

    it('is decided for every field', () => {
      const undecided = samples
        .flatMap(leavesOf)
        .filter(({ path }) => kindOf(path, fieldsOf(benchmark.id)) === undefined);
      expect([...new Set(undecided.map(({ path }) => path))]).toEqual([]);
      expect(samples.length).toBeGreaterThan(400);
    });

    it('can be any other value, or none, without one byte changing', () => {
      expect(leaks(benchmark, samples)).toEqual([]);
    });

    it('is in no message', () => {
      const { searched, leaked } = search(benchmark, samples);
      expect(leaked).toEqual([]);
      expect(searched).toBeGreaterThan(1_000);
    });
  });
});
