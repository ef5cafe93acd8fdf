import type { KnipConfig } from 'knip';

const config: KnipConfig = {
  entry: [
    'src/extension.ts!',
    'src/cli.ts!',
    'src/vscode/comparing/comparisonWorker.ts!',
    'webview/main.ts!',
    'webview/report.ts!',
    'scripts/**/*.{ts,mjs}!',
    'bench/**/*.{ts,mjs}!',
    'tests/**/*Program.ts',
    'tests/host/{launch,runner,*.hostTest}.ts',
    'tests/unit/*/sampleFields.ts',
    'tests/{contract/store/holdLock,fuzz/editorStandIn}.ts',
  ],
  project: ['src/**/*.ts!', 'webview/**/*.ts!', 'tests/**/*.ts'],
  vitest: { config: ['vitest*.config.ts'] },
  ignoreDependencies: ['host-suites'],
  ignoreBinaries: ['apt-get', 'mkfifo', 'openssl', 'script'],
  // A test may ask for what its file alone uses in the product. The run with tests finds what nobody asks for.
  ignoreExportsUsedInFile: process.argv.includes('--production'),
};

export default config;
