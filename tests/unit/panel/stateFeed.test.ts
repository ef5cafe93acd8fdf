import { describe, expect, it } from 'vitest';
import type { ToPanel } from '../../../src/protocol/messages';
import type { PanelState } from '../../../src/protocol/panelState';
import { StateFeed } from '../../../src/vscode/panel/stateFeed';
import { changedState } from '../../../webview/changedState';
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
      if (message.kind === 'changed') this.#state = changedState(this.#state, message.change);
    }
    return this.#state;
  }
}

const running = (done: number, of = twoBenchmarks): PanelState =>
  withReport(partOf(of, done), { phase: { kind: 'running' } });

/** The states of a run as its reports keep their rows: those that have not changed are the same objects. */
function following(before: PanelState, after: PanelState): PanelState {
  const { report } = after;
  if (report === undefined) return after;
  const benchmarks = report.benchmarks.map((benchmark, place) => {
    const former = before.report?.benchmarks[place]?.cases ?? [];
    const cases = benchmark.cases.map((row, at) => {
      const known = former[at];
      return known !== undefined && JSON.stringify(known) === JSON.stringify(row) ? known : row;
    });
    return { ...benchmark, cases };
  });
  return { ...after, report: { ...report, benchmarks } };
}

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

  it('go as the rows that are new once it has the others, and come to the same', () => {
    const page = new Page();
    page.feed.begin();
    let shown = running(0);
    page.feed.send(() => shown);
    for (let done = 1; done <= 6; done += 1) {
      page.feed.drawn();
      expect(page.state).toEqual(shown);
      shown = following(shown, running(done));
      page.feed.send(() => shown);
      const [message] = page.messages;
      expect(message?.kind === 'changed' && message.change.rows.map((rows) => rows.length)).toEqual([1, 1]);
      expect(page.state).toEqual(shown);
    }
  });

  it.each([
    ['another run', (state: PanelState) => withRun(state, { id: 'another' })],
    ['fewer cases', (state: PanelState) => firstBenchmark(state, ({ cases }) => ({ cases: cases.slice(1) }))],
    ['another benchmark', (state: PanelState) => firstBenchmark(state, () => ({ id: 'another' }))],
    ['no report', (state: PanelState): PanelState => ({ ...state, report: undefined })],
  ])('go whole with %s', (_what, change) => {
    const page = new Page();
    page.feed.begin();
    const before = running(3);
    page.feed.send(() => before);
    page.feed.drawn();
    page.feed.send(() => change(before));
    expect(page.messages.map(({ kind }) => kind)).toEqual(['state', 'state']);
    expect(page.state).toEqual(change(before));
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

function withRun(state: PanelState, run: object): PanelState {
  const { report } = state;
  return report === undefined ? state : { ...state, report: { ...report, run: { ...report.run, ...run } } };
}

type Benchmark = NonNullable<PanelState['report']>['benchmarks'][number];

function firstBenchmark(state: PanelState, change: (benchmark: Benchmark) => Partial<Benchmark>): PanelState {
  const { report } = state;
  if (report === undefined) return state;
  const benchmarks = report.benchmarks.map((one, place) => (place === 0 ? { ...one, ...change(one) } : one));
  return { ...state, report: { ...report, benchmarks } };
}
