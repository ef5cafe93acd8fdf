/** The six teaching principles after Allison and Tharby, in the paper's order. */
export const principles = ['challenge', 'explanation', 'modelling', 'practice', 'questioning', 'feedback'] as const;
export type Principle = (typeof principles)[number];

export const principleTitles: Readonly<Record<Principle, string>> = {
  challenge: 'Challenge',
  explanation: 'Explanation',
  modelling: 'Modelling',
  practice: 'Practice',
  questioning: 'Questioning',
  feedback: 'Feedback',
};

/** Working definitions, as part of a sentence after the principle's name. */
export const principleMeanings: Readonly<Record<Principle, string>> = {
  challenge: 'raise the demand to a level that stretches this student and stays within reach',
  explanation: 'make a concept or a method understandable',
  modelling: 'show how an expert thinks and works, so that it can be imitated',
  practice: 'give a well-aimed opportunity to do it oneself',
  questioning: 'ask so that the student thinks and shows that thinking',
  feedback: 'tell the student where they stand and what to do next',
};
