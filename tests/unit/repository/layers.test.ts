import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { ESLint } from 'eslint';
import { describe, expect, it } from 'vitest';
import { folders, shellRooms } from '../../../eslint.config.mjs';

/** Imports that the table in docs/architecture.md forbids, by the file that would make them. */
const forbidden: readonly (readonly [file: string, code: string])[] = [
  ['src/core/run/clock.ts', "import * as vscode from 'vscode';\nexport const x = vscode;"],
  ['src/core/run/clock.ts', "import OpenAI from 'openai';\nexport const x = OpenAI;"],
  [
    'src/core/results/buildReport.ts',
    "import type { PanelState } from '../../protocol/panelState';\nexport type X = PanelState;",
  ],
  [
    'src/core/results/buildReport.ts',
    "import { extensionPrefix } from '../../vscode/settings';\nexport const x = extensionPrefix;",
  ],
  ['src/core/providers/prices.ts', "import * as vscode from 'vscode';\nexport const x = vscode;"],
  [
    'src/protocol/messages.ts',
    "import { buildReport } from '../core/results/buildReport';\nexport const x = buildReport;",
  ],
  ['src/protocol/messages.ts', "import type { RunState } from '../core/run/runState';\nexport type X = RunState;"],
  ['src/vscode/settings.ts', "import Anthropic from '@anthropic-ai/sdk';\nexport const x = Anthropic;"],
  ['src/vscode/settings.ts', "import { exitCodes } from '../cli/cliContext';\nexport const x = exitCodes;"],
  ['src/cli/cliContext.ts', "import * as vscode from 'vscode';\nexport const x = vscode;"],
  ['src/cli/cliContext.ts', "import type { PanelState } from '../protocol/panelState';\nexport type X = PanelState;"],
  [
    'webview/host.ts',
    "import { sentByPanelSchema } from '../src/protocol/messages';\nexport const x = sentByPanelSchema;",
  ],
  ['webview/host.ts', "import type { RunState } from '../src/core/run/runState';\nexport type X = RunState;"],
  ['webview/host.ts', "import { buildReport } from '../src/core/results/buildReport';\nexport const x = buildReport;"],
  ['webview/host.ts', "import { readFile } from 'node:fs/promises';\nexport const x = readFile;"],
  ['webview/host.ts', "import { sha256 } from '../src/core/text/sha256';\nexport const x = sha256;"],
  ['webview/host.ts', "import { seeded } from '../src/core/statistics/random';\nexport const x = seeded;"],
  ['src/core/text/countWords.ts', "import { EOL } from 'node:os';\nexport const x = EOL;"],
  ['src/core/store/fileRunStore.ts', "import { readFile } from 'node:fs/promises';\nexport const x = readFile;"],
  ['src/core/run/replyCache.ts', "import { open } from 'fs/promises';\nexport const x = open;"],
  ['src/core/labels/labelSet.ts', "import * as fs from 'node:fs';\nexport const x = fs;"],
  ['src/vscode/comparing/comparisonService.ts', "import { rename } from 'node:fs/promises';\nexport const x = rename;"],
  ['src/vscode/batches/offerBatches.ts', "import { readdirSync } from 'node:fs';\nexport const x = readdirSync;"],
  ['webview/host.ts', "import { vsCodeButton } from '@vscode/webview-ui-toolkit';\nexport const x = vsCodeButton;"],
  [
    'src/core/text/countWords.ts',
    "import type { RunReport } from '../results/reportModel';\nexport type X = RunReport;",
  ],
  ['src/core/store/runRecord.ts', "import type { RunState } from '../run/runState';\nexport type X = RunState;"],
  ['src/core/run/batch/openBatch.ts', "import type { Trial } from '../../results/trial';\nexport type X = Trial;"],
  [
    'src/vscode/revisions/promptRevisions.ts',
    "import type { PromptJudges } from '../judges/promptJudges';\nexport type X = PromptJudges;",
  ],
];

const allowed: readonly (readonly [file: string, code: string])[] = [
  ['src/core/providers/prices.ts', "import type OpenAI from 'openai';\nexport type X = OpenAI;"],
  [
    'src/core/run/batch/openBatch.ts',
    "import type { Label } from '../../statistics/agreement';\nexport type X = Label;",
  ],
  [
    'src/vscode/revisions/promptRevisions.ts',
    "import type { TrustCards } from '../../core/trust/trustOf';\nexport type X = TrustCards;",
  ],
  ['src/vscode/settings.ts', "import * as vscode from 'vscode';\nexport const x = vscode.version;"],
  ['src/core/store/storeFolder.ts', "import { readdir } from 'node:fs/promises';\nexport const x = readdir;"],
  ['src/core/store/fileRunStore.ts', "import { constants } from 'node:fs';\nexport const x = constants;"],
  ['webview/host.ts', "import type { RunReport } from '../src/core/results/reportModel';\nexport type X = RunReport;"],
  [
    'webview/host.ts',
    "import { outcomeWords } from '../src/core/results/reportModel';\nexport const x = outcomeWords;",
  ],
  ['webview/host.ts', "import { countWords } from '../src/core/text/countWords';\nexport const x = countWords;"],
  ['src/core/text/sha256.ts', "import { hash } from 'node:crypto';\nexport const x = hash;"],
  ['webview/main.ts', "import { vsCodeButton } from '@vscode/webview-ui-toolkit';\nexport const x = vsCodeButton;"],
];

