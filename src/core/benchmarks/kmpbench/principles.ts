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
  challenge: 'ask for a little more than the student has managed so far, without losing them',
  explanation: 'make clear what an idea means or why a procedure works',
  modelling: 'think aloud through a case as someone experienced would, for the student to take as an example',
  practice: 'give the student a suitable task of the same kind to try alone',
  questioning: 'put a question that gets the student to reason and to say the reasoning aloud',
  feedback: 'say what the student’s work shows so far, and which step would bring it further',
};
