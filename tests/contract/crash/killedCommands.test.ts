import { describe, expect, it } from 'vitest';
import { useCommandLine } from '../cli/commandLine';
import { playKilledCommands } from './killedCommands';

const cli = useCommandLine();

describe('the command line, killed from its first moment to its last', () => {
  it('loses no answer that was in the journal, pays at most for what was in flight, and each resume ends completed', async () => {
    const plan = { kills: 6, samples: 40, concurrency: 6, latencyMs: 10, seed: 20261121 };
    const statistics = await playKilledCommands(cli(), plan);
    expect(statistics.kills).toBe(6);
    // The test would prove nothing if no kill had hit a call in flight.
    expect(statistics.met).toBeGreaterThan(0);
  }, 90_000);
});
