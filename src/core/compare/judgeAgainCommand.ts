import type { Comparison } from './comparison';

/** What a shell takes as it stands. Names of models are text of a file: others are not offered to be pasted. */
const plain = /^\w[\w.:@/+-]*$/u;

/**
 * The command after which two runs are judged alike, as a sentence for a terminal; `undefined` where the judge does not stand in the way of a
 * verdict. Under another judge the earlier run gets the later one's; otherwise a run's own judges are asked anew, which no cache answers.
 */
export function judgeAgainCommand(comparison: Comparison): string | undefined {
  const { before, after, differences, intended } = comparison;
  const open = differences.filter(
    ({ breaks, remedy, kind }) => breaks && remedy === 'judgeAgain' && !intended.includes(kind),
  );
  if (open.length === 0 || before.id === after.id) return undefined;
  const model = open.find(({ kind }) => kind === 'judgeModel');
  if (model === undefined) {
    // Judge prompts only get newer, so what was judged first has the older ones.
    const { id } = after.createdAt < before.createdAt ? after : before;
    return sentence(
      'by the judge prompts of today',
      [id],
      'with --judge-wording or --no-judge-wording for other wordings',
    );
  }
  const { judge } = after;
  if (model.after === judge) return sentence('as the later one was', [before.id, '--judge', judge]);
  const server = `${judge} at `;
  if (model.after.startsWith(server)) {
    const url = model.after.slice(server.length);
    return sentence('as the later one was', [before.id, '--judge', judge, '--judge-base-url', url]);
  }
  return sentence('by the version that answers now', [before.id]);
}

function sentence(how: string, [run = '', ...options]: readonly string[], more?: string): string | undefined {
  const values = [run, ...options.filter((option) => !option.startsWith('--'))];
  if (!values.every((value) => plain.test(value))) return undefined;
  const command = ['tutor-prompt-lab judge', run, ...options].join(' ');
  return `To have a run’s replies judged ${how}: ${command}${more === undefined ? '' : ` (${more})`}`;
}
