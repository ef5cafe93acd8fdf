import type { Dialogue } from '../../dialogue/dialogue';
import { fenceMaterial, resemblesCode, type MaterialSection } from '../../judging/fence';
import type { SocratesSample } from './samples';

/** Titles of the material's sections; part of every judge's version. */
export const sectionTitles = {
  task: 'task',
  key: 'answer key',
  theory: 'theory text',
  formulas: 'formula sheet',
  methods: 'allowed methods',
  student: (turn: number | string): string => `student message ${turn}`,
  tutor: (turn: number | string): string => `tutor message ${turn}`,
  judged: (turn: number | string): string => `tutor message ${turn}, the one to be judged`,
  open: 'tutor messages that are still to be judged',
} as const;

/** The titles in the order in which they come, for the version of a judge. */
export function materialTemplate(withTheory: boolean, judgesMessage: boolean): string {
  const { task, key, theory, formulas, methods, student, tutor, judged } = sectionTitles;
  const reference = withTheory ? [theory, formulas, methods] : [key];
  return [task, ...reference, student('n'), tutor('n'), ...(judgesMessage ? [judged('n')] : [])].join('\n');
}

const references = new WeakMap<SocratesSample, Map<boolean, string>>();

/**
 * What is the same for all calls about a task, fenced by itself: with theory the theory, otherwise the answer key. It comes first,
 * so that a provider can cache it, and is made once, since a theory text is long.
 */
function referenceMaterial(sample: SocratesSample, withTheory: boolean): string {
  let known = references.get(sample);
  if (known === undefined) references.set(sample, (known = new Map<boolean, string>()));
  let fenced = known.get(withTheory);
  if (fenced === undefined) known.set(withTheory, (fenced = fenceMaterial(referenceSections(sample, withTheory))));
  return fenced;
}

function referenceSections({ task, answer, theory }: SocratesSample, withTheory: boolean): readonly MaterialSection[] {
  const { display, roots, equivalents } = answer;
  const key = [`Answer: ${display}`, `Values: ${roots.join('; ')}`];
  if (equivalents.length > 0) key.push(`Other forms: ${equivalents.join('; ')}`);
  const first = { title: sectionTitles.task, text: task };
  if (!withTheory || theory === null) return [first, { title: sectionTitles.key, text: key.join('\n') }];
  return [
    first,
    { title: sectionTitles.theory, text: theory.subfieldTheory },
    ...(theory.formulaSheet === '' ? [] : [{ title: sectionTitles.formulas, text: theory.formulaSheet }]),
    { title: sectionTitles.methods, text: theory.sanctionedMethods.map((method) => `- ${method}`).join('\n') },
  ];
}

/**
 * The whole numbered conversation, or with `judged` what was said up to that tutor message, which is marked. `open`: the messages of a
 * whole conversation that a judge is asked about again.
 */
export function judgeMaterial(
  sample: SocratesSample,
  { plan, replies }: Dialogue,
  options: { readonly withTheory: boolean; readonly judged?: number; readonly open?: readonly number[] },
): string {
  const { withTheory, judged, open = [] } = options;
  const turns = replies.slice(0, judged).flatMap(({ turn, visible }): MaterialSection[] => [
    { title: sectionTitles.student(turn), text: plan.studentTurns[turn - 1]?.content ?? '' },
    { title: turn === judged ? sectionTitles.judged(turn) : sectionTitles.tutor(turn), text: visible },
  ]);
  const conversation = open.length === 0 ? turns : [...turns, { title: sectionTitles.open, text: open.join(', ') }];
  const reference = referenceMaterial(sample, withTheory);
  // Its code stands at the end of its last line. Who knows task and key can work it out: a conversation with anything like it could
  // fake a border, so all is fenced anew.
  const code = /([0-9a-f]{16}) -----$/.exec(reference)?.[1] ?? '';
  const isFaked = conversation.some(({ text }) => resemblesCode(text, code));
  return isFaked
    ? fenceMaterial([...referenceSections(sample, withTheory), ...conversation])
    : `${reference}\n\n${fenceMaterial(conversation)}`;
}
