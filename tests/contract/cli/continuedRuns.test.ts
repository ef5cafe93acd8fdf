import path from 'node:path';
import { expect, it } from 'vitest';
import { FileRunStore } from '../../../src/core/store/fileRunStore';
import type { RunManifest } from '../../../src/core/store/runManifest';
import { ruleTutorServer } from '../../loopback/ruleTutorServer';
import { useCommandLine } from './commandLine';
import { evaluated } from './printedJson';

const cli = useCommandLine();

it('goes on beyond its limit, and a larger limit keeps its order and looks', { timeout: 120_000 }, async () => {
  const server = await ruleTutorServer();
  const cwd = await cli().workspace();
  const store = new FileRunStore(path.join(cwd, '.tutor-prompt-lab'));
  const evaluate = async (...options: readonly string[]): Promise<RunManifest> => {
    const args = ['evaluate', 'tutor.md', '--json', '--benchmark', 'mrbench', '--tutor', 'openai:rules'];
    const { out } = await cli().run([...args, '--tutor-base-url', server.url, ...options], { cwd });
    return (await store.open(evaluated(out).runId)).manifest;
  };
  const replies = async (runId: string): Promise<number> =>
    (await store.open(runId)).records.filter(({ kind }) => kind === 'reply').length;
  try {
    const small = await evaluate('--limit', '10');
    expect(small.sequence).toMatchObject({ planned: 72, firstStop: 10 });
    expect(await replies(small.runId)).toBe(10);
    const larger = await evaluate('--limit', '20');
    expect(larger.sequence?.order.slice(0, 10)).toEqual(small.sequence?.order.slice(0, 10));
    expect(larger.sequence?.looks.filter((look) => look <= 20)).toEqual([9, 10, 18, 20]);
    const again = ['resume', small.runId, '--run-all', '--json', '--tutor-base-url', server.url];
    const { out, code } = await cli().run(again, { cwd });
    expect([code, evaluated(out).benchmarks[0]?.samples]).toEqual([0, 72]);
    expect(await replies(small.runId)).toBe(72);
  } finally {
    await server.close();
  }
});
