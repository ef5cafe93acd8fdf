import type { Outcome } from '../../judging/verdict';

/** Shape and colour both tell an outcome, so that neither has to be seen. */
const shapes: Readonly<Record<Outcome, string>> = {
  desired: '<circle class="fill" cx="6" cy="6" r="5"/>',
  partial: '<circle class="outline" cx="6" cy="6" r="4.25"/><path class="fill" d="M6 1.75a4.25 4.25 0 0 0 0 8.5Z"/>',
  undesired: '<circle class="outline" cx="6" cy="6" r="4.25"/>',
  neutral: '<rect class="fill" x="2.5" y="2.5" width="7" height="7"/>',
  unscored: '<path class="outline" d="M2 6h8"/>',
};

/** A verdict's mark; the words must stand beside it. */
export function outcomeMark(outcome: Outcome): string {
  return `<svg class="mark ${outcome}" viewBox="0 0 12 12" width="12" height="12" aria-hidden="true">${shapes[outcome]}</svg>`;
}
