import { writeFile } from 'node:fs/promises';
import { bundleHostTests } from './bundleHostTests';
import { isDesktopPossible, runInDesktop } from './desktopHost';
import { describeHostResult, type HostResult } from './hostResult';
import { runInServer } from './serverHost';
import { withSourceStacks } from './withSourceStacks';

/** `VSCODE_TEST` decides; without it the desktop is taken where it can be had. Throws for any other value. */
async function chooseWorld(): Promise<'desktop' | 'server'> {
  const chosen = process.env.VSCODE_TEST;
  if (chosen === 'desktop' || chosen === 'server') return chosen;
  if (chosen !== undefined && chosen !== '')
    throw new Error(`VSCODE_TEST is "${chosen}"; it must be "desktop" or "server".`);
  return (await isDesktopPossible()) ? 'desktop' : 'server';
}

async function runHostSuite(): Promise<HostResult> {
  const world = await chooseWorld();
  const runnerFile = await bundleHostTests();
  console.log(world === 'desktop' ? 'Host suite in desktop VS Code' : 'Host suite in the VS Code server with Chromium');
  const result = world === 'desktop' ? await runInDesktop(runnerFile) : await runInServer(runnerFile);
  return await withSourceStacks(result, runnerFile);
}

const result = await runHostSuite();
console.log(describeHostResult(result));
const resultFile = process.env.HOST_RESULT_FILE;
if (resultFile !== undefined && resultFile !== '') await writeFile(resultFile, JSON.stringify(result));
// A suite in which nothing ran has shown nothing.
// Browser and server end with the process.
process.exit(result.failed > 0 || result.passed === 0 ? 1 : 0);
