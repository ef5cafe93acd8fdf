import type { FromPanel, RunPair } from '../src/protocol/messages';
import { ComparePane, type PaneFrame } from './compare/comparePane';
import { HistoryPane } from './history/historyPane';
import type { Ask } from './host';
import { JudgesPane } from './judges/judgesPane';
import type { Tab, ViewState } from './viewState';

/** What the panes need of the page around them. */
export interface PaneHost {
  post(message: FromPanel): void;
  /** As `Host.ask`, and draws what is answered. */
  readonly ask: Ask;
  /** Draws at once, so that what was drawn can take the focus. */
  drawNow(): void;
  view(): ViewState;
  /** Keeps and draws. */
  change(change: Partial<ViewState>): void;
  /** Keeps without drawing. */
  remember(change: Partial<ViewState>): void;
}

function frameOf<Key extends 'compare' | 'history' | 'judges'>(host: PaneHost, key: Key): PaneFrame<ViewState[Key]> {
  const changed = (part: Partial<ViewState[Key]>): Partial<ViewState> => ({ [key]: { ...host.view()[key], ...part } });
  return {
    post: (message) => host.post(message),
    ask: host.ask,
    drawNow: () => host.drawNow(),
    view: () => host.view()[key],
    change: (part) => host.change(changed(part)),
    remember: (part) => host.remember(changed(part)),
  };
}

/** The views that ask the host for what they show: Compare, History and Judges. */
export class Panes {
  readonly compare: ComparePane;
  readonly history: HistoryPane;
  readonly judges: JudgesPane;

  constructor(host: PaneHost) {
    this.compare = new ComparePane(frameOf(host, 'compare'));
    this.judges = new JudgesPane(frameOf(host, 'judges'));
    this.history = new HistoryPane(frameOf(host, 'history'), this.compare.histories, (pair: RunPair) => {
      this.compare.choose(pair);
      host.change({ tab: 'compare', compare: { ...host.view().compare, scroll: 0 } });
    });
  }

  /** Asks for what the view in sight needs. Call before it is drawn; `arrived`: it was not in sight before. */
  follow(tab: Tab, arrived: boolean): void {
    if (tab === 'compare') this.compare.follow(arrived);
    if (tab === 'history') this.history.follow(arrived);
    if (tab === 'judges') this.judges.follow(arrived);
  }

  /** Call after the page was drawn. */
  drawn(): void {
    this.compare.drawn();
    this.history.drawn();
    this.judges.drawn();
  }
}
