import { describe, expect, it } from 'vitest';
import { useCommandLine } from '../contract/cli/commandLine';
import { playKilledCommands } from '../contract/crash/killedCommands';
import { noteRows, secondsSince } from './soakRow';

const cli = useCommandLine();

describe('the command line, killed forty times', () => {
  it('loses no answer that was in the journal, and each resume ends completed', async () => {
    const from = performance.now();
    const plan = { kills: 40, samples: 120, concurrency: 16, latencyMs: 20, seed: 4 };
    const { kills, lost, mostLost, paidAgain } = await playKilledCommands(cli(), plan);
    await noteRows({
      what: 'kills: 40 runs of 240 calls, up to 16 in flight with each of two providers',
      figure: `${lost} answers lost in flight (${mostLost} at most in one kill), ${paidAgain} paid for again, ${secondsSince(from)}`,
    });
    expect(kills).toBe(40);
    expect(lost).toBeGreaterThan(0);
  });
});
