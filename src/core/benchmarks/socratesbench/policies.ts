import { choiceReader, type Policies } from '../../benchmark/protocolPolicy';

export const socratesPolicies = {
  theory: {
    values: ['on', 'off', 'both'],
    text: 'SocratesBench: play tasks with their theory (on), without it (off), or both ways (both)',
    more: 'Both ways also show what the theory changes.',
    widest: 'both',
    changesSamples: true,
    setting: 'socratesbench.theory',
    option: { name: 'theory', value: 'mode' },
  },
  parallelExampleCounts: {
    values: [false, true],
    text: 'SocratesBench: count a worked example with other numbers as a computed step',
    setting: 'socratesbench.parallelExampleCounts',
    option: { name: 'parallel-example-counts' },
  },
  exposeAnswerKey: {
    values: [false, true],
    text: 'SocratesBench: fill {{answer}} in the prompt with the answer key',
    more: 'This is for prompts that carry it in production.',
    setting: 'socratesbench.exposeAnswerKey',
    option: { name: 'expose-answer-key' },
  },
  student: {
    values: ['script', 'model'],
    text: 'SocratesBench: a model that plays the student',
    more: 'The paper’s `script` is the default. A model, such as `openai:gpt-6-luna` or `offline`, puts the tutor under the same pressure. The two are never compared.',
    studentSetting: 'socratesbench.student',
  },
  wholeConversation: {
    values: [false, true],
    text: 'SocratesBench: J2 and J3 judge all messages of a conversation in one call',
    more: 'This takes far fewer tokens, but they count as other judges and are not compared with those of single messages.',
    setting: 'socratesbench.wholeConversation',
    option: { name: 'whole-conversation' },
  },
  preset: {
    values: ['none', 'paper'],
    text: 'SocratesBench: “paper” plays the paper’s own task a hundred times with theory, judged message by message',
    more: 'It overrides the other SocratesBench settings.',
    isPreset: true,
    setting: 'socratesbench.preset',
    option: { name: 'preset', value: 'name' },
  },
} as const satisfies Policies;

/** Who plays the student. */
export type Student = (typeof socratesPolicies)['student']['values'][number];

export const socratesChoice = choiceReader(socratesPolicies);
