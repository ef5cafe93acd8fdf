import globals from 'globals';
import tseslint from 'typescript-eslint';

/**
 * The import table of docs/architecture.md. Imports are matched by their text, which is enough
 * because each of these folders has one place and no barrel re-exports it.
 */
const layer = (...banned) => ({
  '@typescript-eslint/no-restricted-imports': ['error', { patterns: banned }],
});

const vscodeModule = { regex: '^vscode$', message: 'Only src/vscode and src/extension.ts may import vscode.' };
const sdks = {
  regex: '^(openai|@anthropic-ai/sdk)(/|$)',
  message: 'The SDKs are imported in src/core/providers only.',
};
const folder = (name, message) => ({ regex: `^\\.{1,2}/(.*/)?${name}(/|$)`, message });
const hostShell = folder('vscode', 'src/vscode is a shell: nothing but src/extension.ts imports it.');
const webviewFolder = folder('webview', 'The webview is a program of its own; talk to it through src/protocol.');
const protocolFolder = folder(
  'protocol',
  'The core knows nothing of panels: src/protocol is for src/vscode and webview.',
);
const toolkit = {
  regex: '^@vscode/webview-ui-toolkit',
  message: 'The toolkit is imported in webview/main.ts only.',
};
const fileOpeners = [
  ...['access', 'appendFile', 'copyFile', 'cp', 'createReadStream', 'createWriteStream', 'mkdir', 'open', 'opendir'],
  ...['readFile', 'readdir', 'rename', 'rm', 'rmdir', 'truncate', 'unlink', 'utimes', 'writeFile'],
];
/** A store may come from somebody else. Only a few files open it; they follow no link and wait for no pipe. */
const openedFiles = {
  regex: '^(node:)?fs(/promises)?$',
  importNames: [...fileOpeners, ...fileOpeners.map((name) => `${name}Sync`), 'default'],
  message: 'Files are opened by core/store: storeFolder.ts inside a store, plainFile.ts elsewhere.',
};
/** The files that may open files. */
const fileDoors = ['src/core/store/{plainFile,runLock,storeFolder}.ts'];
const nodeModules = { regex: '^node:', message: 'This code runs in a browser.' };

/** The folders of the core in order: each may import those before it. */
export const folders = [
  ...['text', 'statistics', 'prompt', 'providers', 'benchmark', 'simulation', 'benchmarks', 'store', 'run'],
  ...['results', 'compare', 'trust', 'labels', 'history', 'report', 'agent'],
];
/** The folders of the shell in VS Code, likewise. Files beside them serve them all. */
export const shellRooms = [
  ...[
    'example',
    'comparing',
    'models',
    'evaluation',
    'revisions',
    'judges',
    'exports',
    'labels',
    'panel',
    'rules',
    'prompts',
  ],
  ...['editor', 'batches', 'agents', 'commands'],
];
const above = (order, index) =>
  order.slice(index + 1).map((name) => ({
    regex: `^(\\.\\./)+${name}/`,
    message: `${order[index]} comes before ${name}: imports go down only.`,
  }));
const shellBans = [sdks, webviewFolder, toolkit, folder('cli', 'The shells do not know each other.'), openedFiles];
/** Folders whose types panel and protocol share with the core. */
const shownFolders = '(?:results|labels|report)';
/** Those with code that the webview runs, too. */
const shownCode = '(?:results/(?:reportModel|understoodPrompt|headerFacts)|report/headline)$';
/** The file of src/core/text that needs Node. The others run in the webview too. */
const nodeText = 'sha256';

