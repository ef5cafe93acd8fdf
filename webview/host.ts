import type { FromPanel, ToPanel } from '../src/protocol/messages';
import { Unpacking, type ToPage } from './unpacking';

/** The other side of the webview's wall. */
export interface Host {
  post(message: FromPanel): void;
  /** `listener` gets every message of the extension, in order and unpacked. */
  onMessage(listener: (message: ToPage) => void): void;
  /** What `saveState` kept before a reload; anything at all after an update of the extension. */
  savedState(): unknown;
  saveState(state: unknown): void;
}

interface VsCodeApi {
  postMessage(message: unknown): void;
  getState(): unknown;
  setState(state: unknown): void;
}

declare function acquireVsCodeApi(): VsCodeApi;

const kinds: readonly unknown[] = [
  'state',
  'changed',
  'case',
  'history',
  'historyChanges',
  'series',
  'comparison',
  'packedComparison',
  'flip',
  'labelling',
  'judges',
  'judgeCard',
  'showJudges',
  'show',
] satisfies readonly ToPanel['kind'][];

function isToPanel(data: unknown): data is ToPanel {
  return typeof data === 'object' && data !== null && 'kind' in data && kinds.includes(data.kind);
}

/** Connects to VS Code. May be called once: the editor hands its interface out a single time per page. */
export function connectHost(): Host {
  const api = acquireVsCodeApi();
  // The extension finds the panel's prompt in the saved state when it brings the panel back after a reload.
  const keep = (state: unknown): void => {
    const promptUri = document.body.dataset.promptUri;
    api.setState(promptUri === undefined ? state : { ...(typeof state === 'object' ? state : {}), promptUri });
  };
  keep(api.getState() ?? {});
  return {
    post: (message) => api.postMessage(message),
    onMessage: (listener) => {
      // Called as a function of its own: the browser's refuses to be anybody's method.
      const unpacking = new Unpacking(listener, (error) => reportError(error));
      window.addEventListener('message', (event: MessageEvent<unknown>) => {
        if (isToPanel(event.data)) unpacking.receive(event.data);
      });
    },
    savedState: () => api.getState(),
    saveState: keep,
  };
}
