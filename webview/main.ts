import './texts';
import { registerComponents } from './components';
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
registerComponents();
new Panel(root, host).start();
