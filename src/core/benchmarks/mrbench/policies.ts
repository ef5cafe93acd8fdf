import { choiceReader, type Policies } from '../../benchmark/protocolPolicy';

export const mrPolicies = {
  oneSentence: {
    values: [true, false],
    text: 'MRBench: ask the tutor for one sentence, as the paper does',
    more: 'The published numbers were made this way.',
    setting: 'mrbench.oneSentence',
    option: { name: 'one-sentence', text: 'MRBench: do not ask the tutor for a single sentence' },
  },
  groundTruthToJudge: {
    values: [true, false],
    text: 'MRBench: let the judges of four dimensions see the worked solution',
    more: 'Off reproduces the paper.',
    setting: 'mrbench.solutionToJudge',
    option: {
      name: 'solution-to-judge',
      text: 'MRBench: hide the worked solution from the judges, as the paper does',
    },
    calibrate: {
      text: 'MRBench: check the judges without the worked solution',
      note: 'The judges were not shown the worked solution.',
    },
  },
  oneJudgeCall: {
    values: [false, true],
    text: 'MRBench: judge all eight dimensions of a reply in one call',
    more: 'This sends far less, but counts as another judge with its own trust cards. The paper asks eight times.',
    setting: 'mrbench.oneJudgeCall',
    option: { name: 'one-judge-call' },
    calibrate: {
      text: 'MRBench: check the judges with all dimensions in one call',
      note: 'All dimensions of a reply were judged in one call.',
    },
    judgePrompt: 'MRBench: the prompt that judges all dimensions in one call',
  },
} as const satisfies Policies;

export const mrChoice = choiceReader(mrPolicies);
