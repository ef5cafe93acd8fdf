import { describe, expect, it } from 'vitest';
import type { ToPanel } from '../../../src/protocol/messages';
import type { PanelState } from '../../../src/protocol/panelState';
import { StateFeed } from '../../../src/vscode/panel/openPanel';
import { guideEval, partOf, twoBenchmarks, withReport } from '../../webview/panelStates';

/** A page that is sent states over a wire that copies them. */
class Page {
  readonly messages: ToPanel[] = [];
  readonly feed = new StateFeed((message) => this.messages.push(structuredClone(message)));
  #state: PanelState | undefined;

  /** What the page has once it has heard everything. */
  get state(): PanelState | undefined {
    for (const message of this.messages.splice(0)) {
      if (message.kind === 'state') this.#state = message.state;
    }
    return this.#state;
  }
}

const running = (done: number, of = twoBenchmarks): PanelState =>
  withReport(partOf(of, done), { phase: { kind: 'running' } });

describe('the states that a page is sent', () => {
  it('are none before it is there, and whole at first', () => {
    const page = new Page();
    page.feed.send(() => {
      throw new Error('No state is made for a page that is not there.');
    });
    page.feed.begin();
    page.feed.send(() => running(1));
    expect(page.messages.map(({ kind }) => kind)).toEqual(['state']);
    expect(page.state).toEqual(running(1));
  });

  it('come one at a time: while it draws none is made, and it hears of the newest afterwards', () => {
    const page = new Page();
    page.feed.begin();
    page.feed.send(() => running(1));
    let made = 0;
    const send = (done: number): void =>
      page.feed.send(() => {
        made += 1;
        return running(done);
      });
    for (let done = 2; done < 100; done += 1) send(done);
    expect([made, page.messages.length]).toEqual([0, 1]);
    expect(page.feed.drawn()).toBe(true);
    send(100);
    expect(made).toBe(1);
    expect(page.feed.drawn()).toBe(false);
  });

  it('are whole again for a page that comes back, whatever it was drawing when it went', () => {
    const page = new Page();
    page.feed.begin();
    const shown = running(3, guideEval);
    page.feed.send(() => shown);
    page.feed.end();
    page.feed.send(() => shown);
    page.feed.begin();
    page.feed.send(() => shown);
    expect(page.messages.map(({ kind }) => kind)).toEqual(['state', 'state']);
  });
});
