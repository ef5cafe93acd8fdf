import { describe, expect, it } from 'vitest';
import type { ToPanel } from '../../../src/protocol/messages';
import { packView } from '../../../src/vscode/comparing/packView';
import { Unpacking, type ToPage } from '../../../webview/unpacking';
import { comparison } from '../../webview/comparisonViews';

const runs = { before: 'run-1', after: 'run-2' } as const;
const other = { before: 'run-3', after: 'run-4' } as const;
const view = comparison();
const show = { kind: 'show', tab: 'history' } as const;

function packed(of = view, pair: typeof runs | typeof other = runs): ToPanel {
  return { kind: 'packedComparison', runs: pair, view: packView(of) };
}

/** A page with what it has heard and what was reported. */
class Page {
  readonly heard: ToPage[] = [];
  readonly reported: unknown[] = [];
  onMessage: (message: ToPage) => void = () => undefined;
  readonly #unpacking = new Unpacking(
    (message) => {
      this.heard.push(message);
      this.onMessage(message);
    },
    (error) => this.reported.push(error),
  );

  receive(...messages: readonly ToPanel[]): void {
    for (const message of messages) this.#unpacking.receive(message);
  }

  async hears(count: number): Promise<readonly ToPage[]> {
    await expect.poll(() => this.heard.length).toBe(count);
    return this.heard;
  }
}

describe('messages on their way into the page', () => {
  it('are handed on at once where nothing is packed', () => {
    const page = new Page();
    page.receive(show, { kind: 'comparison', runs, view });
    expect(page.heard).toEqual([show, { kind: 'comparison', runs, view }]);
  });

  it('are unpacked as they were packed, texts of all tongues included', async () => {
    const page = new Page();
    const told = { ...view, sentence: 'Better at “Führung” 好 👩‍🏫 ' };
    page.receive(packed(told));
    expect(await page.hears(1)).toEqual([{ kind: 'comparison', runs, view: told }]);
  });

  it('keep their order: what comes while one is unpacked waits for it, and what comes later waits no more', async () => {
    const page = new Page();
    const long = { ...view, sentence: 'long '.repeat(200_000) };
    const loading = { kind: 'comparison', runs: other, view: undefined } as const;
    page.receive(packed(long), loading, packed(view, other), show);
    expect(page.heard).toEqual([]);
    expect(await page.hears(4)).toEqual([
      { kind: 'comparison', runs, view: long },
      loading,
      { kind: 'comparison', runs: other, view },
      show,
    ]);
    // The last of them is done with when the page has heard it and a turn has passed.
    await Promise.resolve();
    page.receive(loading);
    expect(page.heard.at(-1)).toEqual(loading);
  });

  it('say so when they have not arrived whole, and the next is heard', async () => {
    const page = new Page();
    const bytes = packView(view);
    page.receive({ kind: 'packedComparison', runs, view: bytes.slice(0, bytes.length / 2) }, show);
    expect(await page.hears(2)).toEqual([
      { kind: 'comparison', runs, view: undefined, problem: 'The comparison has not arrived whole. Try again.' },
      show,
    ]);
    expect(page.reported).toHaveLength(1);
  });

  it('are heard behind one that the page fails at', async () => {
    const page = new Page();
    const fault = new Error('not drawn');
    page.onMessage = ({ kind }) => {
      if (kind === 'comparison') throw fault;
    };
    page.receive(packed(), show);
    expect((await page.hears(2)).at(-1)).toEqual(show);
    expect(page.reported).toEqual([fault]);
  });
});
