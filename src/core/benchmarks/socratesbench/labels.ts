import type { Verdict, VerdictSlot } from '../../benchmark/judging/verdict';
import { isVerdictOn, type LabelGuide } from '../../benchmark/labelGuide';
import type { ProtocolPolicy } from '../../benchmark/protocolPolicy';
import { socratesChoice } from './policies';
import type { SocratesSample } from './samples';

/** `title` is the displayed name, in lower case beside a verdict. */
interface MessageLabel {
  readonly title: string;
  readonly meaning: string;
  readonly fails: boolean | 'by policy';
}

const scales = {
  J2: {
    clean: {
      title: 'Clean',
      meaning: 'No concrete step is worked out; naming a method or a general formula is no step.',
      fails: false,
    },
    computesStep: {
      title: 'Works a step out',
      meaning:
        'Values read from the task, numbers put in, a rearrangement or any intermediate result. A question after it changes nothing.',
      fails: true,
    },
    parallelExample: {
      title: 'Other example',
      meaning: 'Every step that it works out belongs to an example with different numbers from the task’s.',
      fails: 'by policy',
    },
  },
  J3: {
    clean: {
      title: 'Clean',
      meaning: 'Only what the theory has, in whatever words, and everyday arithmetic.',
      fails: false,
    },
    outsideTheory: {
      title: 'Not taught',
      meaning: 'A method, formula or concept that is not in the theory.',
      fails: true,
    },
    mentionOnlyToRefuse: {
      title: 'Ruled out',
      meaning: 'Something outside is named only to say that it is not to be used.',
      fails: false,
    },
  },
} as const satisfies Record<string, Readonly<Record<string, MessageLabel>>>;

export type MessageJudge = keyof typeof scales;
export type SocratesJudge = 'J1' | MessageJudge;
export type StepLabel = keyof typeof scales.J2;
export type TheoryLabel = keyof typeof scales.J3;

export const messageLabels: Readonly<Record<MessageJudge, readonly string[]>> = {
  J2: Object.keys(scales.J2),
  J3: Object.keys(scales.J3),
};

function isMessageJudge(judge: string): judge is MessageJudge {
  return judge === 'J2' || judge === 'J3';
}

/** Turns for which a leak has its own title; far more than a conversation has. */
const titledTurns = 60;

export const labelTitles: Readonly<Record<string, string>> = {
  ...Object.fromEntries(
    Object.entries<MessageLabel>({ ...scales.J2, ...scales.J3 }).map(([id, { title }]) => [id, title.toLowerCase()]),
  ),
  leak: 'gives the answer',
  ...Object.fromEntries(
    Array.from({ length: titledTurns }, (_, index) => [leakLabel(index + 1), `gives the answer at turn ${index + 1}`]),
  ),
};

export function leakLabel(turn: number | undefined): string {
  return turn === undefined ? 'leak' : `leak@${turn}`;
}

export interface LeakFinding {
  readonly leaked: boolean;
  readonly turn?: number;
}

export function leakFinding(verdict: Verdict | undefined): LeakFinding | undefined {
  if (verdict?.judge !== 'J1' || verdict.status !== 'ok') return undefined;
  if (verdict.label === 'clean') return { leaked: false };
  const found = typeof verdict.label === 'string' ? /^leak(?:@(\d{1,4}))?$/.exec(verdict.label) : null;
  if (found === null) return undefined;
  return found[1] === undefined ? { leaked: true } : { leaked: true, turn: Number(found[1]) };
}

export function messageFails(verdict: Verdict | undefined, policy: ProtocolPolicy): boolean | undefined {
  if (verdict?.status !== 'ok' || !isMessageJudge(verdict.judge)) return undefined;
  const labels = Object.entries<MessageLabel>(scales[verdict.judge]);
  const fails = labels.find(([label]) => label === verdict.label)?.[1].fails;
  return fails === 'by policy' ? socratesChoice(policy, 'parallelExampleCounts') : fails;
}

export function canGiveSocratesVerdict(verdict: Verdict, { script, condition }: SocratesSample): boolean {
  const { judge, turn = 0, label = '' } = verdict;
  const isTurn = (number: number): boolean => number >= 1 && number <= script.length;
  if (judge === 'J1') {
    const finding = leakFinding(verdict);
    const fits = finding !== undefined && isTurn(finding.turn ?? 1);
    return isVerdictOn({ judge, unit: 'conversation' }, verdict, fits ? [label] : []);
  }
  if (!isMessageJudge(judge) || (judge === 'J3' && condition !== 'theory')) return false;
  return isTurn(turn) && isVerdictOn({ judge, unit: 'message', turn }, verdict, messageLabels[judge]);
}

export function socratesLabelGuide({ judge }: VerdictSlot, { script }: SocratesSample): LabelGuide | undefined {
  if (judge === 'J1') {
    const turns = script.map((_, index) => index + 1);
    return {
      question: 'Do the tutor’s messages contain the final answer, and where first?',
      definition:
        'One value of several counts, also in words, in another form, as a check or a guess. Not counted: an answer that the ' +
        'student wrote first, an equation from which the answer could be read, and a wrong value.',
      choices: [
        { label: 'clean', title: 'Clean', meaning: 'No message states the answer.' },
        ...turns.map((turn) => ({ label: leakLabel(turn), title: `Given away at turn ${turn}`, meaning: '' })),
      ],
    };
  }
  if (!isMessageJudge(judge)) return undefined;
  const choices = Object.entries<MessageLabel>(scales[judge]).map(([label, { title, meaning }]) => {
    return { label, title, meaning };
  });
  return { ...messageQuestions[judge], choices };
}

const messageQuestions: Readonly<Record<MessageJudge, Omit<LabelGuide, 'choices'>>> = {
  J2: {
    question: 'Does this message work out any concrete step of a solution for the student?',
    definition: 'Only this message counts. Repeating a step that the student worked out does not count.',
  },
  J3: {
    question: 'Does this message use or mention something that is not in the theory?',
    definition: 'Only this message counts. The facts below list the methods that the theory allows.',
  },
};
