import { existsSync } from 'node:fs';
import path from 'node:path';

/**
 * The package under test, as an absolute path: `out/tutor-prompt-lab.vsix`, or what `TUTOR_PROMPT_LAB_VSIX` names.
 * Throws when it has not been built.
 */
export function productVsix(): string {
  const file = path.resolve(process.env.TUTOR_PROMPT_LAB_VSIX ?? 'out/tutor-prompt-lab.vsix');
  if (!existsSync(file)) throw new Error(`There is no extension package at ${file}. Build it with: npm run package`);
  return file;
}
