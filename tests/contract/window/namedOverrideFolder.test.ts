import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { PromptOverrideError } from '../../../src/core/benchmark/judging/promptOverrideFile';
import { namedOverrideFolder } from '../../../src/vscode/evaluation/sampleFiles';
import { temporaryFolders } from '../store/temporaryFolder';

describe('the folder of judge prompts that a setting names', () => {
  const newFolder = temporaryFolders();

  it('is taken where it is there', async () => {
    const own = path.join(await newFolder(), 'own');
    await mkdir(own);
    expect(await namedOverrideFolder('own', own)).toBe(own);
  });

  it('is asked for where it is not there, or is a file: the built-in texts are not sent in its place', async () => {
    const folder = await newFolder();
    await writeFile(path.join(folder, 'file.md'), 'Judge.');
    for (const name of ['onw', 'file.md']) {
      const place = path.join(folder, name);
      const error = await namedOverrideFolder(name, place).catch((reason: unknown) => reason);
      expect(PromptOverrideError.is(error)).toBe(true);
      const message = `There is no folder ${place}. Fix the setting tutorPromptLab.judging.promptFolder, `;
      expect(error).toMatchObject({ problems: [{ file: name, message: expect.stringContaining(message) as string }] });
    }
  });
});
