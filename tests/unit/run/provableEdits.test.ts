import { describe, expect, it } from 'vitest';
import type { Benchmark } from '../../../src/core/benchmark/benchmark';
import { estimateJson, estimateText } from '../../../src/core/report/estimateReport';
import { estimateRun } from '../../../src/core/run/estimateRun';
import { observeChanges } from '../../../src/core/run/provableEdits';
import { createRunSession } from '../../../src/core/run/runSession';
import { leastWins } from '../../../src/core/statistics/power';
import type { ManifestModel, RunManifest } from '../../../src/core/store/runManifest';
import { type PlainSample, plainSamples, plainToy } from '../../toyBenchmarks/plainToy';
import { FakeProvider, isJudgeCall, verdictText } from './fakeProvider';
import { startRun, toyManifest } from './toyRun';

const real: ManifestModel = { provider: 'openai', model: 'gpt-4o', simulated: false };
const judges = ['tone', 'clarity'];
const candidates = [{ title: 'an edit', text: 'Be kinder.' }];
const benchmark: Benchmark<PlainSample> = {
  ...plainToy,
  moreUnits: 'the file toys.jsonl',
  metrics: judges.map((judge) => ({
    kind: 'mean',
    id: judge,
    title: judge,
    explain: '',
    unit: 'percent',
    direction: 'up',
    scale: [0, 100],
    judges: [judge],
    observe: (results) => results.map(({ sample: { id: unit } }) => ({ unit, value: undefined })),
  })),
};

function shown(
  units: number,
  options: { readonly repeats?: number } = {},
  changes: Partial<RunManifest> = {},
  share?: number,
) {
  const samples = plainSamples(units);
  const models = { tutor: real, judges: [real] };
  const manifest = { ...toyManifest({ benchmark, samples, ...options }), ...models, ...changes };
  const stored = samples.map((sample) => ({ benchmark: benchmark.id, sample }));
  const session = createRunSession(manifest, stored, new Map([[benchmark.id, benchmark]]));
  const estimate = estimateRun(session, undefined, () => (share === undefined ? undefined : { share, pairs: 90 }));
  return { text: estimateText(manifest, estimate), json: estimateJson(manifest, estimate) };
}

