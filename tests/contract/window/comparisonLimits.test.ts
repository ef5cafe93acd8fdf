import { describe, expect, it } from 'vitest';
import { closedAfterEach } from '../../loopback/closedAfterEach';
import { judgingModelServer } from '../../loopback/judgingModelServer';
import { temporaryFolders } from '../store/temporaryFolder';
import { evaluatedPair, shownIn } from './comparedRuns';
import { WindowDesk } from './windowDesk';

const folder = temporaryFolders();
const servers = closedAfterEach();

/** A prompt with two runs that were judged alike, so that nothing differs between them. */
async function twoRuns(): Promise<{ readonly desk: WindowDesk; readonly runs: { before: string; after: string } }> {
  const server = await judgingModelServer();
  servers.push(server);
  const root = await folder();
  const runs = await evaluatedPair({ tutor: server, judge: server, root }, { limit: 20 }, { limit: 20 });
  return { desk: new WindowDesk(root, 'tutor.md'), runs };
}

async function wordsIn(desk: WindowDesk): Promise<ReadonlySet<string>> {
  const { benchmarks } = await shownIn(desk);
  return new Set(benchmarks.flatMap(({ groups }) => groups.flatMap(({ rows }) => rows.map(({ word }) => word))));
}

describe('the pair that Compare shows, when the settings name other limits', () => {
  it('is compared by them, and what was shown stays until then', async () => {
    const { desk, runs } = await twoRuns();
    desk.compare(runs);
    expect(await wordsIn(desk)).not.toContain('equivalent');
    const { length } = desk.posted;
    // Wide, as twenty samples that did not move may hide some that would.
    await desk.configured({ margin: 0.5, smallest: undefined });
    expect(desk.posted.slice(length)).toMatchObject([{ kind: 'comparison', runs, view: expect.any(String) as string }]);
    expect((await shownIn(desk)).before.id).toBe(runs.before);
    expect(await wordsIn(desk)).toContain('equivalent');
    await desk.configured({ margin: undefined, smallest: 0.2 });
    expect(await wordsIn(desk)).not.toContain('equivalent');
  });

  it('is left alone where they are the same, and nothing is compared before a pair is shown', async () => {
    const { desk, runs } = await twoRuns();
    await desk.configured({ margin: 0.05, smallest: undefined });
    expect(desk.posted).toEqual([]);
    desk.compare(runs);
    await shownIn(desk);
    const { length } = desk.posted;
    await desk.configured({ margin: 0.05, smallest: undefined });
    expect(desk.posted).toHaveLength(length);
  });

  it('is given up by another pair, and the newest limits count', async () => {
    const { desk, runs } = await twoRuns();
    const other = { before: runs.after, after: runs.before };
    desk.compare(runs);
    const slow = desk.configured({ margin: 0.05, smallest: undefined });
    desk.compare(other);
    const last = desk.configured({ margin: 0.2, smallest: undefined });
    await Promise.all([slow, last]);
    expect(desk.posted.filter(({ view }) => view !== undefined).map((message) => message.runs)).toEqual([other]);
    expect(desk.compared).toEqual(other);
  });
});
