import type { JudgeCardDetail, JudgesView } from '../../src/core/report/judgesViewModel';
import type { CardKey } from '../../src/core/results/trustModel';
import { jumpTo } from '../dom/elements';
import type { PaneFrame } from '../panelActions';
import { listedAtFirst, type ViewState } from '../viewState';

export const unfinishedId = 'judges-unfinished';

export function cardId(key: string): string {
  return `judge-card-${key}`;
}

/** The id of a judge's heading, by its index among the judges. */
export function judgeId(index: number): string {
  return `judge-${String(index)}`;
}

/** The view Judges: requests its data, and keeps the open card and the scroll position. */
export class JudgesPane {
  judges: JudgesView | undefined;
  #detail: { readonly key: string; readonly detail: JudgeCardDetail | 'loading' | 'missing' } | undefined;
  /** What to show once the judges have arrived: a card, or without one the unfinished checks. */
  #wanted: { readonly card: CardKey | undefined } | undefined;
  #focus: string | undefined;

  constructor(readonly frame: PaneFrame<ViewState['judges']>) {}

  get view(): ViewState['judges'] {
    return this.frame.view();
  }

  get detail(): JudgeCardDetail | 'loading' | 'missing' {
    return this.#detail !== undefined && this.#detail.key === this.view.open ? this.#detail.detail : 'loading';
  }

  toggleCard(key: string): void {
    this.frame.change({ open: this.view.open === key ? undefined : key, listed: listedAtFirst });
  }

  showMore(): void {
    this.frame.change({ listed: this.view.listed + listedAtFirst });
  }

  /** Reads the judges again, then opens a card and focuses it. Without one it shows the unfinished checks. */
  seek(card: CardKey | undefined): void {
    this.#wanted = { card };
    this.frame.post({ kind: 'openJudges' });
  }

  /** Asks the host for what the view needs. Call before drawing. `arrived`: the view has just come into sight. */
  follow(arrived: boolean): void {
    if (arrived) this.frame.post({ kind: 'openJudges' });
    const { open } = this.view;
    if (open === undefined || this.#detail?.key === open) return;
    const rows = this.judges?.judges.flatMap(({ checks }) => checks.flatMap((check) => check.rows)) ?? [];
    if (!rows.some(({ key }) => key === open)) return;
    this.#detail = { key: open, detail: 'loading' };
    this.frame.ask({ kind: 'openJudgeCard', key: open }, (detail) => {
      this.#detail = { key: open, detail: detail ?? 'missing' };
    });
  }

  receive(view: JudgesView): void {
    this.judges = view;
    if (this.#wanted === undefined) return;
    const { card } = this.#wanted;
    this.#wanted = undefined;
    const index = view.judges.findIndex((one) => one.judge === card?.judge && one.benchmark === card.benchmark);
    const rows = view.judges[index]?.checks.flatMap((check) => check.rows) ?? [];
    const row = rows.find(({ dimension, counts }) => dimension === card?.dimension && counts);
    if (card === undefined) this.#focus = unfinishedId;
    else if (index !== -1) this.#focus = row === undefined ? judgeId(index) : cardId(row.key);
    if (row !== undefined) this.frame.change({ open: row.key, listed: listedAtFirst });
  }

  /** Call after drawing. Focuses the card that `seek` asked for. */
  drawn(): void {
    if (this.#focus === undefined || document.getElementById('judges') === null) return;
    if (this.#focus === unfinishedId) document.getElementById('judges')?.scrollTo(0, 0);
    jumpTo(this.#focus);
    this.#focus = undefined;
  }
}