describe('before a run it is said what can be shown at all', () => {
  it('with what more units would show, and where they are', () => {
    const { text } = shown(33);
    expect(text).toContain(
      `${benchmark.title}: if 30 % of the replies change, 33 units can prove an edit that wins 19 of 20 changed replies.\n`,
    );
    expect(text).toContain(
      `${benchmark.title}: with 120 units an edit must win 15 of 20. More: the file toys.jsonl.\n`,
    );
  });

  it('and where nothing can be', () => {
    expect(shown(20).text).toContain(', 20 units can prove no edit (120 units can).');
  });

  it('without a hint at more units where there are enough', () => {
    const { text } = shown(400);
    expect(text).toContain('400 units can prove an edit that wins 13 of 20 changed replies.');
    expect(text).not.toContain('toys.jsonl');
  });

  it('with the share of replies that changed between trials of one prompt, where there are some', () => {
    const { text, json } = shown(33, {}, {}, 0.6);
    expect(text).toContain('if 60 % of the replies change (as measured), 33 units');
    expect(json.provable).toMatchObject([{ units: 33, trials: 1, changed: { share: 0.6, measuredOn: 90 } }]);
  });

  it('counting that one of several trials changes more easily', () => {
    const [once, thrice] = [shown(66), shown(66, { repeats: 3 })].map(({ json }) => json.provable[0]);
    expect(thrice?.trials).toBe(3);
    expect(thrice?.wins).toBeLessThan(once?.wins ?? 0);
    expect(shown(66, { repeats: 3 }).text).toMatch(/an edit that wins [\w ]+ changed units\./);
  });

  it('and that several targets take more', () => {
    const names = judges.map((judge) => `${benchmark.id}/${judge}`);
    const { json } = shown(66, {}, { aims: { targets: names, guards: [] } });
    expect(json.provable.map(({ target }) => target)).toEqual(names);
    expect(json.provable[0]?.wins).toBeGreaterThan(shown(66).json.provable[0]?.wins ?? 1);
  });

  it('and whether a guard can be shown to hold, where its units are few', () => {
    const [target = '', guard = ''] = judges.map((judge) => `${benchmark.id}/${judge}`);
    const aims = { targets: [target], guards: [guard] };
    for (const units of [66, 200])
      expect(shown(units, {}, { aims }).text).toContain(
        'changed replies; a guard’s margin of 10 points needs about 280.',
      );
    const { text, json } = shown(280, {}, { aims });
    expect(text).not.toContain('a guard’s');
    expect(json.guards).toMatchObject([{ guard, units: 280, margin: 0.1, needed: 273 }]);
    expect(json.guards[0]?.chance).toBeGreaterThan(0.8);
  });

  it('without the public file that is used', () => {
    const [entry] = toyManifest({ benchmark, samples: plainSamples(33) }).benchmarks;
    const source = { kind: 'file', name: 'toys.jsonl', format: 'toys' } as const;
    const { text } = shown(33, {}, { benchmarks: [{ ...entry!, source }] });
    expect(text).toContain('with 120 units');
    expect(text).not.toContain('More:');
  });

  it('and what ends a run early', () => {
    const sequence = { planned: 66, order: [], looks: [33, 66] };
    const shownFor = (targets: readonly string[]): string =>
      shown(66, {}, { sequence, aims: { targets, guards: [] } }).text;
    for (const text of [shownFor([`${benchmark.id}/tone`]), shownFor([])])
      expect(text).toContain('compared with a baseline, the run stops once its targets and guards are settled.');
    expect(shownFor([])).toContain('No target is named, so the headline metrics count.');
    expect(shownFor([`${benchmark.id}/tone`])).not.toContain('the headline metrics count');
    const { text } = shown(66, {}, { sequence });
    expect(text).toContain('All judges are asked. Name targets to ask fewer and to stop once they are settled.');
    expect(text).not.toContain('the run stops');
  });

  it.each([
    ['a race', { purpose: 'edits', edits: { half: 'work', candidates } }],
    ['a test of rules', { purpose: 'rules' }],
    ['an exploration', { purpose: 'explore' }],
  ] as const)('but not before %s, which no comparison decides', (_, changes) => {
    const sequence = { planned: 66, order: [], looks: [33, 66] };
    for (const targets of [[], [`${benchmark.id}/tone`]]) {
      const { text, json } = shown(66, { repeats: 3 }, { sequence, aims: { targets, guards: [] }, ...changes });
      expect(json).toMatchObject({ provable: [], guards: [] });
      expect(text).not.toMatch(/proved|baseline|No comparison/);
    }
  });

  it('and before a confirmation, at its level, with one trial of each prompt and no look on the way', () => {
    const [target = '', guard = ''] = judges.map((judge) => `${benchmark.id}/${judge}`);
    const at = (level: number, units: number) => {
      const edits = { half: 'confirm', candidates, level, guardMargin: 0.2 } as const;
      const sequence = { planned: units, order: [], looks: [units] };
      const aims = { targets: [target], guards: [guard] };
      return shown(units, { repeats: 2 }, { purpose: 'edits', edits, sequence, aims });
    };
    const { text, json } = at(0.025, 66);
    const wins = leastWins({ units: 66, changed: 0.3, alpha: 0.025 });
    expect(json.provable).toMatchObject([{ target, units: 66, trials: 1, wins }]);
    expect(wins).toBeGreaterThan(shown(66).json.provable[0]?.wins ?? 1);
    expect(text).toContain('66 units can prove an edit that wins 17 of 20 changed replies.');
    expect(text).not.toMatch(/baseline|No comparison/);
    expect(at(0.0083, 32).text).toContain('32 units can prove no edit');
    // 95 % intervals, so that fewer units do than at the last of eight looks.
    expect(json.guards).toMatchObject([{ guard, units: 66, margin: 0.2, needed: 59 }]);
  });

  it('but not where no prompt is tested', () => {
    const simulated = { provider: 'offline', model: 'default', simulated: true };
    expect(shown(33, {}, { tutor: simulated }).json.provable).toEqual([]);
    expect(shown(33, {}, { rejudgedFrom: 'run-0' }).json.provable).toEqual([]);
  });
});

describe('how many replies change by themselves', () => {
  const samples = plainSamples(40);

  /** A stored run whose judge says yes, but of every fourth sample no in the second trial. */
  async function played(repeats: number) {
    const provider = new FakeProvider((request) => {
      if (!isJudgeCall(request)) return `${request.messages[0]?.content ?? ''} #${request.repeat}`;
      const material = request.messages[0]?.content ?? '';
      const [, sample = '0'] = /s(\d+): /.exec(material) ?? [];
      return verdictText(!(Number(sample) % 4 === 0 && material.includes('#1')));
    });
    const { session, records } = await startRun({ benchmark, samples, provider, repeats });
    return { manifest: session.manifest, records: () => Promise.resolve(records) };
  }

  async function* runsOf(...runs: readonly Awaited<ReturnType<typeof played>>[]) {
    yield* await Promise.resolve(runs);
  }

  it('is counted from repeats', async () => {
    const run = await played(2);
    const changes = await observeChanges(run.manifest, runsOf(run));
    const { share, pairs } = changes(benchmark.id, judges)!;
    expect(pairs).toBe(samples.length * judges.length);
    expect(share).toBeCloseTo(0.25, 1);
    expect(changes('other', judges)).toBeUndefined();
  });

  it('is counted from several runs of one revision, and never over two revisions', async () => {
    const [one, two] = [await played(1), await played(1)];
    const coming = one.manifest;
    // The same answers in both, so that no change was seen and 0 is not believed.
    expect((await observeChanges(coming, runsOf(one, two)))(benchmark.id, judges)).toBeUndefined();
    const repeated = await played(2);
    const edited = { ...repeated.manifest, prompt: { ...repeated.manifest.prompt, revision: 'sha256:other' } };
    // A test of rules plays other texts under one revision.
    const tested = { ...repeated, manifest: { ...repeated.manifest, purpose: 'rules' as const } };
    expect((await observeChanges(coming, runsOf(tested)))(benchmark.id, judges)).toBeUndefined();
    const both = await observeChanges(coming, runsOf(one, { ...repeated, manifest: edited }));
    expect(both(benchmark.id, judges)?.pairs).toBe(samples.length * judges.length);
  });
});
