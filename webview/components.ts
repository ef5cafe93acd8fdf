import {
  provideVSCodeDesignSystem,
  vsCodeButton,
  vsCodeDropdown,
  vsCodeOption,
  vsCodeProgressRing,
  vsCodeTextField,
} from '@vscode/webview-ui-toolkit';

/**
 * Registers the toolkit's elements that the panel uses, and only those. Tabs, lists, tables and charts are plain elements:
 * the toolkit's badge and panels set inline styles or hide content in ways that a strict policy and a long list do not bear.
 */
export function registerComponents(): void {
  provideVSCodeDesignSystem().register(
    vsCodeButton(),
    vsCodeDropdown(),
    vsCodeOption(),
    vsCodeProgressRing(),
    vsCodeTextField(),
  );
}
