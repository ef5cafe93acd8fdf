import { choiceReader, type Policies } from '../../benchmark/protocolPolicy';

export const guideEvalPolicies = {
  guideOneCall: {
    values: [false, true],
    text: 'GuideEval: take all decisions about a reply in one call',
    more: 'This sends less, but counts as another judge with its own trust cards. The paper asks for each decision alone.',
    setting: 'guideeval.oneJudgeCall',
    option: { name: 'guideeval-one-call' },
    calibrate: {
      text: 'GuideEval: check the judges with all decisions in one call',
      note: 'All decisions about a reply were taken in one call.',
    },
    judgePrompt: 'GuideEval: the prompts that take all decisions in one call',
  },
} as const satisfies Policies;

export const guideEvalChoice = choiceReader(guideEvalPolicies);
