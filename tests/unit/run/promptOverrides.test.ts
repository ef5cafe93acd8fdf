import { describe, expect, it } from 'vitest';
import { textHash, withPromptOverrides } from '../../../src/core/benchmark/judging/promptOverride';
import { offlineEntry } from '../../../src/core/providers/offlineProvider';
import type { ChatProvider } from '../../../src/core/providers/provider';
import { plainSamples, plainToy } from '../../toyBenchmarks/plainToy';
import { booleanJudge } from '../../toyBenchmarks/toyBenchmark';
import { FakeProvider, isJudgeCall } from './fakeProvider';
import { startRun } from './toyRun';

const builtIn = booleanJudge('tone', { judge: 'tone', unit: 'reply' }, '');
const text = 'Is the tone right? {"verdict": true | false}';
const benchmark = withPromptOverrides(plainToy, [
  { judges: ['tone'], file: 'judges/mrbench/tone.md', replaces: textHash(builtIn.prompt.fixed), text },
]);

/** Version of the tone judge as recorded. */
async function judgedBy(judgeProvider: ChatProvider): Promise<readonly (string | undefined)[]> {
  const { records } = await startRun({
    benchmark,
    samples: plainSamples(1),
    provider: new FakeProvider(),
    judgeProvider,
  });
  return records.flatMap((record) => (record.kind === 'judged' && record.key === 'tone' ? [record.version] : []));
}

describe('a run with a custom judge prompt', () => {
  it('asks a model with it and records its version', async () => {
    const provider = new FakeProvider();
    const [version] = await judgedBy(provider);
    const systems = provider.requests.filter(isJudgeCall).map(({ system }) => system);
    expect(systems.filter((system) => system === text)).toHaveLength(1);
    expect(systems).toHaveLength(2);
    expect(version).toMatch(/^tone@[0-9a-f]{8}$/);
    expect(version).not.toBe(builtIn.version);
  });

  it('goes by the built-in text for an offline judge, which reads none', async () => {
    expect(await judgedBy(offlineEntry.create({ apiKey: '' }))).toEqual([builtIn.version]);
  });
});
