import { base64Url } from '../../dialogue/base64Url';
import type { CaseDetail, CaseImage, CaseSummary, CaseTurn, CaseVerdict, VerdictChip } from '../reportModel';
import { outcomeWords } from '../outcomeWords';
import { quotationNotFound } from '../quotationCounts';
import type { CaseGroup } from './caseGroups';
import { escapeHtml } from './escapeHtml';
import type { FormulaRenderer } from './formulaRenderer';
import { outcomeMark } from './outcomeMark';

type LoneDetail = Omit<CaseDetail, 'sibling'>;

/** What all cases of a benchmark share. */
export interface CaseContext {
  readonly formulas: FormulaRenderer;
  /** More than one judge model: verdicts say whose they are. */
  readonly severalJudges: boolean;
  /** System messages differ between cases, so each case shows its own. */
  readonly ownSystem: boolean;
  readonly detailOf: (summary: CaseSummary) => LoneDetail | undefined;
}

const statusWords: Readonly<Record<CaseSummary['status'], string>> = {
  waiting: 'not played',
  replied: 'not judged yet',
  judged: '',
  noReply: 'no reply',
  refused: 'refused',
  failed: 'failed',
  notApplicable: 'skipped: has images',
};

/** One group of cases, closed; opened it shows dialogue, reply and verdicts, the members of a pair side by side. */
export function caseSection(group: CaseGroup, context: CaseContext): string {
  const details = group.flatMap((summary) => context.detailOf(summary) ?? []);
  return `<details class="case">
<summary>${group.map((summary) => summaryRow(summary)).join('')}</summary>
<div class="${details.length > 1 ? 'members' : 'member-alone'}">
${details.map((detail) => member(detail, context)).join('\n')}
</div>
</details>`;
}

function summaryRow(summary: CaseSummary): string {
  const { title, quote, group, status, repeat } = summary;
  const play = repeat > 0 ? ` <span class="muted">repeat ${repeat + 1}</span>` : '';
  const words = statusWords[status];
  const state = words === '' ? '' : `<span class="state">${words}</span>`;
  const tags = (summary.failureTags ?? []).map((tag) => `<span class="tag">${escapeHtml(tag)}</span>`).join('');
  return `<span class="row"><span class="group">${escapeHtml(group)}</span><span class="name"><bdi>“${escapeHtml(quote)}”</bdi> <span class="muted"><bdi>${escapeHtml(title)}</bdi></span>${play}</span><span class="chips">${state}${tags}${chipsOf(summary)}</span></span>`;
}

/** More verdicts than this are counted by outcome: a row has no room for them. */
const mostChips = 8;

/** What is wrong stands first. */
const countedOutcomes = ['undesired', 'partial', 'neutral', 'desired', 'unscored'] as const;

function chipsOf({ chips }: CaseSummary): string {
  if (chips.length <= mostChips) return chips.map(chip).join('');
  return countedOutcomes
    .map((outcome) => {
      const count = chips.filter((one) => one.outcome === outcome).length;
      const words = `${count} ${outcomeWords[outcome]}`;
      return count === 0
        ? ''
        : `<span class="chip ${outcome}" title="${words}">${outcomeMark(outcome)}<span>${count}</span></span>`;
    })
    .join('');
}

function chip({ judgeTitle, label, outcome, turn }: VerdictChip): string {
  const words = `${judgeTitle}${turn === undefined ? '' : ` (turn ${turn})`}: ${label}, ${outcomeWords[outcome]}`;
  return `<span class="chip ${outcome}" title="${escapeHtml(words)}">${outcomeMark(outcome)}<span>${escapeHtml(label)}</span></span>`;
}

function member(detail: LoneDetail, { formulas, severalJudges, ownSystem }: CaseContext): string {
  const { summary, turns, verdicts, facts, failure, rawReplies, system } = detail;
  const replies = turns.filter(({ role }) => role === 'reply').length;
  const parts = [
    `<h4>${escapeHtml(summary.group)} <span class="muted"><bdi>${escapeHtml(summary.sampleId)}</bdi></span></h4>`,
    `<div class="dialogue">${turns.map((one) => turn(one, replies, formulas)).join('')}</div>`,
    failure === undefined ? '' : `<p class="failure">No reply: ${escapeHtml(failure)}</p>`,
    summary.status === 'noReply' ? '<p class="failure">The reply was empty, so nothing was judged.</p>' : '',
    summary.status === 'refused' ? '<p class="failure">The model refused to reply, so nothing was judged.</p>' : '',
    verdictLists(verdicts, replies, severalJudges, formulas),
    facts.length === 0
      ? ''
      : `<dl class="facts">${facts.map(({ label, value }) => `<div><dt>${escapeHtml(label)}</dt><dd dir="auto">${formulas.text(value)}</dd></div>`).join('')}</dl>`,
    ...rawReplies.map(({ turn: place, text }) => folded(`Reply ${place} as it came, with its reasoning trace`, text)),
    ownSystem && system !== '' ? folded('System message of this case', system) : '',
  ];
  return `<section class="member">${parts.join('\n')}</section>`;
}

