import { readdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { startBatchServer } from '../../loopback/batchServer';
import { startModelServer } from '../../loopback/modelServer';
import { useJudgingServers } from '../../loopback/useJudgingServers';
import { useCommandLine } from './commandLine';
import { estimateSchema, evaluated } from './printedJson';
import { htmlParts } from './htmlParts';

const cli = useCommandLine();
const judging = useJudgingServers();

const spanish = `Eres un tutor socrático paciente y amable.

- No des nunca la respuesta final ni la solución completa.
- Haz una sola pregunta en cada turno.
- Si el alumno se equivoca, señala con amabilidad dónde está el error.
`;

async function evaluate(prompt: string, ...options: readonly string[]) {
  const cwd = await cli().workspace(prompt);
  return { cwd, ...(await cli().run(['evaluate', 'tutor.md', '--limit', '2', ...options], { cwd })) };
}

describe('what a simulated tutor understood', () => {
  it('stands above the table with the lines of the file', async () => {
    const { code, out } = await evaluate('---\nlimit: 2\n---\n\nYou are a tutor.\nNever give the answer.\nBe kind.\n');
    expect(code).toBe(0);
    expect(out).toContain('The simulation understood 2 of 3 sentences');
    expect(out).toContain('Line 5: not understood – “You are a tutor.”');
    expect(out).toContain('Line 6: holds back the answer – “Never give the answer.”');
    expect(out.indexOf('Line 6')).toBeLessThan(out.indexOf('metric  '));
  });

  it.each([
    ['a prompt in Spanish', spanish],
    ['a prompt that wants the answer', 'Just give the answer, do not ask questions\n'],
    ['a prompt that forbids holding back', 'Do not hold back the final answer\n'],
    ['a prompt without a rule', 'You are a tutor.\n'],
  ])('gives %s no scores in any form, and says why', async (_, prompt) => {
    const { code, out, err, cwd } = await evaluate(prompt, '--html', 'report.html');
    expect(code).toBe(3);
    expect(out.replaceAll(/\s+/g, ' ')).toContain('so there are no scores: they would say nothing about it.');
    expect(out.replaceAll(/\s+/g, ' ')).toContain('--tutor PROVIDER:MODEL');
    expect(out).toContain('Simulated: the replies come from rules, not from a model.');
    expect(out).not.toContain('metric ');
    expect(out).not.toContain('unscored');
    expect(err).toContain('There are no scores');
    const { markup, data } = htmlParts(await readFile(path.join(cwd, 'report.html'), 'utf8'));
    expect(markup).toContain('not understood');
    expect(markup).not.toContain('<table');
    expect(data.report.benchmarks.flatMap(({ blocks }) => blocks)).toEqual([]);
    // The replies can be read.
    expect(data.benchmarks[0]?.cases[0]?.turns.map(({ role }) => role)).toContain('reply');
    for (const format of ['markdown', 'csv', 'json', 'junit']) {
      const shown = await cli().run(['report', 'latest', '--format', format], { cwd });
      expect(shown.out).not.toMatch(/Worst cases|"outcome"|<failure|,undesired,/);
    }
  });

  it('is in the JSON, whose metrics are empty where nothing was understood', async () => {
    const some = evaluated((await evaluate('You are a tutor.\nBe kind.\n', '--json')).out);
    expect(some.understood).toEqual({
      understood: 1,
      of: 2,
      sentences: [
        { line: 1, text: 'You are a tutor.', does: null },
        { line: 2, text: 'Be kind.', does: 'encourages' },
      ],
    });
    expect(some.benchmarks[0]?.metrics.length).toBeGreaterThan(0);
    const none = evaluated((await evaluate(spanish, '--json')).out);
    expect(none.understood).toMatchObject({ understood: 0, of: 4 });
    expect(none.benchmarks[0]).toMatchObject({ completed: 4, metrics: [] });
  });

  it('fails a lower bound where there are no scores', async () => {
    const { code, err } = await evaluate('You are a tutor.\n', '--fail-under', 'P-Redirect=0.1', '--allow-simulated');
    expect(code).not.toBe(0);
    expect(err).toContain('P-Redirect=0.1');
  });
});

describe('a run without scores', () => {
  const ahead =
    'There will be no scores, and no judge is asked: the simulated tutor understands no sentence of the prompt.';

  it('asks no judge, says so first, and ends with exit code 3', async () => {
    const server = await judging();
    const judge = ['--judge', 'openai:m', '--judge-base-url', server.url];
    const { cwd, ...run } = await evaluate(spanish, ...judge, '--benchmark', 'mrbench', '--max-calls', '9');
    expect(run.err).toContain(ahead);
    expect(run.err.indexOf(ahead)).toBeLessThan(run.err.indexOf('2/2 replies'));
    expect(run.err).toMatch(/There are no scores: .*\n$/);
    expect(run.err).not.toContain('calls go to');
    expect([run.code, server.calls]).toEqual([3, 0]);
    const report = await cli().run(['report', 'latest', '--format', 'json'], { cwd });
    expect(JSON.parse(report.out)).toMatchObject({
      run: { progress: { replies: { done: 2, planned: 2 }, judgements: { done: 0, planned: 0 } } },
    });
    for (const again of ['resume', 'judge']) {
      const { code, err } = await cli().run([again, 'latest', '--judge-base-url', server.url], { cwd });
      expect([again, code, err.includes(ahead), server.calls]).toEqual([again, 3, true, 0]);
    }
    const refused = await cli().run(['tags', 'latest', ...judge], { cwd });
    expect([refused.code, server.calls]).toEqual([2, 0]);
  });

  it('asks no model that plays the student', async () => {
    const server = await judging();
    const judge = ['--judge', 'openai:m', '--judge-base-url', server.url];
    const student = ['--student', 'openai:m', '--student-base-url', server.url];
    const chat = await evaluate(spanish, ...judge, ...student, '--benchmark', 'socratesbench');
    expect([chat.code, chat.err.includes(ahead), server.calls]).toEqual([3, true, 0]);
    // The judge and the model that plays the student are there to be asked.
    await evaluate('Ask one question.\n', ...judge, ...student, '--benchmark', 'socratesbench');
    expect(server.calls).toBeGreaterThan(2);
  });

  it('of an earlier version that asked a judge all the same is asked nothing more', async () => {
    const server = await startModelServer({
      reply: ({ body }) =>
        body.response_format === undefined ? 'Read it.' : '{"reasoning": "x", "perception": 0, "orchestration": 0}',
    });
    const judge = ['--judge', 'openai:m', '--judge-base-url', server.url];
    const tutor = ['--tutor', 'openai:m', '--tutor-base-url', server.url];
    const { cwd, out } = await evaluate(spanish, ...judge, ...tutor, '--benchmark', 'guideeval', '--json');
    const file = path.join(evaluated(out).runDir, 'run.json');
    const manifest = JSON.parse(await readFile(file, 'utf8')) as object;
    await writeFile(
      file,
      JSON.stringify({ ...manifest, tutor: { provider: 'offline', model: 'offline', simulated: true } }),
    );
    const before = server.calls;
    const tags = await cli().run(['tags', 'latest', ...judge], { cwd });
    expect(tags.err).toMatch(/has no reply that was judged to fail on GuideEval/);
    const resumed = await cli().run(['resume', 'latest', '--judge-base-url', server.url], { cwd });
    await server.close();
    expect([tags.code, resumed.code, before > 0, server.calls]).toEqual([2, 3, true, before]);
  });

  it('puts nothing into a batch', async () => {
    const server = await startBatchServer();
    const { code, err } = await evaluate(spanish, '--judge', 'openai:m', '--judge-base-url', server.url, '--batch');
    await server.close();
    expect([code, err.includes(ahead)]).toEqual([3, true]);
    expect(Object.values(server.counts).every((count) => count === 0)).toBe(true);
  });

  it('is estimated as one: no call to the judge, and the reason', async () => {
    const cwd = await cli().workspace(spanish);
    const estimate = ['estimate', 'tutor.md', '--judge', 'openai:m', '--limit', '2'];
    expect((await cli().run(estimate, { cwd })).out).toContain(ahead);
    const { calls, cost } = estimateSchema.parse(JSON.parse((await cli().run([...estimate, '--json'], { cwd })).out));
    expect(calls).toMatchObject({ judge: 0 });
    expect(cost.usd).toEqual({ low: 0, high: 0 });
  });
});

describe('a stored run whose prompt is not understood', () => {
  /** Two runs with verdicts. Nothing in the first one's prompt is understood, though an earlier reader may have. */
  async function twoRuns() {
    const { cwd, out } = await evaluate('Never give the answer.\n', '--json');
    const { runId } = evaluated(out);
    const store = path.join(cwd, '.tutor-prompt-lab', 'runs');
    const [folder = ''] = await readdir(store);
    const file = path.join(store, folder, 'run.json');
    await writeFile(file, (await readFile(file, 'utf8')).replaceAll('Never give the answer.', 'You are a tutor.'));
    await writeFile(path.join(cwd, 'other.md'), 'Be kind. Ask one question.\n');
    const other = evaluated((await cli().run(['evaluate', 'other.md', '--limit', '2', '--json'], { cwd })).out);
    return { cwd, unread: runId, other: other.runId };
  }

  it('is not compared, whichever side it is, and the reason is said', async () => {
    const { cwd, unread, other } = await twoRuns();
    for (const pair of [
      [unread, other],
      [other, unread],
    ]) {
      for (const form of [[], ['--json']]) {
        const { code, out, err } = await cli().run(['compare', ...pair, '--allow-simulated', ...form], { cwd });
        expect([code, out]).toEqual([2, '']);
        expect(err).toContain('Not comparable: a simulated tutor understood nothing of its prompt');
      }
    }
    const both = await cli().run(['compare', unread, unread], { cwd });
    expect([both.code, both.out]).toEqual([2, '']);
  });

  it('has none in its report, nor in the list of runs', async () => {
    const { cwd, unread } = await twoRuns();
    for (const format of ['json', 'markdown', 'csv']) {
      const { out } = await cli().run(['report', unread, '--format', format], { cwd });
      expect(out).not.toMatch(/"outcome"|"verdicts":\s*\[\s*\{|"value": 0\.\d|\| 0\.\d/);
    }
    const { out } = await cli().run(['runs', 'tutor.md'], { cwd });
    expect(out).not.toMatch(/\b0\.\d\d/);
  });
});

describe('a benchmark’s own prompt in place of the file', () => {
  const builtIn = ['--placement', 'benchmark', '--benchmark', 'guideeval', '--json'];

  it('is what the simulation reads, whatever the file says', async () => {
    const [rules, none] = [
      await evaluate('Be brief. Never give the answer. Point out mistakes.\n', ...builtIn),
      await evaluate('You are a tutor.\n', ...builtIn),
    ].map(({ code, out }) => ({ code, ...evaluated(out) }));
    expect([rules?.code, none?.code]).toEqual([0, 0]);
    expect(none?.benchmarks.map(({ metrics }) => metrics)).toEqual(rules?.benchmarks.map(({ metrics }) => metrics));
    expect(none?.understood).toMatchObject({ builtIn: true, understood: 6, of: 8 });
    expect(JSON.stringify(rules?.understood)).not.toContain('Be brief');
    const { out } = await evaluate('You are a tutor.\n', ...builtIn.slice(0, -1));
    expect(out.replaceAll(/\s+/g, ' ')).toContain('of the built-in prompt, which is sent in place of the file');
    expect(out).toContain('Built in: holds back the answer');
  });

  it('gives no scores where nothing of it is understood, though the file has rules', async () => {
    const placed = await evaluate('Never give the answer.\n', '--placement', 'benchmark', '--benchmark', 'mrbench');
    expect(placed.code).toBe(3);
    expect(placed.out.replaceAll(/\s+/g, ' ')).toContain('understood none of the built-in prompt’s 3 sentences');
    const bare = await evaluate('Never give the answer.\n', '--placement', 'benchmark', '--benchmark', 'tutorbench');
    expect(bare.code).toBe(3);
    expect(bare.out.replaceAll(/\s+/g, ' ')).toContain('the simulation does not read the benchmark’s instructions');
  });

  it('says of instructions behind the file that they are not read', async () => {
    const { out, code } = await evaluate('Never give the answer.\n', '--benchmark', 'tutorbench');
    expect([code, out.replaceAll(/\s+/g, ' ')]).toEqual([
      0,
      expect.stringContaining(
        'understood 1 of 1 sentence of the prompt. It does not read the instructions that a benchmark adds.',
      ),
    ]);
  });
});
