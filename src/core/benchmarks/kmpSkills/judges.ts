import type { Dialogue } from '../../dialogue/dialogue';
import type { ComputedVerdicts, JudgeInfo, JudgeTask } from '../../judging/judgeTask';
import type { Verdict } from '../../judging/verdict';
import { claimJudge, readClaim } from './claimReader';
import { generationJudges, judgeGeneration } from './generationJudges';
import { judgeReason, reasonJudge } from './reasonJudge';
import { correctionJudge, judgeCorrection, judgeSolution, solutionJudge } from './solutionJudges';
import type { EcSample, KmpSkillsSample } from './samples';

export const kmpSkillsJudges: readonly JudgeInfo[] = [
  solutionJudge,
  claimJudge,
  reasonJudge,
  correctionJudge,
  ...generationJudges,
];

type Judgement = JudgeTask | ComputedVerdicts;

/** The judgements of a complete chain; the reason of an error is judged once its step was found to be right. */
export function kmpSkillsJudgements(
  sample: KmpSkillsSample,
  dialogue: Dialogue,
  verdicts: readonly Verdict[],
): readonly Judgement[] {
  const replies = dialogue.replies.map(({ visible }) => visible);
  // A chain that broke off is left out as a whole: its later turns never ran.
  if (dialogue.status !== 'complete' || replies.some((reply) => reply === '')) return [];
  switch (sample.task) {
    case 'fqa':
      return replies.map((reply, index) => judgeSolution(sample, index + 1, reply));
    case 'ec':
      return errorJudgements(sample, replies, verdicts);
    default:
      return replies.map((_reply, index) => judgeGeneration(sample, replies, index + 1));
  }
}

function errorJudgements(
  sample: EcSample,
  replies: readonly string[],
  verdicts: readonly Verdict[],
): readonly Judgement[] {
  const [assessment = '', correction = ''] = replies;
  const claim = verdicts.find(({ judge, status }) => judge === 'claim' && status === 'ok');
  const reason = claim && judgeReason(sample, claim);
  return [
    readClaim(sample, assessment),
    ...(reason === undefined ? [] : [reason]),
    judgeCorrection(sample, correction),
  ];
}
