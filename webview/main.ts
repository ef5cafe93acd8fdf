import './texts';
import {
  provideVSCodeDesignSystem,
  vsCodeButton,
  vsCodeProgressRing,
  vsCodeTextField,
} from '@vscode/webview-ui-toolkit';
import { connectHost } from './host';
import { Panel } from './panel';

const host = connectHost();

/** Sends an error in the page's own code to the extension's log. */
function report(fault: unknown): void {
  const message = fault instanceof Error ? (fault.stack ?? fault.message) : String(fault);
  host.post({ kind: 'error', message: message.slice(0, 4_000) });
}

window.addEventListener('error', (event) => report(event.error ?? event.message));
window.addEventListener('unhandledrejection', (event) => report(event.reason));

const root = document.getElementById('app');
if (root === null) throw new Error('The page has no element "app".');
// Only the elements that the panel uses. The toolkit's badge and panels set inline styles, which the page's policy
// forbids, or hide content of long lists.
provideVSCodeDesignSystem().register(vsCodeButton(), vsCodeProgressRing(), vsCodeTextField());
new Panel(root, host).start();
