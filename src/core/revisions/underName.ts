import type { RunManifest } from '../store/runManifest';

/**
 * The manifest of a run that is made now of a stored one, under the name that its prompt has now: a history takes what was recorded under a
 * name after the file had given it up for another prompt's.
 */
export function underName(manifest: RunManifest, name: string): RunManifest {
  const { prompt } = manifest;
  if (prompt.path === name) return manifest;
  return { ...manifest, prompt: { ...prompt, path: name, name: name.split(/[/\\]/u).at(-1) ?? name } };
}
