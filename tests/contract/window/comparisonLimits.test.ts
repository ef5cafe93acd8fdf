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
  return new Set(benchmarks.flatMap(({ groups }) => groups.flatMap(({ rows }) => rows.map(({ outcome }) => outcome))));
}

describe('the pair that Compare shows, when the settings name other limits', () => {
  it('is compared by them when it is asked for again', async () => {
    const { controller, runs } = await twoRuns();
    const ask = (limits: WindowController['limits']): Promise<ReadonlySet<string>> => {
      controller.limits = limits;
      controller.compare(runs);
      return wordsIn(controller);
    };
    expect(await ask({ margin: undefined, smallest: undefined, guardMargin: undefined })).not.toContain('equivalent');
    // Wide, as twenty samples that did not move may hide some that would.
    expect(await ask({ margin: 0.5, smallest: undefined, guardMargin: undefined })).toContain('equivalent');
    expect((await shownIn(controller)).before.id).toBe(runs.before);
    expect(await ask({ margin: undefined, smallest: 0.2, guardMargin: undefined })).not.toContain('equivalent');
  });

  it('is given up by another pair', async () => {
    const { controller, runs } = await twoRuns();
    const other = { before: runs.after, after: runs.before };
    controller.compare(runs);
    controller.compare(other);
    const [first, second] = await Promise.all(controller.answers);
    expect(first).toBeUndefined();
    expect(second).toHaveProperty('view');
    expect(controller.compared).toEqual(other);
  });
});
