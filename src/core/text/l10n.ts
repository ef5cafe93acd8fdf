/// <reference path="./l10n.d.ts" />
export { config, t } from '@vscode/l10n/dist/browser.js';
