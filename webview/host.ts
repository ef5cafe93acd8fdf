import type { Answers, FromPanel, MessageOf, ToPanel } from '../src/protocol/messages';

/** A message that is not an answer. */
export type HostMessage = Exclude<ToPanel, { readonly kind: 'answer' }>;

export type Receivers = {
  readonly [Kind in HostMessage['kind']]: (message: Extract<HostMessage, { readonly kind: Kind }>) => void;
};

export type Ask = <Question extends MessageOf<keyof Answers>>(
  message: Question,
  answered: (value: Answers[Question['kind']]) => void,
) => void;

export interface Host {
  post(message: FromPanel): void;
  /** Answers to older questions of the same kind are dropped. */
  ask: Ask;
  onMessage(listener: (message: HostMessage) => void): void;
  /** What `saveState` kept before a reload. After an update of the extension it may have any shape. */
  savedState(): unknown;
  saveState(state: unknown): void;
}

declare function acquireVsCodeApi(): {
  postMessage(message: unknown): void;
  getState(): unknown;
  setState(state: unknown): void;
};

/** May be called once: VS Code hands out its API a single time per page. */
export function connectHost(): Host {
  const api = acquireVsCodeApi();
  // The extension reads the panel's prompt from the saved state when it restores the panel.
  const keep = (state: unknown): void => {
    const promptUri = document.body.dataset.promptUri;
    api.setState(promptUri === undefined ? state : { ...(typeof state === 'object' ? state : {}), promptUri });
  };
  keep(api.getState() ?? {});
  // Not 0: an answer meant for the page before a reload must not match a question of this one.
  let asked = Date.now();
  const waiting = new Map<string, { readonly id: number; readonly answered: (value: never) => void }>();
  const settle = ({ id, value }: Extract<ToPanel, { readonly kind: 'answer' }>): void => {
    for (const one of waiting.values()) if (one.id === id) one.answered(value as never);
  };
  return {
    post: (message) => api.postMessage({ message }),
    ask: (message, answered) => {
      asked += 1;
      waiting.set(message.kind, { id: asked, answered });
      api.postMessage({ message, id: asked });
    },
    onMessage: (listener) => {
      window.addEventListener('message', ({ data }: MessageEvent<unknown>) => {
        const message = data as ToPanel;
        if (message.kind === 'answer') settle(message);
        else listener(message);
      });
    },
    savedState: () => api.getState(),
    saveState: keep,
  };
}
