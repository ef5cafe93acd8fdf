import { html, nothing, type TemplateResult } from 'lit-html';
import type { ComparisonView, FlipKind } from '../../src/core/report/comparisonViewModel';
import { t, wholeNumber } from '../../src/core/text/countWords';
import { icon } from '../charts/icons';
import { changeMark } from '../charts/outcomeMark';
import { plainButton, select } from '../dom/elements';
import { visibleLine } from '../text/visibleText';
import type { ComparePane } from './comparePane';
import { flipKinds, flipRow, flipWords } from './flipIndex';

function chip(kind: FlipKind, pane: ComparePane): TemplateResult {
  const { kinds } = pane.view.flips;
  const pressed = kinds.includes(kind);
  const toggle = (): void =>
    pane.filterFlips({ kinds: pressed ? kinds.filter((other) => other !== kind) : [...kinds, kind] });
  const content = html`${changeMark(kind)} ${flipWords[kind].title}
    <span class="number">${wholeNumber(pane.index.counts[kind])}</span>`;
  return plainButton(`chip ${kind}`, content, toggle, { pressed, tip: flipWords[kind].means });
}

function benchmarkPicker({ benchmarks }: ComparisonView, pane: ComparePane): unknown {
  if (benchmarks.length < 2) return nothing;
  const { benchmark: chosen } = pane.view.flips;
  const all = [{ value: '', title: t`Any benchmark` }, ...benchmarks.map(({ id, title }) => ({ value: id, title }))];
  const choose = (benchmark: string): void => pane.filterFlips({ benchmark, judges: [], judgesTitle: '' });
  return select(chosen, all, choose, { label: t`Benchmark of the verdicts` });
}

function metricFilter(pane: ComparePane): unknown {
  const { judges, judgesTitle } = pane.view.flips;
  if (judges.length === 0) return nothing;
  const name = visibleLine(judgesTitle || judges.join(', '));
  return plainButton(
    'chip',
    html`${t`Only`} <bdi>${name}</bdi> ${icon('close')}`,
    () => pane.filterFlips({ judges: [], judgesTitle: '', benchmark: '' }),
    { label: t`Only ${name}. Show all dimensions`, tip: t`Show all dimensions` },
  );
}

const unlistedWords = [
  ['stillPassing', t`passing in both runs`],
  ['unchanged', t`with the same label in both`],
] as const;

/** Unchanged verdicts are only counted, since nobody reads them one by one. */
function unlistedNote({ index }: ComparePane): unknown {
  const parts = unlistedWords
    .filter(([kind]) => index.unlisted[kind] > 0)
    .map(([kind, words]) => `${wholeNumber(index.unlisted[kind])} ${words}`);
  if (parts.length === 0) return nothing;
  return html`<p class="muted unlisted">${t`Hidden: ${parts.join(', ')}.`}</p>`;
}

/** Repeats of one prompt differ too. Without repeats, an effect cannot be told from chance. */
function chanceNote({ benchmarks, samePrompt }: ComparisonView): unknown {
  if (samePrompt)
    return html`<p class="muted">${t`Both runs have the same prompt: these verdicts differ between its runs.`}</p>`;
  return benchmarks.some(({ flakinessKnown }) => flakinessKnown === false)
    ? html`<p class="muted">${t`One reply per sample: some fixed or broken verdicts may be chance.`}</p>`
    : nothing;
}

function filters(view: ComparisonView, pane: ComparePane): TemplateResult {
  const { all, counts, shown, unlisted } = pane.index;
  if (all.length === 0) {
    const isStable = Object.values(unlisted).some((count) => count > 0);
    return html`<p class="muted">${isStable ? t`No verdict changed.` : t`No sample in both runs has a verdict.`}</p>`;
  }
  const present = flipKinds.filter((kind) => counts[kind] > 0 || pane.view.flips.kinds.includes(kind));
  return html`<div class="chips" role="group" aria-label=${t`Kinds of change`}>
      ${present.map((kind) => chip(kind, pane))} ${benchmarkPicker(view, pane)} ${metricFilter(pane)}
    </div>
    ${shown.length > 0 ? nothing : html`<p class="muted">${t`No verdict of these kinds. Choose others above.`}</p>`}`;
}

export function flipList(view: ComparisonView, pane: ComparePane): TemplateResult {
  const { all, shown } = pane.index;
  const several = new Set(all.map(({ benchmark }) => benchmark)).size > 1;
  return html`<section class="flips" aria-labelledby="flips-heading">
    <h2 id="flips-heading" tabindex="-1">${t`Verdicts that changed`}</h2>
    ${filters(view, pane)} ${unlistedNote(pane)} ${chanceNote(view)}
    ${pane.flips.box(t`Verdicts`, {
      rows: shown,
      activeId: pane.view.activeFlip,
      draw: (flip) => flipRow(flip, several),
    })}
  </section>`;
}
