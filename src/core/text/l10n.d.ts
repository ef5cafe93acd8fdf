// The build without files and network, which runs in the page and in a bundle of ES modules.
declare module '@vscode/l10n/dist/browser.js' {
  export { config, t } from '@vscode/l10n';
}
