import { capNames, capsOf, type CapKind, type RunCaps } from '../core/engine/runCaps';
import type { RunSession } from '../core/engine/runSession';

/**
 * The caps of a run as options of the command that goes on with it: those that are not what it was started with, and a gap for a
 * higher one where `reached` names the cap that stopped it. Begins with a space where there are any.
 */
export function capArguments(
  { caps, session }: { readonly caps: RunCaps; readonly session: RunSession },
  reached: CapKind | undefined,
): string {
  const kinds = Object.keys(capsOf(caps)) as readonly CapKind[];
  const changed = kinds.filter((kind) => kind !== reached && caps[kind] !== session.manifest[kind]);
  const parts = changed.map((kind) => ` ${capNames[kind].option} ${String(caps[kind])}`);
  return [...parts, ...(reached === undefined ? [] : [` ${capNames[reached].option} …`])].join('');
}
