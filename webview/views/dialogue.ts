import { html, nothing, type TemplateResult } from 'lit-html';
import type { CaseImage, CaseTurn, CaseVerdict } from '../../src/core/results/reportModel';
import { jumpTo, link, plainButton } from '../dom/elements';
import type { ReportActions } from '../panelActions';
import { modelText } from '../text/modelText';
import { t, visibleLine } from '../text/visibleText';
import { replyId, verdictLabel, verdictsId } from './verdict';

/** Pictures in the snapshot itself, or in a folder that the host opened to this page. Never from the network. */
const shownImage =
  /^(data:image\/(png|jpeg|gif|webp);base64,|https:\/\/[\w.+-]+\.vscode-(resource|cdn)\.|vscode-(resource|webview-resource):)/u;

const speakers: Readonly<Record<CaseTurn['speaker'], string>> = { student: t`Student`, tutor: t`Tutor` };

/** Verdicts shown beside a reply. More would be longer than the reply and are read below it. */
const mostBeside = 8;

interface DialogueContent {
  readonly turns: readonly CaseTurn[];
  /** Those that are shown beside replies. */
  readonly verdicts?: readonly CaseVerdict[];
  /** Tells the halves of a pair apart in ids. */
  readonly member: string;
  /** Replies of the tutor under test in the whole dialogue. */
  readonly replies: number;
  readonly openTurn?: number | undefined;
  readonly actions: ReportActions;
}

function speakerOf(turn: CaseTurn, replies: number): string {
  if (turn.role !== 'reply') return speakers[turn.speaker];
  return replies < 2 || turn.turn === undefined ? t`Reply` : t`Reply ${String(turn.turn)}`;
}

function imageView(image: CaseImage, actions: ReportActions): TemplateResult {
  const words = visibleLine(image.alt) || t`no description`;
  if (!shownImage.test(image.source)) return html`<p class="muted">${t`Picture, not shown: ${words}`}</p>`;
  const toEnlarge = html`<span class="sr-only">${t`, enlarge`}</span>`;
  const drawn = html`<img src=${image.source} alt=${words} loading="lazy" />${toEnlarge}`;
  return plainButton('turn-image', drawn, () => actions.enlarge(image), { tip: t`Enlarge` });
}

function besideView(turn: number, { verdicts = [], member, replies }: DialogueContent): unknown {
  const own = verdicts.filter((verdict) => verdict.turn === turn);
  if (replies < 2 || own.length === 0) return nothing;
  const shown = own.slice(0, mostBeside);
  const rest = own.length - shown.length;
  const words = html`${rest > 0 ? t`${String(rest)} more, reasons` : t`Reasons`}<span class="sr-only">
      ${t`of reply ${turn}`}</span
    >`;
  return html`<div class="beside">
    <ul aria-label=${t`Verdicts on reply ${turn}`}>
      ${shown.map(
        (verdict) =>
          html`<li>
            ${verdictLabel(verdict)}
            <bdi class="beside-title">${visibleLine(verdict.criterion ?? verdict.judgeTitle)}</bdi>
          </li>`,
      )}
    </ul>
    ${link(words, () => jumpTo(verdictsId(member, turn)))}
  </div>`;
}

function turnView(turn: CaseTurn, content: DialogueContent): TemplateResult {
  const number = turn.role === 'reply' ? (turn.turn ?? 1) : undefined;
  const led = number !== undefined && number === content.openTurn;
  return html`<li
    class="turn ${turn.role} ${led ? 'led' : ''}"
    id=${number === undefined ? nothing : replyId(content.member, number)}
    data-reply=${number ?? nothing}
    tabindex=${number === undefined ? nothing : -1}
    aria-current=${led ? 'true' : nothing}
  >
    <span class="speaker">${speakerOf(turn, content.replies)}</span>
    <div class="turn-words">
      ${turn.role === 'pivot' ? html`<span class="sr-only">${t`The message under test.`} </span>` : nothing}
      ${turn.text.trim() === '' ? html`<p class="muted">${t`(empty)`}</p>` : modelText(turn.text)}
      ${turn.images.map((image) => imageView(image, content.actions))}
    </div>
    ${number === undefined ? nothing : besideView(number, content)}
  </li>`;
}

export function dialogueView(content: DialogueContent): TemplateResult {
  return html`<ol class="dialogue" aria-label=${t`Dialogue`}>
    ${content.turns.map((turn) => turnView(turn, content))}
  </ol>`;
}
