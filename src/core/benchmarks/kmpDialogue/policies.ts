import { choiceReader, type Policies } from '../../benchmark/protocolPolicy';

export const kmpDialoguePolicies = {
  bothOrders: {
    values: [false, true],
    text: 'KMP-Dialogue: judge each pair of replies in both orders',
    more: 'A verdict that flips counts as a tie. This takes twice the judge calls.',
    widest: true,
    setting: 'kmp.bothOrders',
    option: { name: 'both-orders' },
  },
} as const satisfies Policies;

export const kmpDialogueChoice = choiceReader(kmpDialoguePolicies);
