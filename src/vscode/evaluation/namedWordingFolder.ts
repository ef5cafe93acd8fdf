import { stat } from 'node:fs/promises';
import { JudgeWordingError } from '../../core/judging/judgeWordingFile';

/**
 * The folder of wordings at `folder` that the setting names as `named`. Throws `JudgeWordingError` where there is none: the built-in texts
 * would be sent, and paid for, in the place of those that were meant.
 */
export async function namedWordingFolder(named: string, folder: string): Promise<string> {
  const isFolder = await stat(folder).then(
    (found) => found.isDirectory(),
    () => false,
  );
  if (isFolder) return folder;
  throw new JudgeWordingError([
    {
      file: named,
      message: `There is no folder ${folder}. Mend the setting tutorPromptLab.judging.wordingFolder, or write a wording there with Tutor Prompt: Customize Judge Wording…`,
    },
  ]);
}
