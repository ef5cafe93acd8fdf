import { readFileSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { closedAfterEach } from '../../loopback/closedAfterEach';
import type { ModelServer } from '../../loopback/modelServer';
import { repository, useCommandLine } from './commandLine';
import { expectRefusal } from './expectRefusal';
import { estimateSchema, evaluated } from './printedJson';
import { tutoringServer } from './tutoringServer';

const cli = useCommandLine();
const servers = closedAfterEach();

const ids = readFileSync(path.join(repository, 'starter-sets/guideeval.jsonl'), 'utf8')
  .trim()
  .split('\n')
  .map((line) => (JSON.parse(line) as { readonly id: string }).id);

async function server(): Promise<ModelServer> {
  const started = await tutoringServer();
  servers.push(started);
  return started;
}

/** A folder with a prompt and a file of replies to the first samples. */
async function recordedFor(count: number, reply = 'What did you try first?', more = '') {
  const cwd = await cli().workspace();
  const lines = ids.slice(0, count).map((sample) => JSON.stringify({ sample, reply: `${reply} ${sample}` }));
  await writeFile(path.join(cwd, 'replies.jsonl'), `${lines.join('\n')}\n${more}`);
  return cwd;
}

const given = ['evaluate', 'tutor.md', '--replies', 'replies.jsonl'];

describe('evaluate --replies', () => {
  it('judges what was recorded, asks no tutor, and counts what is missing', async () => {
    const judge = await server();
    const more = `${JSON.stringify({ sample: 'nobody', reply: 'r' })}\n{broken\n`;
    const cwd = await recordedFor(4, 'What did you try first?', more);
    // A tutor would be asked at an address where nobody is.
    const at = ['--judge', 'openai:m', '--judge-base-url', judge.url, '--tutor-base-url', 'http://127.0.0.1:9'];
    const { code, out, err } = await cli().run([...given, '--json', ...at], { cwd });
    expect(code).toBe(0);
    const { tutor, recorded, benchmarks, calls, warnings } = evaluated(out);
    expect(tutor).toBe('recorded:elsewhere');
    expect(recorded).toEqual({
      name: 'replies.jsonl',
      format: 'replies, JSON lines',
      missing: ids.length - 4,
      unused: 2,
    });
    expect(benchmarks.map(({ samples, completed, noReply }) => [samples, completed, noReply])).toEqual([[4, 4, 0]]);
    expect(calls.tutor).toBe(0);
    expect(judge.calls).toBe(calls.judge);
    for (const { body } of judge.requests) expect(body).toHaveProperty('response_format');
    expect(JSON.stringify(judge.requests.map(({ body }) => body))).toContain(`What did you try first? ${ids[0]}`);
    expect(warnings.join('\n')).toMatch(/2 records of the file are not used\./);
    expect(err).toMatch(/error: replies\.jsonl: record 5, sample: No sample in use has the id “nobody”/);
    expect(err).toMatch(/error: replies\.jsonl: record 6: This line is not valid JSON/);
  });

  it('makes a run that is compared, judged again and gone on with like any other, without its tutor', async () => {
    const judge = await server();
    const cwd = await recordedFor(6);
    const at = ['--judge', 'openai:m', '--judge-base-url', judge.url];
    const cut = await cli().run([...given, ...at, '--max-calls', '3', '--concurrency', '1'], { cwd });
    expect(cut.code).toBe(3);
    const resumed = await cli().run(
      ['resume', 'latest', '--json', '--max-calls', '500', '--judge-base-url', judge.url],
      { cwd },
    );
    expect([resumed.code, evaluated(resumed.out).calls.tutor]).toEqual([0, 0]);
    const again = await cli().run(['judge', 'latest', '--judge', 'offline', '--json'], { cwd });
    expect([again.code, evaluated(again.out).tutor]).toEqual([0, 'recorded:elsewhere']);
    const played = await cli().run(['evaluate', 'tutor.md', '--json'], { cwd });
    const compared = await cli().run(['compare', evaluated(again.out).runId, evaluated(played.out).runId, '--json'], {
      cwd,
    });
    expect(compared.out).toMatch(/"both": 6,/);
    expect(judge.requests.every(({ body }) => 'response_format' in body)).toBe(true);
  });

  it('takes the name of who wrote them, and needs no key for it', async () => {
    const cwd = await recordedFor(3);
    const { code, out } = await cli().run([...given, '--tutor', 'openai:gpt-4.1', '--json'], { cwd });
    const { tutor, calls, cost } = evaluated(out);
    expect([code, tutor, calls.tutor, cost.usd]).toEqual([0, 'openai:gpt-4.1', 0, 0]);
  });

  it('counts an empty reply as one, and a missing one not', async () => {
    const cwd = await recordedFor(2, 'x', `${JSON.stringify({ sample: ids[2], reply: ' ' })}\n`);
    const { out } = await cli().run([...given, '--json'], { cwd });
    expect(evaluated(out).benchmarks.map(({ samples, completed, noReply }) => [samples, completed, noReply])).toEqual([
      [3, 2, 1],
    ]);
  });

  it('is estimated as no call to a tutor', async () => {
    const cwd = await recordedFor(3);
    const { out } = await cli().run(['estimate', ...given.slice(1), '--json'], { cwd });
    const { benchmarks } = estimateSchema.parse(JSON.parse(out));
    expect(benchmarks.map(({ trials, calls }) => [trials, calls.tutor])).toEqual([[3, 0]]);
  });

  it.each([
    [['--repeats', '2'], /--replies cannot be combined with --repeats/],
    [['--student', 'offline'], /--replies cannot be combined with --student/],
    [['--benchmark', 'guideeval', '--benchmark', 'mrbench'], /exactly one benchmark/],
    [['--benchmark', 'mrbench'], /no reply to a MRBench sample\. Record 1: No sample in use has the id/],
    [['--replies', 'missing.jsonl'], /The file of replies missing\.jsonl does not exist/],
    [['--replies', '.'], /is a folder/],
    [['--replies', 'tutor.md'], /neither JSON nor JSON lines/],
  ])('refuses %j in one line', async (options, message) => {
    const cwd = await recordedFor(1);
    expectRefusal(await cli().run([...given, ...options], { cwd }), message);
  });

  it('shows hostile words of a file as text', async () => {
    const cwd = await cli().workspace();
    const evil = `\u001b[2Jgone\u202e${'x'.repeat(400)}`;
    const entries = [
      { sample: evil, reply: 'r' },
      { sample: ids[0], reply: evil },
    ];
    await writeFile(path.join(cwd, 'replies.jsonl'), entries.map((one) => JSON.stringify(one)).join('\n'));
    const { code, out, err } = await cli().run(given, { cwd });
    expect(code).toBe(0);
    expect(out + err).not.toMatch(/[\u001b\u202e]/);
    expect(err).toMatch(/No sample in use has the id/);
    expect(err).not.toContain('x'.repeat(200));
  });
});
