import type { Verdict } from '../../judging/verdict';
import { meanOf } from '../meanOf';
import type { RepeatResult, SampleResult } from '../sampleResult';
import type { GuideEvalSample } from './samples';

/** The score of one judge in one repeat; undefined when it gave no usable verdict. */
export function labelOf(repeat: RepeatResult, judge: string): number | undefined {
  return scoreOf(repeat.verdicts.find((verdict) => verdict.judge === judge));
}

function scoreOf(verdict: Verdict | undefined): number | undefined {
  return verdict?.status === 'ok' && typeof verdict.label === 'number' ? verdict.label : undefined;
}

/** Mean over the repeats of a sample that have a usable verdict; undefined without any. */
export function meanLabel(result: SampleResult<GuideEvalSample>, judge: string): number | undefined {
  return meanOf(result.repeats.map((repeat) => labelOf(repeat, judge)));
}
