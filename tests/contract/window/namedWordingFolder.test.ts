import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { JudgeWordingError } from '../../../src/core/benchmark/judging/judgeWordingFile';
import { namedWordingFolder } from '../../../src/vscode/evaluation/sampleFiles';
import { temporaryFolders } from '../store/temporaryFolder';

describe('the folder of judge wordings that a setting names', () => {
  const newFolder = temporaryFolders();

  it('is taken where it is there', async () => {
    const own = path.join(await newFolder(), 'own');
    await mkdir(own);
    expect(await namedWordingFolder('own', own)).toBe(own);
  });

  it('is asked for where it is not there, or is a file: the built-in texts are not sent in its place', async () => {
    const folder = await newFolder();
    await writeFile(path.join(folder, 'file.md'), 'Judge.');
    for (const name of ['onw', 'file.md']) {
      const place = path.join(folder, name);
      const error = await namedWordingFolder(name, place).catch((reason: unknown) => reason);
      expect(JudgeWordingError.is(error)).toBe(true);
      const message = `There is no folder ${place}. Mend the setting tutorPromptLab.judging.wordingFolder, `;
      expect(error).toMatchObject({ problems: [{ file: name, message: expect.stringContaining(message) as string }] });
    }
  });
});
