/** The file that `--disagreements` names; `undefined` where it was not given or is a number. */
export function disagreementFile(wanted: string | undefined): string | undefined {
  return wanted === undefined || /^\d+$/.test(wanted) ? undefined : wanted;
}
