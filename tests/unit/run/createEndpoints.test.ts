import { describe, expect, it } from 'vitest';
import { createEndpoints, type RunEndpoints } from '../../../src/core/run/createEndpoints';
import { slotsOf } from '../../../src/core/run/sharedLimiters';
import { editorEntry } from '../../../src/core/providers/editorProvider';
import type { ProviderEntry, ProviderOptions } from '../../../src/core/providers/providerEntry';
import type { ManifestModel } from '../../../src/core/store/runManifest';
import { FakeProvider } from './fakeProvider';

const local = 'http://localhost:1234/v1';

function model(provider: string, baseUrl?: string, name = 'm'): ManifestModel {
  return { provider, model: name, simulated: false, ...(baseUrl === undefined ? {} : { baseUrl }) };
}

/** Connects a tutor and judges, and says what their clients were made with. */
function connect(tutor: ManifestModel, judges: readonly ManifestModel[], student?: ManifestModel) {
  const made: ProviderOptions[] = [];
  const entry = (id: string): ProviderEntry => ({
    id,
    title: id,
    needsKey: true,
    suggestions: [],
    create: (options) => {
      made.push(options);
      return new FakeProvider();
    },
  });
  const endpoints: RunEndpoints = createEndpoints(
    { tutor, judges, student },
    {
      entries: new Map(['one', 'other'].map((id) => [id, entry(id)])),
      keyFor: (id) => `key of ${id}`,
      concurrency: undefined,
      onEvent: () => undefined,
    },
  );
  return { ...endpoints, made };
}

/** The slot bounds as a limiter shows them: where it starts, and how far answers let it grow. */
async function boundsOf(provider: string, concurrency: number | undefined): Promise<readonly number[]> {
  const entry = { ...editorEntry, create: () => new FakeProvider() };
  const { tutor } = createEndpoints(
    { tutor: model(provider), judges: [] },
    {
      entries: new Map([
        ['vscode', entry],
        ['hosted', { ...entry, slots: undefined }],
      ]),
      keyFor: () => '',
      concurrency,
      onEvent: () => undefined,
    },
  );
  const { limiter } = tutor;
  const start = limiter.limit;
  for (let round = 0; round < 40; round += 1) {
    const slots = Array.from({ length: limiter.limit }, () => limiter.slot());
    for (const slot of slots) await slot.enter(new AbortController().signal);
    for (const slot of slots) slot.answered();
    for (const slot of slots) slot.leave();
  }
  return [start, limiter.limit];
}

describe('the slots of the models of a run', () => {
  it.each([
    ['a person’s own subscription', 'vscode', undefined, [2, 4]],
    ['the same, however many a setting allows', 'vscode', 64, [2, 4]],
    ['the same, where a setting allows one', 'vscode', 1, [1, 1]],
    ['a hosted provider', 'hosted', undefined, [16, 64]],
  ])('are as many as suit %s', async (_whose, provider, concurrency, expected) => {
    expect(await boundsOf(provider, concurrency)).toEqual(expected);
  });

  it.each([
    ['the provider’s own address', undefined],
    ['a server of one’s own', local],
  ])('are shared by tutor, judges and student at %s, whatever the models', (_name, baseUrl) => {
    const { tutor, judges, student, made } = connect(
      model('one', baseUrl),
      [model('one', baseUrl), model('one', baseUrl, 'n')],
      model('one', baseUrl, 'o'),
    );
    for (const endpoint of [...judges, student]) {
      expect(endpoint?.limiter).toBe(tutor.limiter);
      expect(endpoint?.provider).toBe(tutor.provider);
    }
    expect(made).toHaveLength(1);
    expect(made[0]).toMatchObject({ apiKey: 'key of one', ...(baseUrl === undefined ? {} : { baseUrl }) });
  });

  it.each([
    ['another provider', model('one'), model('other')],
    ['another provider at the same address', model('one', local), model('other', local)],
    ['a server of one’s own', model('one'), model('one', local)],
    ['another server', model('one', local), model('one', 'http://localhost:1235/v1')],
  ])('are apart for a judge at %s', (_name, one, two) => {
    const { tutor, judges, made } = connect(one, [two, one]);
    expect(judges[0]?.limiter).not.toBe(tutor.limiter);
    expect(judges[0]?.provider).not.toBe(tutor.provider);
    expect(judges[1]?.limiter).toBe(tutor.limiter);
    expect(made.map(({ apiKey, baseUrl }) => ({ apiKey, baseUrl }))).toEqual(
      [one, two].map(({ provider, baseUrl }) => ({ apiKey: `key of ${provider}`, baseUrl })),
    );
  });
});

describe('how many calls in flight a run begins with', () => {
  const limited = (baseUrl: string | undefined, concurrency?: number) => {
    const { start, ceiling, queuesUpToMs } = slotsOf(baseUrl, concurrency);
    return { start, ceiling, asksForLatency: queuesUpToMs !== undefined };
  };

  it('is one at a home server, to grow while that makes no call longer', () => {
    expect(limited(local)).toEqual({ start: 1, ceiling: 64, asksForLatency: true });
    expect(limited('http://192.168.1.5:11434/v1')).toEqual({ start: 1, ceiling: 64, asksForLatency: true });
  });

  it.each([undefined, 'https://api.example.com/v1'])('is 16 anywhere else: %s', (baseUrl) => {
    expect(limited(baseUrl)).toEqual({ start: 16, ceiling: 64, asksForLatency: false });
  });

  it.each([
    [local, 3, 3],
    [local, 32, 16],
    [undefined, 3, 3],
    [undefined, 128, 16],
  ])('is what somebody said, up to 16, at %s with %i', (baseUrl, concurrency, start) => {
    expect(limited(baseUrl, concurrency)).toEqual({ start, ceiling: concurrency, asksForLatency: false });
  });

  it('goes by the time limit of the model, which its calls are made under', () => {
    const { tutor } = connect({ ...model('one', local), parameters: { timeoutSeconds: 90 } }, [model('one', local)]);
    expect(tutor.timeoutMs).toBe(90_000);
    expect(tutor.limiter.limit).toBe(1);
    expect(slotsOf(local, undefined, 90_000).queuesUpToMs).toBe(90_000);
  });
});
