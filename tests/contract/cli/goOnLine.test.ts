import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import type { ModelServer } from '../../loopback/modelServer';
import { useCommandLine } from './commandLine';
import { expectRefusal } from './expectRefusal';
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

describe('a run whose HTML report cannot be written', () => {
  it('is printed and said to be kept all the same', async () => {
    const cwd = await cli().workspace();
    await writeFile(path.join(cwd, 'afile'), '');
    const args = ['evaluate', 'tutor.md', '--limit', '2', '--json', '--html', 'afile/r.html'];
    const { code, out, err } = await cli().run(args, { cwd });
    expect(evaluated(out).status).toBe('completed');
    expect(err).toMatch(/^Run \S+ is kept in /m);
    expect(err).toMatch(/^error: Cannot write the report to afile\/r\.html/m);
    expect(code).toBe(2);
  });
});

describe('a calibration', () => {
  it('is refused as a baseline before anything is played, and as a side of a comparison', async () => {
    const cwd = await cli().workspace();
    await writeFile(path.join(cwd, 'gold.json'), released(4));
    const { runId } = evaluated((await cli().run(['evaluate', 'tutor.md', '--limit', '2', '--json'], { cwd })).out);
    expect((await cli().run(['calibrate', 'mrbench', 'gold.json'], { cwd })).code).toBe(0);
    const baseline = ['evaluate', 'tutor.md', '--limit', '2', '--baseline', 'latest'];
    expectRefusal(await cli().run(baseline, { cwd }), /is a calibration of a judge, which has no scores of a prompt/);
    expectRefusal(await cli().run(['compare', runId, 'latest'], { cwd }), /is a calibration of a judge/);
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
    expect(out).toMatch(/No evidence of a difference|Too few/i);
    expect(code).toBe(0);
  });
});
