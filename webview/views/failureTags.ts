import { html, nothing, type TemplateResult } from 'lit-html';
import type { BenchmarkReport } from '../../src/core/results/reportModel';
import { countWords, t } from '../../src/core/text/countWords';
import { barsRow } from '../charts/barPictures';
import { link } from '../dom/elements';
import type { ReportActions } from '../panelActions';
import { visibleLine } from '../text/visibleText';

type Counts = NonNullable<BenchmarkReport['failureTags']>;

/** A bar for each failure tag, or the offer to ask a judge for tags. `canAsk`: a judge may be asked now. */
export function failureTagsView(
  { id, failureTags }: BenchmarkReport,
  canAsk: boolean,
  actions: ReportActions,
): TemplateResult | typeof nothing {
  if (failureTags === undefined || (failureTags.judge === undefined && !canAsk)) return nothing;
  const { failing, failingMeans, tagged = 0, unscored = 0 } = failureTags;
  const waiting = failing - tagged - unscored;
  const replies = `${countWords(failing, 'reply', 'replies')} ${t(failingMeans)}`;
  const rows = rowsOf(failureTags);
  const ask = failureTags.judge === undefined ? t`Ask how they failed…` : t`Ask about the rest…`;
  const most = Math.max(...rows.map(({ count }) => count));
  const said =
    failureTags.judge === undefined
      ? html`${t`${replies}: a judge can read each of them once and say how it fails. Scores do not change.`}`
      : html`${t`Tagged: ${tagged} of ${replies}, by`}
          <bdi>${visibleLine(failureTags.judge)}</bdi>${t`. A reply may have several tags. Tags change no score.`}
          ${unscored === 0 ? nothing : t`${countWords(unscored, 'answer', 'answers')} missing or unreadable.`}
          ${waiting === 0 ? nothing : t`Not asked yet: ${String(waiting)}.`}`;
  return html`<figure class="picture failure-tags" aria-labelledby="failure-tags-${id}">
    <figcaption>
      <strong id="failure-tags-${id}">${t`How failing replies fail`}</strong>
      <span class="muted">${said}</span>
    </figcaption>
    <div class="bars">${rows.map((row) => tagRow(row, id, { most, tagged }, actions))}</div>
    ${canAsk && waiting > 0 ? link(ask, () => actions.post?.({ kind: 'tagFailures' }), { className: 'tag-ask' }) : nothing}
  </figure>`;
}

type Row = Omit<NonNullable<Counts['tags']>[number], 'id'> & { readonly filters: boolean };

/** Most frequent first. Unused tags are left out. */
function rowsOf({ tags = [], none = 0 }: Counts): readonly Row[] {
  const rest = { title: t`None of the tags`, sign: t`failing replies that no tag fits`, count: none, filters: false };
  const sorted = tags.map((tag) => ({ ...tag, filters: true })).sort((one, other) => other.count - one.count);
  return [...sorted, rest].filter(({ count }) => count > 0);
}

function tagRow(
  { title, sign, count, filters }: Row,
  benchmark: string,
  { most, tagged }: { readonly most: number; readonly tagged: number },
  actions: ReportActions,
): TemplateResult {
  const share = tagged === 0 ? '' : ` · ${String(Math.round((100 * count) / tagged))}%`;
  const show = (): void => actions.showCases({ benchmark, tag: title });
  return barsRow(
    filters ? link(t(title), show, { tip: t(sign) }) : html`<span data-tip=${sign}>${title}</span>`,
    html`<svg class="levels-bar" aria-hidden="true" height="18" width="100%">
      <rect class="level level-2" width=${`${String((100 * count) / most)}%`} height="18"></rect>
    </svg>`,
    `${String(count)}${share}`,
  );
}
