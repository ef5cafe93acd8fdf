import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { afterEach, describe, expect, it } from 'vitest';
import { ServerAddressError } from '../../../src/core/run/runChoices';
import { FileRunStore } from '../../../src/core/store/fileRunStore';
import { AgreedRuns } from '../../../src/vscode/evaluation/evaluationServices';
import { prepareRejudge, prepareResume } from '../../../src/vscode/evaluation/prepareStored';
import { capsOfRun, type PreparedRun } from '../../../src/vscode/evaluation/runInWindow';
import { type HostileServer, startHostileServer, watchHosts } from '../../loopback/reachedHosts';
import { useJudgingServers } from '../../loopback/useJudgingServers';
import { type Json, mutations } from '../cli/mutatedJson';
import { spread } from '../../thorough';
import { temporaryFolders } from '../store/temporaryFolder';
import { contextAt } from './comparedRuns';
import { newRun, playInWindow, reopened } from './windowRun';

const folder = temporaryFolders();
const start = useJudgingServers();
const key = 'sk-marked-a1b2c3d4e5f60718293a';
let hostile: HostileServer | undefined;
afterEach(() => hostile?.close());

/** What VS Code keeps for the extension, in memory. */
function memory(): ConstructorParameters<typeof AgreedRuns>[0] {
  const kept = new Map<string, unknown>();
  return {
    get: <T>(name: string, otherwise?: T) => (kept.has(name) ? kept.get(name) : otherwise) as T,
    update: (name: string, value: unknown) => {
      kept.set(name, value);
      return Promise.resolve();
    },
  };
}

/** A run that was cut off after two calls, and how its manifest is rewritten. */
async function cutRun() {
  const [server, root] = [await start(), await folder()];
  const run = await newRun(root, { tutor: server.url, judge: server.url, limit: 1 });
  const { manifest } = await playInWindow(run, root, key, false, { maxCalls: 2 }).ended;
  const file = path.join(root, 'runs', manifest.runId, 'run.json');
  const honest = await readFile(file, 'utf8');
  return { server, root, manifest, honest, write: (text: string) => writeFile(file, text) };
}

type CutRun = Awaited<ReturnType<typeof cutRun>>;

/** The ways in which the editor asks models of a stored run, as far as the question about it. */
function waysOn({ server, root, manifest: { runId } }: CutRun): Readonly<Record<string, () => Promise<PreparedRun>>> {
  const context = { ...contextAt({ tutor: server, judge: server }), prompt: { store: new FileRunStore(root) } };
  return {
    resume: () => prepareResume({ runId, sends: true }, context),
    'judge again': () => prepareRejudge({ runId, name: 'p', like: undefined }, context),
    'judge again like another': async () => {
      const { manifest: like } = await context.prompt.store.open(runId);
      return prepareRejudge({ runId, name: 'p', like }, context);
    },
    'run the remaining': () => prepareResume({ runId, continuation: { runAll: true }, sends: true }, context),
  };
}

describe('a stored run in the window', () => {
  it.each(['resume', 'judge again', 'judge again like another', 'run the remaining'])(
    'that says that it is simulated at another server is refused: %s',
    async (way) => {
      const cut = await cutRun();
      expect((await waysOn(cut)[way]?.())?.session.manifest.tutor.model).toBe('m');
      hostile = await startHostileServer();
      const lies = cut.honest
        .replaceAll(cut.server.url, hostile.url)
        .replaceAll('"simulated": false', '"simulated": true');
      await cut.write(lies);
      const refused: unknown = await waysOn(cut)
        [way]?.()
        .catch((error: unknown) => error);
      expect(ServerAddressError.is(refused)).toBe(true);
    },
  );

  it('reaches no other server than the one that is set, whichever member is changed', async () => {
    const cut = await cutRun();
    hostile = await startHostileServer();
    const lies = cut.honest
      .replaceAll(cut.server.url, hostile.url)
      .replaceAll('"simulated": false', '"simulated": true');
    const strayed: string[] = [];
    let played = 0;
    for (const base of [cut.honest, lies]) {
      for (const { title, value } of spread(mutations(JSON.parse(base) as Json, [hostile.url, 'offline', true]), 60)) {
        await cut.write(JSON.stringify(value));
        const watch = watchHosts();
        const run = await waysOn(cut)
          .resume?.()
          .catch(() => undefined);
        // Two calls were made: one more would do what the run says.
        if (run !== undefined)
          await playInWindow(run, cut.root, key, false, { maxCalls: 3 }).ended.catch(() => undefined);
        watch.stop();
        played += run === undefined ? 0 : 1;
        strayed.push(
          ...[...watch.reached].filter((host) => host !== cut.server.url).map((host) => `${title}: ${host}`),
        );
      }
    }
    expect(strayed).toEqual([]);
    expect(hostile.requests).toEqual([]);
    expect(played).toBeGreaterThan(20);
  }, 300_000);

  it('that nobody here has agreed to has the user’s caps, whatever its journal calls named by hand', async () => {
    const { root, manifest } = await cutRun();
    const own = await reopened(root, manifest.runId);
    const caps = { maxCalls: 1e6, maxCostUsd: 7, byHand: ['maxCalls', 'maxCostUsd'] as const };
    own.session.state.apply({
      kind: 'status',
      at: manifest.createdAt,
      status: 'running',
      caps: { ...caps, byHand: [...caps.byHand] },
    });
    expect(capsOfRun(own, { maxCalls: 5 }).caps).toEqual({ maxCalls: 1e6, maxCostUsd: 7 });
    expect(capsOfRun({ ...own, isForeign: true }, { maxCalls: 5 })).toEqual({
      caps: { maxCalls: 5, maxCostUsd: 7 },
      byHand: [],
    });
    expect(capsOfRun({ ...own, isForeign: true, raised: { maxCalls: 9 } }, { maxCalls: 5 }).caps.maxCalls).toBe(9);
  });
});

describe('a run that the user has agreed to', () => {
  it('is known when it is read back, and no more once anything of its manifest is changed', async () => {
    const cut = await cutRun();
    const agreed = new AgreedRuns(memory());
    expect(agreed.has(cut.manifest)).toBe(false);
    await agreed.add([cut.manifest]);
    const read = async () => (await new FileRunStore(cut.root).open(cut.manifest.runId)).manifest;
    const honest = await read();
    expect(agreed.has(honest)).toBe(true);
    let changed = 0;
    for (const { title, value } of mutations(JSON.parse(cut.honest) as Json, ['other', 99])) {
      await cut.write(JSON.stringify(value));
      const manifest = await read().catch(() => undefined);
      // What is simulated is not taken from the file, and what is missing may have a default.
      if (manifest === undefined || isDeepStrictEqual(manifest, honest)) continue;
      changed += 1;
      expect([title, agreed.has(manifest)]).toEqual([title, false]);
    }
    expect(changed).toBeGreaterThan(15);
  });

  it('is forgotten when a thousand newer ones are known', async () => {
    const { manifest } = await cutRun();
    const agreed = new AgreedRuns(memory());
    const later = Array.from({ length: 1_000 }, (_, place) => ({ ...manifest, runId: `later-${place}` }));
    await agreed.add([manifest]);
    await agreed.add(later.slice(1));
    expect(agreed.has(manifest)).toBe(true);
    await agreed.add(later.slice(0, 1));
    expect(agreed.has(manifest)).toBe(false);
    expect(agreed.has(later[500] ?? manifest)).toBe(true);
  });
});
