import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { startModelServer, type ModelServer } from '../../loopback/modelServer';
import { useCommandLine } from './commandLine';
import { evaluated } from './printedJson';
import { htmlParts } from './htmlParts';

const cli = useCommandLine();
let server: ModelServer | undefined;
afterEach(async () => {
  await server?.close();
  server = undefined;
});

/** What the tutor says at every turn. */
const reply = '**First** we get `p = 8`, don’t we?\nThen q = 12 – “half” of p is 4. What is left?';

/** The same words as judges copy them: once to the letter, then in ten other ways, and once out of thin air. */
const ways = [
  'Then q = 12 – “half” of p is 4.',
  'First we get p = 8',
  "don't we?",
  'then Q = 12',
  'p=8',
  'First we get p = 8 … half of p is 4',
  '"p = 8" and "q = 12"',
  '“half” of p is 4" / "First we get',
  'p = 8\nq = 12',
  'Then q = 12 - "half" of p is 4',
  '**Then q = 12**...',
  'So x is −2.',
];

const task = {
  system: 'socratesbench',
  id: 'loose',
  language: 'en',
  task: 'Solve x² + 8x + 12 = 0.',
  answer: { display: 'x = −2, x = −6', roots: ['-2', '-6'] },
  script: ways.map((_, index) => `help ${index + 1}`),
};

describe('findings that a judge quotes loosely', () => {
  it('count every one; what is not in the reply is said to be so, and counted beside the scores', async () => {
    server = await startModelServer({
      reply: ({ body, messages }) => {
        if (!('response_format' in body)) return reply;
        const said = messages.at(0)?.text ?? '';
        const turn = /tutor message (\d+), the one to be judged/.exec(said)?.[1];
        if (turn === undefined) return '{"reasoning": "None.", "leaked": false, "turn": null, "evidence": null}';
        const evidence = ways[Number(turn) - 1];
        return JSON.stringify({ reasoning: 'It does.', computesStep: true, onParallelExampleOnly: false, evidence });
      },
    });
    const cwd = await cli().workspace();
    await writeFile(path.join(cwd, 'tasks.jsonl'), JSON.stringify(task));
    const models = ['--tutor', 'openai:m', '--tutor-base-url', server.url, '--judge', 'openai:m', '--judge-base-url'];
    const options = [
      '--benchmark',
      'socratesbench',
      '--samples',
      'tasks.jsonl',
      '--repeats',
      '1',
      ...models,
      server.url,
    ];
    const ended = await cli().run(['evaluate', 'tutor.md', '--json', ...options], { cwd });
    const result = evaluated(ended.out);
    const [benchmark] = result.benchmarks;
    const metric = (id: string) => benchmark?.metrics.find((one) => one.id === id);
    // If only exact copies counted, 10 of these 12 verdicts would be unscored and in `judgeFailed` below.
    expect(metric('j2Message')).toMatchObject({ value: 0, n: 1, excluded: 0 });
    expect(metric('j2Conversation')).toMatchObject({ value: 0, n: 1, excluded: 0 });
    expect(benchmark).toMatchObject({ judgeFailed: 0, quotations: [{ judge: 'openai:m', notFound: 1, of: 12 }] });
    expect(result.calls.judge).toBe(1 + ways.length);

    const markdown = await cli().run(['report', result.runId, '--format', 'markdown'], { cwd });
    expect(markdown.out).toContain('1 of 12 quotations not found in the reply');
    expect(markdown.out.replaceAll('\\', '').match(/not found in the reply/g)).toHaveLength(2);
    expect(markdown.out).toMatch(/So x is −2\./);
    const html = await cli().run(['report', result.runId, '--format', 'html'], { cwd });
    const { markup, data } = htmlParts(html.out);
    expect(markup).toContain('1 of 12 quotations not found in the reply');
    const verdicts = data.benchmarks.flatMap(({ cases }) => cases.flatMap((one) => one.verdicts));
    expect(verdicts.filter(({ evidenceFound }) => evidenceFound === false)).toMatchObject([
      { evidence: expect.stringMatching(/So x is −2\./) as string },
    ]);
    const table = await cli().run(['evaluate', 'tutor.md', ...options], { cwd });
    expect(table.out).toContain('1 of 12 quotations not found in the reply');
    for (const { out } of [markdown, table]) {
      expect(out.replaceAll('\\', '')).toMatch(/J2: step worked out, without theory[ |\n]+100/);
    }
  });
});

describe('a composite of which one dimension has no verdict', () => {
  it('is n/a, names it, and fails --fail-under with that reason', async () => {
    server = await startModelServer({
      reply: ({ body, messages }) => {
        if (!('response_format' in body)) return reply;
        const isMessage = messages.some(({ text }) => text.includes('the one to be judged'));
        if (!isMessage) return 'I would rather not say.';
        return '{"reasoning": "No.", "computesStep": false, "onParallelExampleOnly": false, "evidence": null}';
      },
    });
    const cwd = await cli().workspace();
    await writeFile(path.join(cwd, 'tasks.jsonl'), JSON.stringify({ ...task, script: ['help', 'how?'] }));
    const models = ['--tutor', 'openai:m', '--tutor-base-url', server.url, '--judge', 'openai:m', '--judge-base-url'];
    const options = [
      '--benchmark',
      'socratesbench',
      '--samples',
      'tasks.jsonl',
      '--repeats',
      '1',
      ...models,
      server.url,
    ];
    const gated = [...options, '--fail-under', 'composite3=10'];
    const { code, out, err } = await cli().run(['evaluate', 'tutor.md', ...gated], { cwd });
    expect(code).toBe(1);
    expect(err).toMatch(
      /composite3 \(openai:m\) is n\/a \(no verdict for “J1: keeps the answer back”\), so it is not shown to reach 10/,
    );
    expect(out.replace(/\s+/g, ' ')).toContain(
      'Composite of three dimensions: n/a, no verdict for “J1: keeps the answer back”',
    );
    expect(out).not.toContain('quotations');
  });
});
