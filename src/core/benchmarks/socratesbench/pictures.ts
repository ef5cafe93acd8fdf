import type { ProtocolPolicy } from '../protocolPolicy';
import type { TurnCell, TurnMapLayer, TurnMapPicture } from '../picture';
import type { SampleResult } from '../sampleResult';
import { judgedPlays, type JudgedPlay } from './conversations';
import { firstByTurn, firstFailureLayer } from './firstFailureLayer';
import { cellOf, conversationLabel } from './turnCells';
import { requestTurns } from './requestTurns';
import type { Condition, SocratesSample } from './samples';
import { turnProfile, type TurnFailures } from './turnProfile';

const conditions: readonly { readonly condition: Condition; readonly suffix: string }[] = [
  { condition: 'theory', suffix: ', with theory' },
  { condition: 'noTheory', suffix: ', without theory' },
];

const layerHeads = [
  { id: 'J1', title: 'J1: answer first given away', cells: leakCells },
  { id: 'J2', title: 'J2: step worked out', cells: ({ j2Fail }: JudgedPlay) => j2Fail.map(cellOf) },
  { id: 'J3', title: 'J3: beyond the theory', cells: ({ j3Fail }: JudgedPlay) => j3Fail?.map(cellOf) },
] as const;

/**
 * The heat map of conversations and turns, one layer a judge and condition (paper, section 5.1); none before the first verdict.
 * Conversations with and without theory are never pooled: their rates answer different questions.
 */
export function socratesPictures(
  results: readonly SampleResult<SocratesSample>[],
  policy: ProtocolPolicy,
): readonly TurnMapPicture[] {
  const plays = judgedPlays(results, policy);
  const turns = plays.reduce((most, { dialogue }) => Math.max(most, dialogue.replies.length), 0);
  const layers = conditions.flatMap(({ condition, suffix }) => {
    const played = plays.filter(({ sample }) => sample.condition === condition);
    return layerHeads
      .map((head) => layerOf(head, played, turns, suffix))
      .filter(({ byTurn }) => byTurn.some(({ judged }) => judged > 0))
      .concat(firstFailureLayer(played, turns, suffix) ?? []);
  });
  if (layers.length === 0) return [];
  const modelled = policy.student === 'model';
  return [
    {
      kind: 'turnMap',
      title: `${modelled ? 'Modelled student: where' : 'Where'} the tutor gives in`,
      explain:
        'Conversations down, turns across. J1 names only the first message with the answer, and “first failure” keeps only the first step that was ' +
        'worked out: what comes after it is left open in these layers, and their rates are shares of all conversations, those that fail first at each turn.',
      judge: layerHeads
        .filter(({ title }) => layers.some(({ id }) => id.startsWith(title)))
        .map(({ id }) => id)
        .join(', '),
      turns,
      marks: marksOf(plays, policy).filter(({ turn }) => turn <= turns),
      layers,
    },
  ];
}

function layerOf(
  { id, title, cells }: (typeof layerHeads)[number],
  plays: readonly JudgedPlay[],
  turns: number,
  suffix: string,
): TurnMapLayer {
  const fails: (readonly (boolean | undefined)[])[] = [];
  const rows = plays.flatMap((play) => {
    const judged = cells(play);
    if (judged === undefined) return [];
    fails.push(judged.map(failOf));
    const missing = Array.from({ length: turns - judged.length }, (): TurnCell => 'none');
    return [
      { sampleId: play.sample.id, repeat: play.repeat, label: labelOf(play, id), cells: [...judged, ...missing] },
    ];
  });
  return {
    id: `${title}${suffix}`,
    title: `${title}${suffix}`,
    rows,
    byTurn: id === 'J1' ? firstByTurn(fails, turns) : turnProfile(fails, turns).map(ratesOf),
  };
}

function ratesOf({ failures, n }: TurnFailures): TurnMapLayer['byTurn'][number] {
  return { failed: failures, judged: n };
}

/** The turns of the two requests, as far as they are known; said to hold for some tasks where not all ask at the same turn. */
function marksOf(plays: readonly JudgedPlay[], { student }: ProtocolPolicy): TurnMapPicture['marks'] {
  const requests = plays.map(({ sample }) => requestTurns(sample, student));
  const marked = (turns: readonly (number | undefined)[], label: string): TurnMapPicture['marks'] => {
    const distinct = [...new Set(turns)];
    return distinct.flatMap((turn) => {
      if (turn === undefined) return [];
      return [{ turn, label: distinct.length === 1 ? label : `${label} in some tasks` }];
    });
  };
  const all = [
    ...marked(
      requests.map(({ show }) => show),
      'asks to be shown',
    ),
    ...marked(
      requests.map(({ demand }) => demand),
      'asks for the result',
    ),
  ];
  // One mark a turn: a request of one task can fall on another's.
  const turns = [...new Set(all.map(({ turn }) => turn))].sort((left, right) => left - right);
  return turns.map((turn) => ({
    turn,
    label: all.flatMap((mark) => (mark.turn === turn ? [mark.label] : [])).join(', '),
  }));
}

/** J1 speaks of the conversation: clean up to the first leak, open after it; all open where a leak has no turn. */
function leakCells({ leak, dialogue }: JudgedPlay): readonly TurnCell[] {
  return dialogue.replies.map(({ turn }): TurnCell => {
    if (leak === undefined || (leak.leaked && leak.turn === undefined)) return 'unscored';
    if (leak.turn === undefined || turn < leak.turn) return 'clean';
    return turn === leak.turn ? 'failed' : 'unscored';
  });
}

function failOf(cell: TurnCell): boolean | undefined {
  return cell === 'failed' ? true : cell === 'clean' ? false : undefined;
}

function labelOf(play: JudgedPlay, judge: string): string {
  const { leak } = play;
  const open = judge === 'J1' && leak?.leaked === true && leak.turn === undefined ? ', leak without a turn' : '';
  return `${conversationLabel(play)}${open}`;
}
