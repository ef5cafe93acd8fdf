/** False for a run that stopped early or goes on. */
export function hasEnded(status: string | undefined): boolean {
  return status === 'completed' || status === 'incomplete';
}
