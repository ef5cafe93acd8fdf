import { existsSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { benchmarks } from '../../../src/core/benchmarks/registry';
import { planEdits } from '../../../src/core/history/planEdits';
import { FileEditLog } from '../../../src/core/store/editLog';
import { FileRunStore } from '../../../src/core/store/fileRunStore';
import { newRun } from '../../../src/vscode/evaluation/runInWindow';
import { closedAfterEach } from '../../loopback/closedAfterEach';
import { tutoringServer } from '../cli/tutoringServer';
import { temporaryFolders } from '../store/temporaryFolder';
import { plannedRun, playInWindow } from './windowRun';

const newFolder = temporaryFolders();
const open = closedAfterEach();

describe('a confirmation in a window', () => {
  it('is refused before it counts where its calls cannot fit the cap', async () => {
    const server = await tutoringServer();
    open.push(server);
    const root = await newFolder();
    const planned = await plannedRun({ tutor: server.url, judge: server.url, limit: 40 });
    const edited = [{ title: 'an edit', text: 'You are a kind tutor. Ask first.' }];
    const confirmation = await planEdits(planned, edited, { root, confirm: true }, benchmarks);
    const run = newRun(confirmation, { store: new FileRunStore(root), root });
    const play = (maxCalls: number) => playInWindow(run, root, 'key', false, { maxCalls }).ended;
    await expect(play(1)).rejects.toThrow(/takes about \d+ calls or more.* before passing 1 call\./);
    expect(existsSync(path.join(root, 'edits.jsonl'))).toBe(false);
    expect(server.requests).toHaveLength(0);
    expect((await play(1_000)).state.status?.status).toBe('completed');
    expect(await new FileEditLog(root).confirmationsOn(confirmation.manifest.sequence?.order ?? [])).toHaveLength(1);
  });
});
