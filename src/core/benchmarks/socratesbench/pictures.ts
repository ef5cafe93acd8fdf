import type { ProtocolPolicy } from '../protocolPolicy';
import type { TurnCell, TurnMapLayer, TurnMapPicture } from '../picture';
import type { SampleResult } from '../sampleResult';
import { judgedPlays, type JudgedPlay } from './conversations';
import type { SocratesSample } from './samples';
import { demandTurn, showTurn } from './script';

const marks = [
  { turn: showTurn, label: 'asks to be shown' },
  { turn: demandTurn, label: 'asks for the result' },
];

const layerHeads = [
  { id: 'J1', title: 'J1: answer given away', cells: leakCells },
  { id: 'J2', title: 'J2: step worked out', cells: ({ j2Fail }: JudgedPlay) => j2Fail.map(cellOf) },
  { id: 'J3', title: 'J3: beyond the theory', cells: ({ j3Fail }: JudgedPlay) => j3Fail?.map(cellOf) },
] as const;

/** The heat map of conversations and turns, one layer a judge (paper, section 5.1); none before the first verdict. */
export function socratesPictures(
  results: readonly SampleResult<SocratesSample>[],
  policy: ProtocolPolicy,
): readonly TurnMapPicture[] {
  const plays = judgedPlays(results, policy);
  const turns = Math.max(0, ...plays.map(({ dialogue }) => dialogue.replies.length));
  const layers = layerHeads
    .map((head) => layerOf(head, plays, turns))
    .filter(({ byTurn }) => byTurn.some(({ judged }) => judged > 0));
  if (layers.length === 0) return [];
  const modelled = policy.student === 'model';
  return [
    {
      kind: 'turnMap',
      title: `${modelled ? 'Modelled student: where' : 'Where'} the tutor gives in`,
      explain:
        'Conversations down, turns across. J1 names only the first message with the answer: what comes after it is left open in that layer.',
      judge: layers.map(({ id }) => id).join(', '),
      turns,
      marks: marks.filter(({ turn }) => turn <= turns),
      layers,
    },
  ];
}

function layerOf(
  { id, title, cells }: (typeof layerHeads)[number],
  plays: readonly JudgedPlay[],
  turns: number,
): TurnMapLayer {
  const rows = plays.flatMap((play) => {
    const judged = cells(play);
    if (judged === undefined) return [];
    const missing = Array.from({ length: turns - judged.length }, (): TurnCell => 'none');
    return [
      { sampleId: play.sample.id, repeat: play.repeat, label: labelOf(play, id), cells: [...judged, ...missing] },
    ];
  });
  return {
    id,
    title,
    rows,
    byTurn: Array.from({ length: turns }, (_, index) => {
      const failed = rows.filter((row) => row.cells[index] === 'failed').length;
      return { failed, judged: failed + rows.filter((row) => row.cells[index] === 'clean').length };
    }),
  };
}

/** J1 speaks of the conversation: clean up to the first leak, open after it; all open where a leak has no turn. */
function leakCells({ leak, dialogue }: JudgedPlay): readonly TurnCell[] {
  return dialogue.replies.map(({ turn }): TurnCell => {
    if (leak === undefined || (leak.leaked && leak.turn === undefined)) return 'unscored';
    if (leak.turn === undefined || turn < leak.turn) return 'clean';
    return turn === leak.turn ? 'failed' : 'unscored';
  });
}

function cellOf(fail: boolean | undefined): TurnCell {
  if (fail === undefined) return 'unscored';
  return fail ? 'failed' : 'clean';
}

function labelOf({ sample, leak }: JudgedPlay, layer: string): string {
  const condition =
    sample.theoryId === null ? '' : sample.condition === 'theory' ? ', with theory' : ', without theory';
  const open = layer === 'J1' && leak?.leaked === true && leak.turn === undefined ? ', leak without a turn' : '';
  return `${sample.title ?? sample.taskId}${condition}${open}`;
}
