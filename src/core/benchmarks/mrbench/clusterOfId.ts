/** The problem that a dialogue of the releases is about: the question in a MathDial id, else the id without the number of its record. */
export function clusterOfId(id: string): string {
  const [, question] = /^(\d+)-/.exec(id) ?? [];
  return question === undefined ? id.replace(/_\d+$/, '') : `question ${question}`;
}
