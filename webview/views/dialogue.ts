import { html, nothing } from 'lit-html';
import type { TemplateResult } from 'lit-html';
import type { CaseTurn } from '../../src/core/report/reportModel';
import { modelText } from '../text/modelText';
import { visibleLine } from '../text/visibleText';

/** Pictures that come with the snapshot itself, or from the folder that the host opened to this page. Never the network. */
const shownImage =
  /^(data:image\/(png|jpeg|gif|webp);base64,|https:\/\/[\w.+-]+\.vscode-(resource|cdn)\.|vscode-(resource|webview-resource):)/u;

const speakers: Readonly<Record<CaseTurn['speaker'], string>> = { student: 'Student', tutor: 'Tutor' };

function speakerOf(turn: CaseTurn): string {
  if (turn.role !== 'reply') return speakers[turn.speaker];
  return turn.turn === undefined || turn.turn === 1 ? 'Reply' : `Reply ${String(turn.turn)}`;
}

function imageView({ source, alt }: CaseTurn['images'][number]): TemplateResult {
  const words = visibleLine(alt) || 'no description';
  if (!shownImage.test(source)) return html`<p class="muted">Picture, not shown: ${words}</p>`;
  return html`<img class="turn-image" src=${source} alt=${words} loading="lazy" />`;
}

function turnView(turn: CaseTurn): TemplateResult {
  return html`<li class="turn ${turn.role}">
    <span class="speaker">${speakerOf(turn)}</span>
    <div class="turn-words">
      ${turn.role === 'pivot' ? html`<span class="sr-only">The message under test. </span>` : nothing}
      ${turn.text.trim() === '' ? html`<p class="muted">(empty)</p>` : modelText(turn.text)}
      ${turn.images.map(imageView)}
    </div>
  </li>`;
}

/** A dialogue in order: who said what, the message under test marked, the tutor's own replies set off. */
export function dialogueView(turns: readonly CaseTurn[]): TemplateResult {
  return html`<ol class="dialogue" aria-label="Dialogue">
    ${turns.map((turn) => turnView(turn))}
  </ol>`;
}