export default tseslint.config(
  { ignores: ['dist/', 'out/', 'node_modules/', 'test-results/', '**/*.cjs'] },
  {
    files: ['**/*.ts'],
    extends: [tseslint.configs.strictTypeChecked, tseslint.configs.stylisticTypeChecked],
    languageOptions: {
      parserOptions: {
        project: ['./tsconfig.json', './webview/tsconfig.json', './tests/tsconfig.json'],
        tsconfigRootDir: import.meta.dirname,
      },
    },
    rules: {
      'no-console': 'error',
      eqeqeq: 'error',
      '@typescript-eslint/explicit-module-boundary-types': 'error',
      '@typescript-eslint/consistent-type-imports': 'error',
      '@typescript-eslint/restrict-template-expressions': ['error', { allowNumber: true }],
      '@typescript-eslint/no-confusing-void-expression': ['error', { ignoreArrowShorthand: true }],
      '@typescript-eslint/no-unused-vars': ['error', { argsIgnorePattern: '^_' }],
      '@typescript-eslint/switch-exhaustiveness-check': ['error', { considerDefaultExhaustiveForUnions: true }],
      'no-restricted-syntax': [
        'error',
        { selector: 'ExportDefaultDeclaration', message: 'Named exports only.' },
        { selector: 'PropertyDefinition[accessibility="private"]', message: 'Use #private members.' },
        {
          selector: 'MethodDefinition[accessibility="private"][kind!="constructor"]',
          message: 'Use #private members.',
        },
        { selector: 'ExportAllDeclaration', message: 'No barrels.' },
      ],
    },
  },
  ...folders.flatMap((name, index) => {
    const bans = [vscodeModule, hostShell, webviewFolder, protocolFolder, toolkit, ...above(folders, index)];
    const withSdks = name === 'providers' ? bans : [...bans, sdks];
    return [
      { files: [`src/core/${name}/**/*.ts`], rules: layer(...withSdks, openedFiles) },
      ...(name === 'store' ? [{ files: fileDoors, rules: layer(...withSdks) }] : []),
      ...(name === 'text'
        ? [{ files: ['src/core/text/*.ts'], ignores: [`**/${nodeText}.ts`], rules: layer(...withSdks, nodeModules) }]
        : []),
    ];
  }),
  {
    files: ['src/protocol/**/*.ts'],
    rules: layer(
      vscodeModule,
      sdks,
      hostShell,
      webviewFolder,
      toolkit,
      nodeModules,
      { regex: `/core/(?!${shownFolders}/)`, message: 'The protocol may use the types of what is shown only.' },
      {
        regex: `/core/${shownFolders}/(?!labellingView$)`,
        allowTypeImports: true,
        message: 'Types only, and the schema of label options.',
      },
    ),
  },
  { files: ['src/vscode/**/*.ts', 'src/extension.ts'], rules: layer(...shellBans) },
  ...shellRooms.map((name, index) => ({
    files: [`src/vscode/${name}/**/*.ts`],
    rules: layer(...shellBans, ...above(shellRooms, index)),
  })),
  {
    files: ['src/cli.ts', 'src/cli/**/*.ts'],
    rules: layer(vscodeModule, sdks, hostShell, webviewFolder, protocolFolder, toolkit),
  },
  {
    files: ['webview/**/*.ts'],
    rules: layer(
      vscodeModule,
      sdks,
      hostShell,
      nodeModules,
      toolkit,
      {
        regex: `/src/core/(?!(${shownFolders}|text)/)|/src/core/text/${nodeText}$`,
        message: 'The webview may use src/core/text, what is shown, and types of the protocol.',
      },
      {
        regex: `/src/(protocol/|core/(?!${shownCode})${shownFolders}/)`,
        allowTypeImports: true,
        message: 'Types only: the webview shares src/core/text and a few files of what is shown with the host.',
      },
    ),
  },
  {
    files: ['webview/main.ts'],
    rules: layer(vscodeModule, sdks, hostShell, nodeModules),
  },
  {
    files: ['tests/**/*.ts', 'bench/**/*.ts', 'vitest.*.ts', 'knip.config.ts'],
    rules: {
      'no-console': 'off',
      '@typescript-eslint/no-non-null-assertion': 'off',
      'no-restricted-syntax': 'off',
    },
  },
  { files: ['src/cli.ts', 'src/cli/**/*.ts'], rules: { 'no-console': 'off' } },
  {
    files: ['**/*.mjs'],
    languageOptions: { globals: globals.node },
  },
);
