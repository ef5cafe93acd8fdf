import { plainLine } from './plainLine';

/** Digits of a revision in a tab or a list: as many as git shows. */
const shortHash = 7;

/** What a revision is called where there is little room: its label, else the first digits of its hash. */
export function revisionName({ revision, label }: { readonly revision: string; readonly label?: string }): string {
  return label === undefined ? shortRevision(revision) : plainLine(label, 60);
}

/** The first digits of a revision's hash. */
export function shortRevision(revision: string): string {
  return revision.replace(/^sha256:/, '').slice(0, shortHash);
}
