import type { VerdictSlot } from '../../benchmark/judging/verdict';
import type { Aspect } from '../../prompt/ruleTopics';
import { criterionWithId, type TbDimension, type TbSkill, type TutorBenchSample } from './samples';

const bySkill: Readonly<Record<TbSkill, Aspect>> = {
  identifying_core_difficulty: { failure: 'the core difficulty is missed', topic: 'lost' },
  identifying_correct_steps: { failure: 'right steps are not acknowledged', topic: 'right' },
  identifying_incorrect_steps: { failure: 'wrong steps are not pointed out', topic: 'wrong' },
  stating_knowledge: { failure: 'needed knowledge is not recalled', topic: 'explanation' },
  alternative_solutions: { failure: 'no other way is shown', topic: 'examples' },
  examples_analogies: { failure: 'a fitting example is missing', topic: 'examples' },
  guiding_questions: { failure: 'a guiding question is missing', topic: 'questions' },
  step_by_step_help: { failure: 'the help does not go step by step', topic: 'steps' },
};

const byDimension: Readonly<Record<TbDimension, Aspect>> = {
  instruction_following: { failure: 'the student’s request is not followed', topic: 'student' },
  truthfulness: { failure: 'something is not true', topic: 'facts' },
  conciseness_relevance: { failure: 'the reply is too long or beside the point', topic: 'language' },
  style_tone: { failure: 'style or tone do not fit', topic: 'tone' },
  visual_perception: { failure: 'the picture is read wrongly', topic: 'facts' },
  visual_reasoning: { failure: 'the picture is understood wrongly', topic: 'facts' },
  student_level_calibration: { failure: 'the reply does not meet the student’s level', topic: 'student' },
  emotional_component: { failure: 'the student’s feelings are passed over', topic: 'tone' },
};

/** By the skill that a criterion asks for, else by its first dimension. */
export function aspectOf({ criterionId }: VerdictSlot, sample: TutorBenchSample): Aspect | undefined {
  const { skill, dimensions = [] } = criterionWithId(sample, criterionId) ?? {};
  const [dimension] = dimensions;
  return skill ? bySkill[skill] : dimension && byDimension[dimension];
}
