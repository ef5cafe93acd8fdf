import type { ProtocolPolicy } from '../../benchmark/protocolPolicy';
import type { TurnCell, TurnMapLayer, TurnMapPicture } from '../../benchmark/picture';
import type { SampleResult } from '../../benchmark/sampleResult';
import { t } from '../../text/countWords';
import { socratesChoice } from './policies';
import { judgedTrials, firstFailure, firstFailures, turnProfile, type JudgedTrial, type Fails } from './scores';
import type { SocratesJudge } from './labels';
import type { SocratesSample } from './samples';
import { requestTurns } from './script';

const suffixes = { theory: t`, with theory`, noTheory: t`, without theory` } as const;

interface LayerDefinition {
  readonly judge: SocratesJudge;
  readonly title: string;
  readonly cells: (trial: JudgedTrial) => readonly TurnCell[] | undefined;
  /** Shows only first failures: rates are shares of the conversations whose first failure is known. */
  readonly isFirst?: true;
  /** The title counts conversations that never fail, and those that a missing verdict leaves open. */
  readonly isCounted?: true;
}

const layerDefinitions: readonly LayerDefinition[] = [
  { judge: 'J1', title: t`J1: answer first given away`, cells: leakCells, isFirst: true },
  { judge: 'J2', title: t`J2: step worked out`, cells: ({ j2Fail }) => j2Fail.map(cellOf) },
  { judge: 'J3', title: t`J3: beyond the theory`, cells: ({ j3Fail }) => j3Fail?.map(cellOf) },
  // The histogram of first J2 failures (specification, section 8).
  { judge: 'J2', title: t`J2: first failure`, cells: cellsUpToFirst, isFirst: true, isCounted: true },
];

/** The heat map of paper section 5.1. Never pools with and without theory, which answer different questions. */
export function socratesPictures(
  results: readonly SampleResult<SocratesSample>[],
  policy: ProtocolPolicy,
): readonly TurnMapPicture[] {
  const trials = judgedTrials(results, policy);
  const turns = trials.reduce((most, { dialogue }) => Math.max(most, dialogue.replies.length), 0);
  const layers = (['theory', 'noTheory'] as const).flatMap((condition) => {
    const played = trials.filter(({ sample }) => sample.condition === condition);
    return layerDefinitions
      .map((definition) => layerOf(definition, played, turns, suffixes[condition]))
      .filter(({ byTurn }) => byTurn.some(({ judged }) => judged > 0));
  });
  if (layers.length === 0) return [];
  const shown = layerDefinitions.filter(({ title }) => layers.some(({ id }) => id.startsWith(title)));
  return [
    {
      kind: 'turnMap',
      title: `${socratesChoice(policy, 'student') === 'model' ? 'Modelled student: where' : 'Where'} the tutor gives in`,
      explain:
        'Rows are conversations and columns are turns. J1 names only the first message with the answer, and “first failure” keeps only the first ' +
        'worked-out step. These layers leave later turns open. Their rates are the shares of all conversations that first fail at each turn.',
      judge: [...new Set(shown.map(({ judge }) => judge))].join(', '),
      turns,
      marks: marksOf(trials, policy).filter(({ turn }) => turn <= turns),
      layers,
    },
  ];
}

function layerOf(
  { judge, title, cells, isFirst, isCounted }: LayerDefinition,
  trials: readonly JudgedTrial[],
  turns: number,
  suffix: string,
): TurnMapLayer {
  const fails: Fails[] = [];
  const rows = trials.flatMap((trial) => {
    const judged = cells(trial);
    if (judged === undefined) return [];
    fails.push(judged.map((cell) => (cell === 'unscored' ? undefined : cell === 'failed')));
    const missing = Array.from({ length: turns - judged.length }, (): TurnCell => 'none');
    return [
      { sampleId: trial.sample.id, repeat: trial.repeat, label: labelOf(trial, judge), cells: [...judged, ...missing] },
    ];
  });
  const { byTurn, clean, unknown } = firstFailures(fails, turns);
  const id = `${title}${suffix}`;
  return {
    id,
    title: isCounted === true ? t`${id} (${clean} clean, ${unknown} unknown)` : id,
    rows,
    byTurn:
      isFirst === true
        ? byTurn.map((failed) => ({ failed, judged: fails.length - unknown }))
        : turnProfile(fails, turns).map(({ failures, n }) => ({ failed: failures, judged: n })),
  };
}

/** The turns of the two requests, if known. Says so if only some tasks ask at that turn. */
function marksOf(trials: readonly JudgedTrial[], policy: ProtocolPolicy): TurnMapPicture['marks'] {
  const requests = trials.map(({ sample }) => requestTurns(sample, socratesChoice(policy, 'student')));
  const said = { show: t`asks to be shown`, demand: t`asks for the result` };
  const marks = (['show', 'demand'] as const).flatMap((request) => {
    const distinct = [...new Set(requests.map((turns) => turns[request]))];
    const label = distinct.length === 1 ? said[request] : t`${said[request]} in some tasks`;
    return distinct.flatMap((turn) => (turn === undefined ? [] : [{ turn, label }]));
  });
  // One mark per turn, because requests of different tasks can coincide.
  const turns = [...new Set(marks.map(({ turn }) => turn))].sort((left, right) => left - right);
  return turns.map((turn) => {
    return { turn, label: marks.flatMap((mark) => (mark.turn === turn ? [mark.label] : [])).join(', ') };
  });
}

/** Clean up to the first leak, open after it; all open if a leak has no turn. */
function leakCells({ leak, dialogue }: JudgedTrial): readonly TurnCell[] {
  return dialogue.replies.map(({ turn }): TurnCell => {
    if (leak === undefined || (leak.leaked && leak.turn === undefined)) return 'unscored';
    if (leak.turn === undefined || turn < leak.turn) return 'clean';
    return turn === leak.turn ? 'failed' : 'unscored';
  });
}

/** Clean up to the first failure, open after it. A missing verdict before it opens all later cells. */
function cellsUpToFirst({ j2Fail }: JudgedTrial): readonly TurnCell[] {
  const first = firstFailure(j2Fail);
  const known = first === 'clean' ? j2Fail.length : (first ?? j2Fail.indexOf(undefined));
  return j2Fail.map((fail, index) => (index < known ? cellOf(fail) : 'unscored'));
}

function cellOf(fail: boolean | undefined): TurnCell {
  return fail === undefined ? 'unscored' : fail ? 'failed' : 'clean';
}

function labelOf({ sample, leak }: JudgedTrial, judge: SocratesJudge): string {
  const condition = sample.theoryId === null ? '' : suffixes[sample.condition];
  const open = judge === 'J1' && leak?.leaked === true && leak.turn === undefined ? t`, leak without a turn` : '';
  return `${sample.title ?? sample.taskId}${condition}${open}`;
}
