import { describe, expect, it } from 'vitest';
import { closedAfterEach } from '../../loopback/closedAfterEach';
import { judgingModelServer } from '../../loopback/judgingModelServer';
import { temporaryFolders } from '../store/temporaryFolder';
import { contextAt, evaluatedPair, shownIn } from './comparedRuns';
import { WindowController } from './windowController';

const folder = temporaryFolders();
const servers = closedAfterEach();

/** A prompt with two runs that were judged alike, so that nothing differs between them. */
async function twoRuns(): Promise<{
  readonly controller: WindowController;
  readonly runs: { before: string; after: string };
}> {
  const server = await judgingModelServer();
  servers.push(server);
  const root = await folder();
  const runs = await evaluatedPair({ tutor: server, judge: server, root }, { limit: 20 }, { limit: 20 });
  return { controller: new WindowController(root, 'tutor.md', contextAt({ tutor: server, judge: server })), runs };
}

async function wordsIn(controller: WindowController): Promise<ReadonlySet<string>> {
  const { benchmarks } = await shownIn(controller);
  return new Set(benchmarks.flatMap(({ groups }) => groups.flatMap(({ rows }) => rows.map(({ word }) => word))));
}

describe('the pair that Compare shows, when the settings name other limits', () => {
  it('is compared by them, and what was shown stays until then', async () => {
    const { controller, runs } = await twoRuns();
    controller.compare(runs);
    expect(await wordsIn(controller)).not.toContain('equivalent');
    const { length } = controller.posted;
    // Wide, as twenty samples that did not move may hide some that would.
    await controller.configured({ margin: 0.5, smallest: undefined });
    expect(controller.posted.slice(length)).toMatchObject([{ kind: 'packedComparison', runs }]);
    expect((await shownIn(controller)).before.id).toBe(runs.before);
    expect(await wordsIn(controller)).toContain('equivalent');
    await controller.configured({ margin: undefined, smallest: 0.2 });
    expect(await wordsIn(controller)).not.toContain('equivalent');
  });

  it('is left alone where they are the same, and nothing is compared before a pair is shown', async () => {
    const { controller, runs } = await twoRuns();
    await controller.configured({ margin: 0.05, smallest: undefined });
    expect(controller.posted).toEqual([]);
    controller.compare(runs);
    await shownIn(controller);
    const { length } = controller.posted;
    await controller.configured({ margin: 0.05, smallest: undefined });
    expect(controller.posted).toHaveLength(length);
  });

  it('is given up by another pair, and the newest limits count', async () => {
    const { controller, runs } = await twoRuns();
    const other = { before: runs.after, after: runs.before };
    controller.compare(runs);
    const slow = controller.configured({ margin: 0.05, smallest: undefined });
    controller.compare(other);
    const last = controller.configured({ margin: 0.2, smallest: undefined });
    await Promise.all([slow, last]);
    expect(controller.posted.filter(({ view }) => view !== undefined).map((message) => message.runs)).toEqual([other]);
    expect(controller.compared).toEqual(other);
  });
});
