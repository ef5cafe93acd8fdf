/** A released file of `count` dialogues with two labelled replies each; the labels of actionability alternate. */
export function released(count: number): string {
  const dialogues = Array.from({ length: count }, (_, place) => ({
    conversation_id: `${place}-a`,
    conversation_history: 'Tutor: What is 2 + 3?\nStudent: It is 6.',
    anno_llm_responses: {
      GPT4: { response: `What is ${place} + 1?`, annotation: { Actionability: 'Yes', Coherence: 'Yes' } },
      Novice: {
        response: `No, that is not ${place}.`,
        annotation: { Actionability: place % 2 === 0 ? 'No' : 'Yes', Coherence: 'To some extent' },
      },
    },
  }));
  return JSON.stringify(dialogues);
}

/** The options that name a judge on a server of one's own. */
export function judgeAt(url: string, ...more: readonly string[]): string[] {
  return ['--judge', 'openai:m', '--judge-base-url', url, ...more];
}
