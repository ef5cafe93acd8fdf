import path from 'node:path';

/**
 * The path under which a prompt's runs are kept: relative to the folder that holds the store, with forward slashes, so
 * that editor and command line find each other's runs and a moved workspace keeps its own. Absolute where the prompt
 * lies elsewhere.
 */
export function storedPromptPath(storeRoot: string, promptFile: string): string {
  const relative = path.relative(path.dirname(path.resolve(storeRoot)), path.resolve(promptFile));
  const outside = relative.startsWith('..') || path.isAbsolute(relative);
  return outside ? path.resolve(promptFile) : relative.split(path.sep).join('/');
}
