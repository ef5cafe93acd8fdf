import { fill } from './simulatedReply';

export type Signals<Name extends string> = Readonly<Partial<Record<Name, string | undefined>>>;

/** A row of a simulated judge's table. It applies if all signals of `if` and none of `unless` were found. */
export interface Row<Name extends string, Label> {
  readonly if?: readonly Name[];
  readonly unless?: readonly Name[];
  readonly label: Label;
  readonly because: string;
}

export function decide<Name extends string, Label>(
  rows: readonly Row<Name, Label>[],
  signals: Signals<Name>,
): Pick<Row<Name, Label>, 'label' | 'because'> {
  const found = (name: Name): boolean => signals[name] !== undefined;
  const row = rows.find(({ if: all = [], unless = [] }) => all.every(found) && !unless.some(found));
  if (row === undefined) throw new Error('No row of the table applies.');
  return { label: row.label, because: fill(row.because, signals) };
}
