import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { useCommandLine } from './commandLine';
import { expectRefusal } from './expectRefusal';
import { evaluated, type Evaluated } from './printedJson';
import { released } from './releasedGold';
import { tutoringServer } from './tutoringServer';

const cli = useCommandLine();
let cwd = '';
let first: Evaluated;

beforeAll(async () => {
  cwd = await cli().workspace();
  first = evaluated((await cli().run(['evaluate', 'tutor.md', '--limit', '12', '--json'], { cwd })).out);
});

const resume = (...args: readonly string[]) => cli().run(['resume', ...args], { cwd });

describe('resume with checks', () => {
  it('goes on with the checks that the evaluation had, which the line at its end names', async () => {
    const server = await tutoringServer();
    const addresses = ['--tutor-base-url', server.url, '--judge-base-url', server.url];
    const models = ['--tutor', 'openai:m', '--judge', 'openai:m', ...addresses];
    const checks = [
      '--baseline',
      first.runId,
      '--across',
      'tutor',
      '--across',
      'judgeModel',
      '--guard-margin',
      '0.2',
      '--fail-under',
      'OSA=1.5',
      '--allow-simulated',
    ];
    const size = ['--limit', '12', '--max-calls', '9'];
    const cut = await cli().run(['evaluate', 'tutor.md', ...size, ...models, ...checks], { cwd });
    expect(cut.err).toContain(` ${checks.join(' ')} --max-calls …\n`);

    const again = await resume('latest', '--json', '--max-calls', '500', ...addresses, ...checks);
    await server.close();
    const { comparison, status } = evaluated(again.out);
    expect(status).toBe('completed');
    expect(comparison?.baseline.runId).toBe(first.runId);
    expect(comparison?.tested).toBeGreaterThan(0);
    expect(again.err).toMatch(/^Against [0-9a-f]{7}, \d+ \w+ \d{4}: /m);
    expect(again.err).toMatch(/^failed: .*OSA \(openai:m\) is .*, below 1\.5\.$/m);
    expect(again.code).toBe(1);
  });

  it('passes where all hold', async () => {
    const { code, err } = await resume(first.runId, '--fail-under', 'OSA=0', '--allow-simulated');
    expect([code, err.includes('failed:')]).toEqual([0, false]);
  });

  it('refuses the run itself as its baseline, an unknown metric, and checks of a calibration', async () => {
    expectRefusal(
      await resume(first.runId, '--baseline', first.runId, '--allow-simulated'),
      /that is the run itself\. Name an earlier run/,
    );
    expectRefusal(await resume(first.runId, '--fail-under', 'P-Nothing=0.5'), /no metric “P-Nothing”/);
    const folder = await cli().folder();
    await writeFile(path.join(folder, 'gold.json'), released(4));
    expect((await cli().run(['calibrate', 'mrbench', 'gold.json'], { cwd: folder })).code).toBe(0);
    expectRefusal(
      await cli().run(['resume', 'latest', '--fail-under', 'coherence=50'], { cwd: folder }),
      /is a calibration, which has no scores of a prompt: leave out --baseline and --fail-under/,
    );
  });
});