/** Verdicts on one of several replies stand together, those on the whole dialogue first. */
function verdictLists(
  verdicts: readonly CaseVerdict[],
  replies: number,
  severalJudges: boolean,
  formulas: FormulaRenderer,
): string {
  const list = (some: readonly CaseVerdict[]): string =>
    some.length === 0
      ? ''
      : `<ul class="verdicts">${some.map((one) => verdict(one, severalJudges, formulas)).join('')}</ul>`;
  const places = [...new Set(verdicts.flatMap(({ turn: place }) => place ?? []))].toSorted((a, b) => a - b);
  if (replies < 2 || places.length === 0) return list(verdicts);
  const whole = verdicts.filter(({ turn: place }) => place === undefined);
  const groups = places.map(
    (place) =>
      `<p class="verdict-turn">Verdicts on reply ${place}</p>${list(verdicts.filter((one) => one.turn === place))}`,
  );
  return [
    whole.length === 0 ? '' : `<p class="verdict-turn">Verdicts on the whole dialogue</p>${list(whole)}`,
    ...groups,
  ].join('');
}

function turn(
  { speaker, text, role, images, turn: place }: CaseTurn,
  replies: number,
  formulas: FormulaRenderer,
): string {
  const reply = replies > 1 && place !== undefined ? `Reply ${place}` : 'Reply';
  const name = role === 'reply' ? reply : speaker === 'student' ? 'Student' : 'Tutor';
  const pictures = images.map(picture).join('');
  return `<div class="turn ${role}"><span class="speaker">${name}</span><div class="words" dir="auto">${formulas.text(text)}${pictures}</div></div>`;
}

/** The picture with its words under it: a printed page has no alternative text. */
function picture({ source, alt }: CaseImage): string {
  const words = escapeHtml(alt);
  const data = base64Url(source);
  if (data === undefined || !/^image\/(?:png|jpeg|gif|webp)$/.test(data.mediaType))
    return `<p class="image">Image: ${words}</p>`;
  return `<figure class="image"><img src="${source}" alt="${words}"><figcaption>${words}</figcaption></figure>`;
}

function verdict(one: CaseVerdict, severalJudges: boolean, formulas: FormulaRenderer): string {
  const {
    judgeTitle,
    judgeModel,
    label,
    outcome,
    turn: place,
    criterionId,
    criterion,
    tags = [],
    question,
    reasoning,
    evidence,
    evidenceFound,
    problem,
    version,
  } = one;
  const about = [
    ...(place === undefined ? [] : [`turn ${place}`]),
    ...(criterionId === undefined ? [] : [criterionId]),
    ...(severalJudges ? [judgeModel] : []),
  ];
  const lines = [
    criterion === undefined ? '' : `<p class="criterion" dir="auto">${formulas.text(criterion)}</p>`,
    criterion === undefined || tags.length === 0
      ? ''
      : `<ul class="tags">${tags.map((tag) => `<li><bdi>${escapeHtml(tag)}</bdi></li>`).join('')}</ul>`,
    reasoning === undefined ? '' : `<p dir="auto">${formulas.text(reasoning)}</p>`,
    evidence === undefined
      ? ''
      : `<p class="evidence" dir="auto"><q>${formulas.text(evidence)}</q>${evidenceFound === false ? ` <span class="muted">(${quotationNotFound})</span>` : ''}</p>`,
    problem === undefined ? '' : `<p class="failure">${escapeHtml(problem)}</p>`,
    `<p class="muted">${escapeHtml(question)} <code>${escapeHtml(version)}</code></p>`,
  ];
  const head = `<strong>${escapeHtml(judgeTitle)}</strong>${about.length === 0 ? '' : ` <span class="muted">${escapeHtml(about.join(', '))}</span>`}`;
  return `<li><div class="verdict-head"><span class="chip ${outcome}">${outcomeMark(outcome)}<span>${escapeHtml(label)}</span></span>${head}<span class="muted">${outcomeWords[outcome]}</span></div><div class="reason">${lines.join('')}</div></li>`;
}

function folded(title: string, text: string): string {
  return `<details class="folded"><summary>${title}</summary><pre dir="auto">${escapeHtml(text)}</pre></details>`;
}
