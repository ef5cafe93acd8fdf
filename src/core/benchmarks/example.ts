const name = 'MRBench example';

/** Published replies and labels that show what results look like before a first run. */
export const example = {
  benchmark: 'mrbench',
  /** In the folder `example-results`. */
  file: 'mrbench.json',
  name,
  source: 'MRBench V1',
  /** Whose labels the verdicts are. */
  people: 'MRBench',
  /** A human tutor first; `model` is the name that runs show. */
  tutors: [
    { name: 'Expert', model: 'Expert', what: 'a human expert' },
    { name: 'GPT4', model: 'GPT-4', what: 'GPT-4' },
    { name: 'Sonnet', model: 'Sonnet', what: 'Sonnet' },
  ],
  /** Names of the tutors that are compared. */
  compared: { before: 'GPT4', after: 'Sonnet' },
  published:
    'dialogues of MRBench (V1), recorded by its authors and published in December 2024. Source: Maurya et al., NAACL 2025; licence CC BY-SA 4.0.',
  /** Shown instead of a prompt. */
  note: `# ${name}

No prompt of yours was run here. Two language models (GPT-4 and Sonnet) and a human expert replied to 30 students who had made a mistake in
mathematics. People labelled each reply. The authors of MRBench collected and published replies and labels in December 2024.

The system prompt that produced the replies is not part of the data, so this note stands in its place.

Source: MRBench V1, Maurya et al., NAACL 2025, https://github.com/kaushal0494/UnifyingAITutorEvaluation. Its dialogues come from Bridge and
MathDial. Licence: CC BY-SA 4.0, https://creativecommons.org/licenses/by-sa/4.0/

To see your own tutor in its place, open your prompt file and run “Tutor Prompt: Evaluate Current Prompt”.
`,
} as const;
