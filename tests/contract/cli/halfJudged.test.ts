import { afterEach, describe, expect, it } from 'vitest';
import { benchReply } from '../../../bench/benchReply';
import type { ModelRequest } from '../../loopback/modelRequest';
import { startModelServer, type ModelServer } from '../../loopback/modelServer';
import { useCommandLine } from './commandLine';
import { evaluated } from './printedJson';

const cli = useCommandLine();
const servers: ModelServer[] = [];
afterEach(async () => {
  await Promise.all(servers.splice(0).map((server) => server.close()));
});

const isJudge = ({ body }: ModelRequest): boolean => body.response_format !== undefined;

/** A tutor with two alternating kinds of reply, and a judge whose answers about one kind are unreadable. */
async function judgedBy(answer: (request: ModelRequest) => string, status?: number) {
  let replies = 0;
  const server = await startModelServer({
    reply: (request) => {
      if (isJudge(request)) return answer(request);
      replies += 1;
      return `${replies % 2 === 0 ? 'Even' : 'Odd'} thoughts. What comes next?`;
    },
    ...(status === undefined
      ? {}
      : { fault: (request: ModelRequest) => (isJudge(request) ? { kind: 'status' as const, status } : undefined) }),
  });
  servers.push(server);
  const cwd = await cli().workspace();
  const models = ['--tutor', 'openai:m', '--judge', 'openai:m'];
  const urls = ['--tutor-base-url', server.url, '--judge-base-url', server.url];
  return { cwd, options: ['tutor.md', ...models, ...urls, '--benchmark', 'guideeval', '--limit', '2', '--no-cache'] };
}

const unreadable = 'I had rather not say.';
const half = (request: ModelRequest): string =>
  request.messages.some(({ text }) => text.includes('Odd thoughts')) ? unreadable : benchReply(request);

describe('a run that is judged in part', () => {
  it('counts unscored verdicts of repeated trials in the table, says so, and skips these trials in JUnit', async () => {
    const { cwd, options } = await judgedBy(half);
    const { out } = await cli().run(['evaluate', ...options, '--repeats', '2', '--json'], { cwd });
    const { runId, benchmarks } = evaluated(out);
    const [{ judgeFailed, metrics }] = benchmarks as [(typeof benchmarks)[number]];
    expect(judgeFailed).toBeGreaterThan(3);
    const single = metrics.filter(({ id }) => /^[PO]-|^E-(?:Strategic|Heuristic)$/u.test(id));
    expect(single.reduce((sum, { excluded }) => sum + excluded, 0)).toBe(judgeFailed);
    const table = (await cli().run(['report', runId, '--format', 'markdown'], { cwd })).out;
    expect(metrics.some(({ incomplete }) => incomplete !== undefined)).toBe(true);
    expect(table).toMatch(/“Unscored” counts single trials: up to \d+ of a metric’s n rest on fewer trials/u);
    const junit = (await cli().run(['report', runId, '--format', 'junit'], { cwd })).out;
    const skipped = junit.match(/<skipped message="(\d+) of \1 verdicts are unscored\."\/>/gu) ?? [];
    expect(skipped).toHaveLength(4);
    expect(junit).not.toContain('<error');
    expect(junit).toMatch(/<testsuites [^>]* errors="0" skipped="4"/u);
  });

  it('is all errors in JUnit where no verdict can be read', async () => {
    const { cwd, options } = await judgedBy(() => unreadable);
    const { out } = await cli().run(['evaluate', ...options, '--json'], { cwd });
    const junit = (await cli().run(['report', evaluated(out).runId, '--format', 'junit'], { cwd })).out;
    expect(junit).toMatch(/<testsuites [^>]* tests="4" failures="0" errors="4" skipped="0"/u);
    expect(junit).toContain('<error message="No verdict of this benchmark could be used."/>');
  });

  it('says how many verdicts are missing where a judge that always refuses cut it off', async () => {
    const { cwd, options } = await judgedBy(half, 400);
    const { out } = await cli().run(['evaluate', ...options, '--concurrency', '1'], { cwd });
    const [, judged, unscored, missing, expected] =
      /(\d) of 4 cases judged, (\d+) of \d+ verdicts? unscored, (\d+) of (\d+) expected verdicts missing/u.exec(out) ??
      [];
    expect([judged, Number(unscored) + Number(missing)], out).toEqual([
      expect.stringMatching(/[0-3]/u),
      Number(expected),
    ]);
    // Four replies with two or three judges each, those to which the run never came among them.
    expect(Number(expected)).toBeGreaterThanOrEqual(8);
    expect(Number(expected)).toBeLessThanOrEqual(12);
    expect(out).toMatch(new RegExp(`${judged} of 4 cases (?:is|are) finished`, 'u'));
  });
});
