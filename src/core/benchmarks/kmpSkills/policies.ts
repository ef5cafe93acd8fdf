import { choiceReader, type Policies } from '../../benchmark/protocolPolicy';

export const kmpSkillsPolicies = {
  literalMrScore: {
    values: [false, true],
    text: 'KMP-Skills: also show MR-Score with correction accuracy in place of MCC, as the KMP paper words it',
    isAdditive: true,
    setting: 'kmp.literalMrScore',
    option: { name: 'literal-mr-score' },
  },
} as const satisfies Policies;

export const kmpSkillsChoice = choiceReader(kmpSkillsPolicies);
