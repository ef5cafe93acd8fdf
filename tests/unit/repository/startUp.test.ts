import path from 'node:path';
import { build } from 'esbuild';
import { describe, expect, it } from 'vitest';

const repository = path.join(import.meta.dirname, '../../..');

const bundling = build({
  absWorkingDir: repository,
  entryPoints: ['src/extension.ts', 'src/cli.ts'],
  bundle: true,
  splitting: true,
  minify: true,
  write: false,
  metafile: true,
  outdir: 'out',
  format: 'esm',
  platform: 'node',
  external: ['vscode'],
  logLevel: 'error',
});

/** What is read from disk before the first dynamic import: bytes of the bundles, and the files in them. */
async function readAtStart(entry: string): Promise<{ readonly bytes: number; readonly files: readonly string[] }> {
  const { metafile } = await bundling;
  const outputs = new Map(Object.entries(metafile.outputs));
  const read = new Set([...outputs].flatMap(([file, { entryPoint }]) => (entryPoint === entry ? [file] : [])));
  // The set grows while it is walked.
  for (const file of read)
    for (const { kind, path: imported } of outputs.get(file)?.imports ?? [])
      if (kind === 'import-statement' && outputs.has(imported)) read.add(imported);
  const own = [...read].flatMap((file) => outputs.get(file) ?? []);
  return {
    bytes: own.reduce((sum, { bytes }) => sum + bytes, 0),
    files: own.flatMap(({ inputs }) => Object.keys(inputs).filter((file) => (inputs[file]?.bytesInOutput ?? 0) > 0)),
  };
}

describe.each([
  ['the extension', 'src/vscode/activation.ts'],
  ['the command line', 'src/cli.ts'],
])('what %s reads before it does anything', (_name, entry) => {
  it('has no engine, provider or reader of YAML, and few kilobytes', async () => {
    const { bytes, files } = await readAtStart(entry);
    expect(files).toContain(entry);
    expect(
      files.filter((file) =>
        /core\/(?:simulation|compare)\/|benchmarks\/.*definition|core\/providers\/.*Provider|js-yaml/.test(file),
      ),
    ).toEqual([]);
    expect(bytes).toBeLessThan(250_000);
  });
});
