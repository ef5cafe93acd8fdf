import { appendFile, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import type { ModelRequest } from '../../loopback/modelRequest';
import { startModelServer, type ModelServer } from '../../loopback/modelServer';
import { goldenTags, type GoldenTag } from '../../unit/history/goldenTags';
import { useCommandLine } from './commandLine';
import { expectRefusal } from './expectRefusal';
import { evaluated } from './printedJson';
import { htmlParts } from './htmlParts';

const cli = useCommandLine();
let server: ModelServer | undefined;
afterEach(async () => {
  await server?.close();
  server = undefined;
});

type Id = 'guideeval' | 'kmp-dialogue';

function isTagging({ messages, system }: ModelRequest): boolean {
  return [system, ...messages.map(({ text }) => text)].some((text) => text.includes('"tags": [string'));
}

/** Finds every reply failing, and answers about each with what `said` says, its golden tags unless told otherwise. */
function taggingServer(
  golden: readonly GoldenTag[],
  said: (one: GoldenTag) => string = ({ tags, why }) => JSON.stringify({ reasoning: why, tags }),
): Promise<ModelServer> {
  return startModelServer({
    reply: (request) => {
      const text = request.messages.map((message) => message.text).join('\n');
      const one = golden.find(({ reply }) => text.includes(`\n${reply}\n`)) ?? expect.fail(`Of which reply? ${text}`);
      if (isTagging(request)) return said(one);
      const wanted = JSON.stringify(request.body);
      if (wanted.includes('"perception"')) return '{"reasoning": "x", "perception": 0}';
      if (wanted.includes('"orchestration"')) return '{"reasoning": "x", "orchestration": 0}';
      if (wanted.includes('"question_level"')) return '{"reasoning": "x", "question_level": 1}';
      const ids = (/begin ids to decide [^\n]*\n([\s\S]*?)\n-----/.exec(text)?.[1] ?? '').split('\n');
      const isA = text.split('begin reply B')[0]?.includes(`\n${one.reply}\n`) === true;
      const other = isA ? 'B' : 'A';
      const criteria = ids.filter((id) => id !== 'overall').map((id) => ({ id, why: 'x', verdict: other }));
      return JSON.stringify({ reasoning: 'x', criteria, overall: other });
    },
  });
}

/** A folder with a run of the golden replies, all of them failing. */
async function judgedRun(id: Id, golden: readonly GoldenTag[], url: string): Promise<{ cwd: string; runId: string }> {
  const cwd = await cli().workspace();
  const lines = (records: readonly unknown[]): string =>
    records.map((record) => `${JSON.stringify(record)}\n`).join('');
  await writeFile(path.join(cwd, 'samples.jsonl'), lines(golden.map(({ sample }) => sample)));
  await writeFile(
    path.join(cwd, 'replies.jsonl'),
    lines(golden.map(({ reply, sample }) => ({ sample: sample.id, reply }))),
  );
  const files = ['--benchmark', id, '--samples', 'samples.jsonl', '--replies', 'replies.jsonl'];
  const run = await cli().run(['evaluate', 'tutor.md', ...files, '--json', '--judge-all', ...judge(url)], { cwd });
  expect([run.code, run.err]).toEqual([0, expect.any(String)]);
  return { cwd, runId: evaluated(run.out).runId };
}

const judge = (url: string): readonly string[] => ['--judge', 'openai:m', '--judge-base-url', url];

function tagsOf(out: string): NonNullable<ReturnType<typeof evaluated>['benchmarks'][number]['failureTags']> {
  return evaluated(out).benchmarks[0]?.failureTags ?? expect.fail('no failure tags');
}

function counts(golden: readonly GoldenTag[]): Readonly<Record<string, number>> {
  const all = new Map<string, number>();
  for (const tag of golden.flatMap(({ tags }) => tags)) all.set(tag, (all.get(tag) ?? 0) + 1);
  return Object.fromEntries(all);
}

describe.each(['guideeval', 'kmp-dialogue'] as const)('tags of %s', (id) => {
  const golden = goldenTags(id);

  it('come to what the golden replies deserve, one call each, and change no score', async () => {
    server = await taggingServer(golden);
    const { cwd, runId } = await judgedRun(id, golden, server.url);
    const before = await cli().run(['report', runId, '--format', 'json'], { cwd });
    const asked = server.calls;
    const tagged = await cli().run(['tags', 'latest', '--json', ...judge(server.url)], { cwd });
    expect([tagged.code, tagged.err]).toEqual([0, expect.stringContaining(`${golden.length} failing replies, `)]);
    expect(server.calls - asked).toBe(golden.length);
    const { tags, ...about } = tagsOf(tagged.out);
    expect(about).toMatchObject({
      judge: 'openai:m',
      failing: golden.length,
      tagged: golden.length,
      unscored: 0,
      none: golden.filter((one) => one.tags.length === 0).length,
    });
    expect(about.version).toMatch(/^failure-tags@[0-9a-f]{8}$/);
    expect(Object.fromEntries(tags.map(({ id: tag, count }) => [tag, count]))).toEqual(counts(golden));

    // What was there stays byte for byte but for the tags.
    const after = await cli().run(['report', runId, '--format', 'json'], { cwd });
    const metrics = (out: string): unknown =>
      (JSON.parse(out) as { benchmarks: { blocks: unknown; coverage: unknown }[] }).benchmarks.map((one) => [
        one.blocks,
        one.coverage,
      ]);
    expect(metrics(after.out)).toEqual(metrics(before.out));

    // Nothing is asked twice.
    const again = await cli().run(['tags', runId, ...judge(server.url)], { cwd });
    expect([again.code, server.calls - asked]).toEqual([0, golden.length]);
    expect(again.out).toContain('How failing replies fail');
    expect(again.out).toContain(`Tagged: ${golden.length} of ${golden.length} replies`);
    const markdown = await cli().run(['report', runId, '--format', 'markdown'], { cwd });
    expect(markdown.out).toContain('How failing replies fail');
    const html = await cli().run(['report', runId, '--format', 'html'], { cwd });
    expect(htmlParts(html.out).data.report.benchmarks[0]?.failureTags).toMatchObject({ tagged: golden.length });
  });
});

describe('tags', () => {
  const golden = goldenTags('guideeval').slice(0, 6);

  it('count what cannot be read as unscored, and go on where they were cut off', async () => {
    const isHopeless = ({ id }: GoldenTag): boolean => id === golden[0]?.id;
    server = await taggingServer(golden, (one) =>
      isHopeless(one) ? 'I would rather not say.' : JSON.stringify({ reasoning: 'x', tags: one.tags }),
    );
    const { cwd, runId } = await judgedRun('guideeval', golden, server.url);
    const capped = await cli().run(['tags', runId, '--max-calls', '4', '--json', ...judge(server.url)], { cwd });
    expect(capped.code).toBe(3);
    expect(capped.err).toContain(`tutor-prompt-lab tags ${runId}`);
    const partly = tagsOf(capped.out);
    expect(partly.tagged + partly.unscored).toBeLessThan(golden.length);
    const file = path.join(cwd, '.tutor-prompt-lab', 'runs', runId, 'tags.jsonl');
    // As a crash in the middle of a line leaves it.
    await appendFile(file, '{"kind":"judged","item":"guidee');
    const all = await cli().run(['tags', runId, '--json', ...judge(server.url)], { cwd });
    expect(all.code).toBe(3);
    expect(tagsOf(all.out)).toMatchObject({ failing: 6, tagged: 5, unscored: 1 });
    const items = (await readFile(file, 'utf8'))
      .split('\n')
      .flatMap((line) => /"kind":"judged","item":"([^"]+)"/.exec(line)?.[1] ?? []);
    expect(new Set(items).size).toBe(items.length);
    const summary = await cli().run(['runs', '--json'], { cwd });
    expect(summary.out).toContain('"completed"');
  });

  it('of other replies or other words in the file are not taken up', async () => {
    server = await taggingServer(golden);
    const { cwd, runId } = await judgedRun('guideeval', golden, server.url);
    await cli().run(['tags', runId, ...judge(server.url)], { cwd });
    const file = path.join(cwd, '.tutor-prompt-lab', 'runs', runId, 'tags.jsonl');
    const forged = (await readFile(file, 'utf8')).replaceAll('perc.acc.rigid_form', 'perc.err.uncritical_acceptance');
    await writeFile(file, forged);
    const report = await cli().run(['report', runId, '--format', 'json'], { cwd });
    expect(report.out).not.toContain('"failureTags": [\n            "Accepts the error"');
    expect(JSON.parse(report.out)).toMatchObject({ benchmarks: [{ failureTags: { failing: 6, tagged: 4 } }] });
  });

  it('need a language model, and failing replies', async () => {
    const cwd = await cli().workspace();
    const run = await cli().run(['evaluate', 'tutor.md', '--limit', '2', '--json'], { cwd });
    const { runId } = evaluated(run.out);
    expectRefusal(await cli().run(['tags', runId], { cwd }), /Failure tags need a language model as judge/);
    expectRefusal(await cli().run(['tags', runId, '--judge', 'offline'], { cwd }), /need a language model as judge/);
    const others = await cli().run(
      ['evaluate', 'mrbench/persona', '--benchmark', 'mrbench', '--limit', '1', '--json'],
      {
        cwd,
      },
    );
    server = await taggingServer([]);
    const none = await cli().run(['tags', evaluated(others.out).runId, ...judge(server.url)], { cwd });
    expectRefusal(none, /No benchmark of run .* has failure tags/);
    expect(server.calls).toBe(0);
  });
});