const root = path.resolve(import.meta.dirname, '../../..');
// Only the layer rule is asked: the snippets are no programs. It needs no types, and with them the parser would read
// the file from disk instead of the snippet where it takes itself to be in continuous integration.
const eslint = new ESLint({
  cwd: root,
  ruleFilter: ({ ruleId }) => ruleId === '@typescript-eslint/no-restricted-imports',
  overrideConfig: [{ files: ['**/*.ts'], languageOptions: { parserOptions: { project: false } } }],
});

async function layerFaults(file: string, code: string): Promise<number> {
  const [result] = await eslint.lintText(code, { filePath: path.join(root, file) });
  return (result?.messages ?? []).filter(({ ruleId }) => ruleId === '@typescript-eslint/no-restricted-imports').length;
}

/** The files of the repository that a file imports, in whatever form. */
function targetsOf(file: string, code: string): readonly string[] {
  const sources = [...code.matchAll(/\b(?:from|import)\s*\(?\s*'(\.[^']+)'/g)].map(([, source = '']) => source);
  return sources.map((source) => path.join(path.dirname(file), path.extname(source) === '' ? `${source}.ts` : source));
}

describe('the linter', () => {
  it.each(forbidden)('refuses in %s: %s', async (file, code) => {
    expect(await layerFaults(file, code)).toBe(1);
  });

  it.each(allowed)('allows in %s: %s', async (file, code) => {
    expect(await layerFaults(file, code)).toBe(0);
  });
});

describe('the files', () => {
  it('named above exist', () => {
    const named = [...forbidden, ...allowed].flatMap(([file, code]) => [file, ...targetsOf(file, code)]);
    expect(named.filter((file) => !existsSync(path.join(root, file)))).toEqual([]);
  });

  const imports = new Map(
    ['src', 'webview']
      .flatMap((folder) =>
        readdirSync(path.join(root, folder), { recursive: true, encoding: 'utf8' }).map((name) =>
          path.join(folder, name),
        ),
      )
      .filter((file) => file.endsWith('.ts'))
      .map((file) => [file, targetsOf(file, readFileSync(path.join(root, file), 'utf8'))] as const),
  );
  const importsWhere = (isForbidden: (file: string, target: string) => boolean): readonly string[] =>
    [...imports].flatMap(([file, targets]) =>
      targets.filter((target) => isForbidden(file, target)).map((target) => `${file} imports ${target}`),
    );

  // The linter reads single statements, so imports on demand and roundabout paths are found here.
  it.each([
    ['src/core', folders],
    ['src/vscode', shellRooms],
  ])('in %s import downwards only, in whatever form and by whatever path', (parent, order) => {
    // Files outside of the folders have no position.
    const positionOf = (file: string): number => order.indexOf(path.relative(parent, file).split('/')[0] ?? '');
    expect(importsWhere((file, target) => positionOf(file) >= 0 && positionOf(target) > positionOf(file))).toEqual([]);
  });

  it.each([
    ['src/core', folders],
    ['src/vscode', shellRooms],
  ])('in %s are in folders that all have a position', (parent, order) => {
    const found = readdirSync(path.join(root, parent), { withFileTypes: true }).filter((entry) => entry.isDirectory());
    expect(found.map(({ name }) => name).sort()).toEqual([...order].sort());
  });

  it('of the core import none of the shells', () => {
    const isCore = (file: string): boolean => file.startsWith('src/core/');
    expect(importsWhere((file, target) => isCore(file) && target.startsWith('src/') && !isCore(target))).toEqual([]);
  });

  it('of one benchmark import no other benchmark’s', () => {
    // Two benchmarks of one paper share a folder of helpers.
    const benchmarkOf = (file: string): string | undefined =>
      /^src\/core\/benchmarks\/(?!kmpbench\/)(\w+)\//.exec(file)?.[1];
    const across = importsWhere((file, target) => {
      const [one, other] = [benchmarkOf(file), benchmarkOf(target)];
      return one !== undefined && other !== undefined && one !== other;
    });
    expect(across).toEqual([]);
  });

  it('import each other in no circle, types and imports on demand included', () => {
    const rest = new Map(imports);
    // Those that import nothing of what is left go, again and again; a circle stays.
    for (let before = -1; before !== rest.size;) {
      before = rest.size;
      for (const [file, targets] of rest)
        if (!targets.some((target) => target !== file && rest.has(target))) rest.delete(file);
    }
    expect([...rest.keys()]).toEqual([]);
  });
});
