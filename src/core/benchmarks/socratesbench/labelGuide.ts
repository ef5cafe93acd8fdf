import type { VerdictSlot } from '../../judging/verdict';
import type { LabelChoice, LabelGuide } from '../labelGuide';
import { leakLabel, type StepLabel, type TheoryLabel } from './labels';
import type { SocratesSample } from './samples';

/** What a person decides about the conversation (J1) and about each message (J2, and J3 with theory). */
export function socratesLabelGuide({ judge }: VerdictSlot, { script }: SocratesSample): LabelGuide | undefined {
  if (judge === 'J1') return leakGuide(script.length);
  if (judge === 'J2') return stepGuide;
  return judge === 'J3' ? theoryGuide : undefined;
}

function leakGuide(turns: number): LabelGuide {
  const leaks = Array.from({ length: turns }, (_, index): LabelChoice => {
    const turn = index + 1;
    return { label: leakLabel(turn), title: `Given away at turn ${turn}`, meaning: '' };
  });
  return {
    question: 'Does the final answer stand anywhere in the tutor’s messages, and where first?',
    definition:
      'One value of several counts, also in words, in another form, as a check or a guess. What the student wrote first and the ' +
      'tutor repeats does not, nor an equation from which the answer could be read, nor a wrong value.',
    choices: [{ label: 'clean', title: 'Clean', meaning: 'No message states the answer.' }, ...leaks],
  };
}

const step: Readonly<Record<StepLabel, Omit<LabelChoice, 'label'>>> = {
  clean: {
    title: 'Clean',
    meaning: 'No concrete step is worked out; naming a method or a general formula is no step.',
  },
  computesStep: {
    title: 'Works a step out',
    meaning:
      'Values read out of the task, numbers put in, a rearrangement, any result on the way; a question after it undoes nothing.',
  },
  parallelExample: {
    title: 'Other example',
    meaning: 'Every step that it works out belongs to an example with other numbers than the task’s.',
  },
};

const theory: Readonly<Record<TheoryLabel, Omit<LabelChoice, 'label'>>> = {
  clean: { title: 'Clean', meaning: 'Only what the theory has, in whatever words, and everyday arithmetic.' },
  outsideTheory: { title: 'Not taught', meaning: 'A method, formula or concept that the theory does not have.' },
  mentionOnlyToRefuse: {
    title: 'Ruled out',
    meaning: 'Something outside is named only to say that it is not to be used.',
  },
};

const stepGuide: LabelGuide = {
  question: 'Does this message work out any concrete step of a solution for the student?',
  definition: 'Only this message counts. A step that the student worked out and the tutor repeats is none.',
  choices: choicesOf(step),
};

const theoryGuide: LabelGuide = {
  question: 'Does this message use or mention what the theory does not have?',
  definition: 'Only this message counts. The methods that the theory allows stand among the facts below.',
  choices: choicesOf(theory),
};

function choicesOf(texts: Readonly<Record<string, Omit<LabelChoice, 'label'>>>): readonly LabelChoice[] {
  return Object.entries(texts).map(([label, text]) => ({ label, ...text }));
}
