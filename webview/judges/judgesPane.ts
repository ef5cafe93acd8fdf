import type { JudgesView } from '../../src/core/report/judgesViewModel';
import type { CardPlace } from '../../src/core/results/trustModel';
import type { PaneFrame } from '../compare/comparePane';
import { jumpTo } from '../dom/jumpTo';
import { cardId, judgeId, type JudgesActions, type JudgesPage, type OpenCard, unfinishedId } from './judgesPage';
import { type JudgesViewState, listedAtFirst } from './judgesViewState';

/** The view Judges: asks for what it shows, and keeps the open card and the reader's way through it. */
export class JudgesPane {
  readonly #frame: PaneFrame<JudgesViewState>;
  #judges: JudgesView | undefined;
  #detail: { readonly key: string; readonly open: OpenCard } | undefined;
  #asked = false;
  /** What to show as soon as the judges are there: a card, or what is not over yet. */
  #sought: { readonly place: CardPlace | undefined } | undefined;
  /** The element that takes the focus when the page is drawn. */
  #focus: string | undefined;
  #wasThere = false;

  constructor(frame: PaneFrame<JudgesViewState>) {
    this.#frame = frame;
  }

  readonly #actions: JudgesActions = {
    calibrate: () => this.#frame.post({ kind: 'action', action: 'calibrateJudge' }),
    check: (benchmark, judge) =>
      this.#frame.post({ kind: 'checkJudge', benchmark, ...(judge === undefined ? {} : { judge }) }),
    resume: (runId) => this.#frame.post({ kind: 'resumeCheck', runId }),
    toggleCard: (key) => {
      const open = this.#frame.view().open === key ? undefined : key;
      this.#frame.change({ open, listed: listedAtFirst });
    },
    showMore: () => this.#frame.change({ listed: this.#frame.view().listed + listedAtFirst }),
    unfold: (judge, unfolded) => {
      const others = this.#frame.view().unfolded.filter((other) => other !== judge);
      this.#frame.change({ unfolded: unfolded ? [...others, judge] : others });
    },
  };

  /**
   * Looks for a card once the judges were read again, opens it and puts the focus there. Without a place what is not over comes into
   * sight, on top of the view.
   */
  seek(place: CardPlace | undefined): void {
    this.#sought = { place };
    this.#asked = false;
  }

  /** Asks for what the view needs. Call before it is drawn; `arrived`: it was not in sight before. */
  follow(arrived: boolean): void {
    if (arrived || !this.#asked) {
      this.#asked = true;
      this.#frame.post({ kind: 'openJudges' });
    }
    const { open } = this.#frame.view();
    if (open === undefined || this.#judges === undefined || this.#detail?.key === open) return;
    const isThere = this.#judges.judges.some(({ checks }) =>
      checks.some(({ rows }) => rows.some(({ key }) => key === open)),
    );
    if (!isThere) return;
    this.#detail = { key: open, open: { kind: 'loading' } };
    this.#frame.ask({ kind: 'openJudgeCard', key: open }, (detail) => {
      this.#detail = { key: open, open: detail === undefined ? { kind: 'missing' } : { kind: 'open', detail } };
    });
  }

  /** Takes the judges as the host knows them now. */
  receive(judges: JudgesView): void {
    this.#judges = judges;
    this.#find(judges);
  }

  page(trusted: boolean): JudgesPage {
    const view = this.#frame.view();
    return {
      judges: this.#judges,
      open: this.#detail?.key === view.open && this.#detail !== undefined ? this.#detail.open : { kind: 'loading' },
      view,
      trusted,
      rememberScroll: (scroll) => this.#frame.remember({ scroll }),
      actions: this.#actions,
    };
  }

  /** Call after the page was drawn: puts the scrolling box where it was, or the focus on the card that was looked for. */
  drawn(): void {
    const box = document.getElementById('judges');
    const isThere = box !== null && this.#judges !== undefined;
    if (isThere && !this.#wasThere) box.scrollTo(0, this.#frame.view().scroll);
    this.#wasThere = isThere;
    if (!isThere || this.#focus === undefined) return;
    if (this.#focus === unfinishedId) box.scrollTo(0, 0);
    jumpTo(this.#focus);
    this.#focus = undefined;
  }

  #find({ judges }: JudgesView): void {
    if (this.#sought === undefined) return;
    const { place } = this.#sought;
    this.#sought = undefined;
    if (place === undefined) {
      this.#focus = unfinishedId;
      return;
    }
    const index = judges.findIndex(({ judge, benchmark }) => judge === place.judge && benchmark === place.benchmark);
    const rows = judges[index]?.checks.flatMap((check) => check.rows) ?? [];
    const row = rows.find(({ dimension, counts }) => dimension === place.dimension && counts);
    if (index !== -1) this.#focus = row === undefined ? judgeId(index) : cardId(row.key);
    if (row !== undefined) this.#frame.change({ open: row.key, listed: listedAtFirst });
  }
}
