import { describe, expect, it } from 'vitest';
import { assertConfiguredServers, decideChoices, ServerAddressError } from '../../../src/core/run/runChoices';
import { providerRegistry } from '../../../src/core/providers/providerRegistry';
import { costOf } from '../../../src/core/providers/prices';
import { type ManifestModel, modelDestination } from '../../../src/core/store/runManifest';

const providers = new Map(providerRegistry.map((entry) => [entry.id, entry]));

/** The tutor of a run whose user wrote this address for its provider. */
function tutorAt(provider: string, written: string | undefined): ManifestModel {
  return decideChoices([{ tutor: `${provider}:m` }], {
    benchmarks: new Map([['guideeval', { id: 'guideeval' } as never]]),
    providers,
    baseUrlFor: () => written,
  }).tutor;
}

describe('the server of a run’s model', () => {
  it.each([
    ['openai', undefined],
    ['openai', ''],
    ['openai', 'https://api.openai.com/v1'],
    ['openai', ' https://api.openai.com/v1/ '],
    ['openai', 'https://api.openai.com'],
    ['openai', 'https://API.openai.com:443/v1/chat/completions'],
    ['anthropic', 'https://api.anthropic.com'],
    ['anthropic', 'https://api.anthropic.com/v1/messages'],
  ])('is %s’s own where the address is written as %j', (provider, written) => {
    expect(tutorAt(provider, written)).toEqual({ provider, model: 'm', simulated: false });
  });

  it.each([
    ['openai', 'http://localhost:11434'],
    ['openai', 'https://api.openai.com.example.org/v1'],
    ['openai', 'http://api.openai.com/v1'],
    ['openai', 'https://api.openai.com/v2'],
    ['openai', 'https://user:word@api.openai.com/v1'],
    ['openai', 'no address'],
    ['anthropic', 'https://api.openai.com/v1'],
  ])('is another than %s’s own at %j', (provider, written) => {
    expect(tutorAt(provider, written)).toMatchObject({ baseUrl: written });
  });
});

describe('a stored run', () => {
  const goOn = (stored: string | undefined, configured: string | undefined) => () =>
    assertConfiguredServers(
      {
        tutor: {
          provider: 'openai',
          model: 'm',
          simulated: false,
          ...(stored === undefined ? {} : { baseUrl: stored }),
        },
        student: undefined,
        judges: [],
      },
      { providers, baseUrlFor: () => configured },
      'Go there.',
    );

  it.each([
    [undefined, 'https://api.openai.com/v1'],
    ['https://api.openai.com/v1/', ''],
    ['http://localhost:1/v1/', ' http://localhost:1/v1'],
  ])('that was at %j goes on at %j', (stored, configured) => {
    expect(goOn(stored, configured)).not.toThrow();
  });

  it.each([
    [
      'https://elsewhere.example/v1',
      'https://api.openai.com/v1',
      'https://elsewhere.example/v1',
      'the provider’s own server',
    ],
    [undefined, 'http://localhost:1/v1', 'the provider’s own server', 'http://localhost:1/v1'],
  ])('that was at %j does not go on at %j', (stored, configured, was, now) => {
    expect(goOn(stored, configured)).toThrow(ServerAddressError);
    expect(goOn(stored, configured)).toThrow(
      `The run’s tutor openai:m was at ${was}; configured now is ${now}. Go there.`,
    );
  });
});

describe('a run that names the provider’s own server by its address, as older ones do', () => {
  const named = { provider: 'openai', model: 'gpt-4.1', simulated: false, baseUrl: 'https://api.openai.com/v1' };

  it('has the models of one that names none, and their prices', () => {
    const { baseUrl, ...unnamed } = named;
    expect(modelDestination(named)).toBe(modelDestination(unnamed));
    const usage = { input: 1_000, output: 100, cachedInput: 0 };
    expect(costOf(named.model, usage, baseUrl)).toBe(costOf(named.model, usage));
    expect(costOf(named.model, usage)).toBeGreaterThan(0);
    expect(costOf(named.model, usage, 'http://localhost:1234/v1')).toBeUndefined();
  });
});
