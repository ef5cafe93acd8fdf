import {
  provideVSCodeDesignSystem,
  vsCodeButton,
  vsCodeProgressRing,
  vsCodeTextField,
} from '@vscode/webview-ui-toolkit';

/**
 * Registers only the toolkit elements that the panel uses. Tabs, lists, tables and charts are plain elements. The
 * toolkit's badge and panels set inline styles, which the page's policy forbids, or hide content of long lists.
 */
export function registerComponents(): void {
  provideVSCodeDesignSystem().register(vsCodeButton(), vsCodeProgressRing(), vsCodeTextField());
}
