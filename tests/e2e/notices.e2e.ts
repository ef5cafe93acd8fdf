import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import path from 'node:path';
import * as esbuild from 'esbuild';
import { beforeAll, describe, expect, it } from 'vitest';
import { productVsix } from '../workbench/productVsix';

const repository = path.join(import.meta.dirname, '../..');
let notices = '';

beforeAll(() => {
  notices = execFileSync('unzip', ['-p', productVsix(), 'extension/dist/ThirdPartyNotices.txt'], { encoding: 'utf8' });
});

/** Names of the packages that have code in what is shipped, bundled anew here. */
async function bundled(): Promise<ReadonlySet<string>> {
  const shared = {
    absWorkingDir: repository,
    bundle: true,
    write: false,
    metafile: true,
    outdir: 'x',
    logLevel: 'error',
  } as const;
  const built = await Promise.all([
    esbuild.build({
      ...shared,
      entryPoints: ['src/extension.ts', 'src/cli.ts', 'src/vscode/comparing/comparisonWorker.ts'],
      platform: 'node',
      format: 'esm',
      splitting: true,
      external: ['vscode'],
    }),
    esbuild.build({ ...shared, entryPoints: ['webview/main.ts', 'webview/styles.css'] }),
  ]);
  const used = built
    .flatMap(({ metafile }) => Object.values(metafile.outputs))
    .flatMap(({ inputs }) => Object.entries(inputs))
    .filter(([, { bytesInOutput }]) => bytesInOutput > 0)
    .map(([file]) => file.split('node_modules/'));
  return new Set(
    used.flatMap(([, ...within]) => {
      const [scope = '', name = ''] = (within.at(-1) ?? '').split('/');
      return within.length === 0 ? [] : [scope.startsWith('@') ? `${scope}/${name}` : scope];
    }),
  );
}

describe('the notices in the packed extension', () => {
  it('name every package that is bundled, and no other', async () => {
    const named = [...notices.matchAll(/^={80}\n(\S+) \d+\.\d+\.\d+\S* \(.+\)\n={80}$/gm)].map(([, name]) => name);
    expect([...new Set(named)].sort()).toEqual([...(await bundled())].sort());
  });

  it('have the text of a licence under each name, and the notices that packages bring', () => {
    const parts = notices.split(/^={80}\n.+\n={80}$/m).slice(1);
    expect(parts.length).toBeGreaterThan(20);
    for (const part of parts) expect(part).toMatch(/copyright|licen[cs]e|public domain/i);
    expect(notices).toMatch(/microsoft-vscode-webview-ui-toolkit\s+THIRD-PARTY SOFTWARE NOTICES/);
    expect(notices).toMatch(/Creative Commons\s+Attribution-ShareAlike 4\.0/);
  });

  it('come with the package of the command line, too', () => {
    const listed = execFileSync('npm', ['pack', '--dry-run', '--json', '--ignore-scripts'], {
      cwd: repository,
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
    });
    const [{ files }] = JSON.parse(listed) as [{ files: { path: string }[] }];
    const paths = files.map((file) => file.path);
    for (const file of ['dist/ThirdPartyNotices.txt', 'dist/cli.js', 'example-results/LICENSE', 'LICENSE'])
      expect(paths).toContain(file);
    expect(paths.filter((file) => /^(?:src|tests|scripts|docs|node_modules)\//.test(file))).toEqual([]);
    expect(existsSync(path.join(repository, 'LICENSE'))).toBe(true);
  });
});
