import path from 'node:path';
import type * as vscode from 'vscode';
import { expect, it } from 'vitest';
import type { RunManifest } from '../../../src/core/store/runManifest';
import { FileRunStore } from '../../../src/core/store/fileRunStore';
import { prepareRun } from '../../../src/vscode/evaluation/prepareRun';
import { readSettings } from '../../../src/vscode/settings';
import { openFolder, Uri } from '../../fuzz/editorStandIn';
import { repository } from '../cli/commandLine';
import { temporaryFolders } from '../store/temporaryFolder';

const newFolder = temporaryFolders();

/** Prepares a run of this front matter beside a baseline that has one unit of it, the last in its order. */
async function prepared(frontMatter: string): Promise<{ asked: RunManifest[]; order: readonly string[] }> {
  const folder = await newFolder();
  openFolder(folder, {});
  const uri = Uri.file(path.join(folder, 'tutor.md')) as unknown as vscode.Uri;
  const text = `---\nbenchmark: guideeval\nlimit: 12\n${frontMatter}---\nAsk one question.\n`;
  const root = path.join(folder, '.tutor-prompt-lab');
  const context = {
    prompt: { store: new FileRunStore(root), root, promptPath: 'tutor.md' },
    settings: readSettings(uri),
    extensionUri: Uri.file(repository) as unknown as vscode.Uri,
    toolVersion: '0.0.0',
  };
  const asked: RunManifest[] = [];
  const document = { uri, getText: () => text } as unknown as vscode.TextDocument;
  const run = await prepareRun(document, context, (planned) => {
    asked.push(planned);
    return Promise.resolve(new Map(planned.sequence?.order.slice(11, 12).map((unit) => [unit, 0])));
  });
  return { asked, order: run.session.manifest.sequence?.order ?? [] };
}

it('plays the units of the baseline first, which it asks for by the run that is planned', async () => {
  const { asked, order } = await prepared('targets: [guideeval/accErr/P-Redirect]\n');
  expect(asked).toMatchObject([{ tutor: { provider: 'offline' }, benchmarks: [{ id: 'guideeval' }] }]);
  expect(order[0]).toBe(asked[0]?.sequence?.order[11]);
});

it('asks for no baseline where no target is named, because such a run does not stop early', async () => {
  const { asked, order } = await prepared('');
  expect(asked).toEqual([]);
  expect(order.length).toBeGreaterThan(12);
});
