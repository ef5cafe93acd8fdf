import { existsSync } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import type { ModelServer } from '../../loopback/modelServer';
import { useCommandLine } from './commandLine';
import { expectRefusal } from './expectRefusal';
import { calibrated } from './printedCalibration';
import { evaluated } from './printedJson';
import { released } from './releasedGold';
import { tutoringServer } from './tutoringServer';

const cli = useCommandLine();
let server: ModelServer | undefined;
afterEach(async () => {
  await server?.close();
  server = undefined;
});

describe('the line that says how to go on', () => {
  it('is safe to paste, and asks for what was asked for', async () => {
    server = await tutoringServer();
    const cwd = path.join(await cli().workspace(), 'a`touch PWNED`$HOME');
    await mkdir(cwd);
    await writeFile(path.join(cwd, 'tutor.md'), 'Ask one question.\n');
    const models = ['--tutor', 'openai:m', '--tutor-base-url', server.url];
    const options = ['--limit', '3', '--max-calls', '2', '--majority', '--html', 'the report.html'];
    const { err } = await cli().run(['evaluate', 'tutor.md', '--store', 'here', ...models, ...options], { cwd });
    expect(err).toContain(
      ` --store '${path.join(cwd, 'here')}' --tutor-base-url ${server.url} --majority --html 'the report.html' --max-calls …`,
    );
  });
});

describe.skipIf(!existsSync('/dev/full'))('a run whose HTML report cannot be written', () => {
  it('is printed and said to be kept all the same', async () => {
    const cwd = await cli().workspace();
    const args = ['evaluate', 'tutor.md', '--limit', '2', '--json', '--html', '/dev/full'];
    const { code, out, err } = await cli().run(args, { cwd });
    expect(evaluated(out).status).toBe('completed');
    expect(err).toMatch(/^Run \S+ is kept in /m);
    expect(err).toMatch(/^error: Cannot write the report to \/dev\/full: .*ENOSPC/m);
    expect(code).toBe(2);
  });

  it('is checked all the same', async () => {
    const cwd = await cli().workspace();
    const args = ['evaluate', 'tutor.md', '--limit', '2', '--html', '/dev/full', '--fail-under', 'O-Advance=2'];
    args.push('--allow-simulated');
    const { code, err } = await cli().run(args, { cwd });
    expect(err).toMatch(/^error: Cannot write the report to \/dev\/full/m);
    expect(err).toMatch(/^failed: guideeval\/\S+\/O-Advance .* below 2\. \(simulated\)$/m);
    expect(code).toBe(1);
  });
});

describe('a calibration', () => {
  it('is refused as a baseline before anything is played, and as a side of a comparison', async () => {
    const cwd = await cli().workspace();
    await writeFile(path.join(cwd, 'gold.json'), released(4));
    const { runId } = evaluated((await cli().run(['evaluate', 'tutor.md', '--limit', '2', '--json'], { cwd })).out);
    const checked = await cli().run(['calibrate', 'mrbench', 'gold.json', '--json'], { cwd });
    const calibration = calibrated(checked.out).runId ?? '';
    const baseline = ['evaluate', 'tutor.md', '--limit', '2', '--baseline', calibration, '--allow-simulated'];
    expectRefusal(await cli().run(baseline, { cwd }), /is a calibration of a judge, which has no scores of a prompt/);
    expectRefusal(await cli().run(['compare', runId, calibration], { cwd }), /is a calibration of a judge/);
  });

  it('is passed over by “latest” where runs are compared', async () => {
    const cwd = await cli().workspace();
    await writeFile(path.join(cwd, 'gold.json'), released(4));
    const evaluate = ['evaluate', 'tutor.md', '--limit', '2', '--json'];
    const calibrate = ['calibrate', 'mrbench', 'gold.json'];
    expect((await cli().run(calibrate, { cwd })).code).toBe(0);
    expectRefusal(
      await cli().run([...evaluate, '--baseline', 'latest', '--allow-simulated'], { cwd }),
      /only calibrations in .*Evaluate a prompt first/,
    );
    const first = evaluated((await cli().run(evaluate, { cwd })).out);
    expect((await cli().run(calibrate, { cwd })).code).toBe(0);
    const second = evaluated(
      (await cli().run([...evaluate, '--baseline', 'latest', '--allow-simulated'], { cwd })).out,
    );
    expect(second.comparison?.baseline.runId).toBe(first.runId);
    expect((await cli().run(calibrate, { cwd })).code).toBe(0);
    const compared = await cli().run(['compare', first.runId, 'latest', '--json'], { cwd });
    expect(JSON.parse(compared.out)).toMatchObject({ before: { id: first.runId }, after: { id: second.runId } });
    const report = ['report', first.runId, '--format', 'json', '--baseline', 'latest'];
    const reported = await cli().run(report, { cwd });
    expect(JSON.parse(reported.out)).toMatchObject({ comparison: { baseline: { runId: second.runId } } });
    // To say how the judge did, the calibration is what the latest run is.
    expectRefusal(await cli().run(['judge', 'latest'], { cwd }), /is a calibration/);
  });
});

describe('a report of a run in another store', () => {
  it('finds its baseline there', async () => {
    const cwd = await cli().workspace();
    const evaluate = ['evaluate', 'tutor.md', '--limit', '2', '--json', '--store', 'elsewhere'];
    const before = evaluated((await cli().run(evaluate, { cwd })).out);
    const after = evaluated((await cli().run(evaluate, { cwd })).out);
    const report = ['report', after.runDir, '--format', 'markdown', '--baseline', before.runId];
    const { code, out, err } = await cli().run(report, { cwd });
    expect(err).toBe('');
    // Two runs under one seed are the same.
    expect(out).toMatch(/no verdict on \d+ metrics \\\(none of them differs\\\)/);
    expect(code).toBe(0);
  });
});
