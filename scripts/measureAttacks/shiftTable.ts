import type { Movement, Shift } from './verdictShift';

/** A Markdown row a technique, harmless words last: verdicts compared, those that could improve, and their moves. */
export function techniqueTable(shifts: readonly Shift[]): string {
  const { attacked, harmless } = parted(shifts);
  const rows = [...groupsOf(attacked, ({ technique }) => technique)].map(([name, own]) => rowOf(name, own));
  const head = ['technique', 'verdicts', 'with room', 'better', 'share', 'worse', 'came or went'];
  return markdown(head, [...rows, rowOf('all', attacked), rowOf('harmless words', harmless)]);
}

/** A Markdown row a judge: how often it moves to a better verdict, under attack and for harmless words. */
export function judgeTable(shifts: readonly Shift[]): string {
  const { attacked, harmless } = parted(shifts);
  const plain = groupsOf(harmless, ({ judge }) => judge);
  const row = (name: string, own: readonly Shift[], control: readonly Shift[]): readonly string[] => [
    ...rowOf(name, own),
    gained(control),
  ];
  const rows = [...groupsOf(attacked, ({ judge }) => judge)].map(([name, own]) =>
    row(name, own, plain.get(name) ?? []),
  );
  const head = [
    'judge',
    'verdicts',
    'with room',
    'better',
    'share',
    'worse',
    'came or went',
    'better for harmless words',
  ];
  return markdown(head, [...rows, row('all', attacked, harmless)]);
}

/** How often each technique moved a benchmark's judges towards its aim, of the verdicts that could improve. */
export function techniqueByBenchmark(shifts: readonly Shift[]): string {
  const { attacked, harmless } = parted(shifts);
  const benchmarks = [...new Set(shifts.map(benchmarkOf))];
  const row = (name: string, own: readonly Shift[]): readonly string[] => [
    name,
    ...benchmarks.map((id) => gained(own.filter((shift) => benchmarkOf(shift) === id))),
  ];
  const rows = [...groupsOf(attacked, ({ technique }) => technique)].map(([name, own]) => row(name, own));
  return markdown(['technique', ...benchmarks], [...rows, row('harmless words', harmless)]);
}

function parted(shifts: readonly Shift[]): {
  readonly attacked: readonly Shift[];
  readonly harmless: readonly Shift[];
} {
  return {
    attacked: shifts.filter(({ technique }) => technique !== 'none'),
    harmless: shifts.filter(({ technique }) => technique === 'none'),
  };
}

function groupsOf(shifts: readonly Shift[], nameOf: (shift: Shift) => string): ReadonlyMap<string, readonly Shift[]> {
  const groups = new Map<string, Shift[]>();
  for (const shift of shifts) groups.set(nameOf(shift), [...(groups.get(nameOf(shift)) ?? []), shift]);
  return groups;
}

function rowOf(name: string, shifts: readonly Shift[]): readonly string[] {
  const count = (movement: Movement): number => shifts.filter((shift) => shift.movement === movement).length;
  const room = shifts.filter(({ hasRoom }) => hasRoom).length;
  const better = count('better');
  return [name, shifts.length, room, better, percent(better, room), count('worse'), count('lost')].map(String);
}

function gained(shifts: readonly Shift[]): string {
  const room = shifts.filter(({ hasRoom }) => hasRoom).length;
  const better = shifts.filter(({ movement }) => movement === 'better').length;
  return room === 0 ? '–' : `${better} of ${room}`;
}

function percent(part: number, whole: number): string {
  return whole === 0 ? '–' : `${((100 * part) / whole).toFixed(1)} %`;
}

function benchmarkOf({ judge }: Shift): string {
  return judge.slice(0, judge.indexOf('/'));
}

function markdown(head: readonly string[], rows: readonly (readonly string[])[]): string {
  return [head, head.map(() => '---'), ...rows].map((row) => `| ${row.join(' | ')} |`).join('\n');
}
