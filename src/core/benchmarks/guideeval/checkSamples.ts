import type { SampleProblem } from '../benchmark';
import { repeatedIds } from '../repeatedIds';
import { groupedBy } from './groupedBy';
import { axisOf, isPositive, type GuideEvalSample } from './samples';

/** The rules of the data format that a record's schema cannot say: turn order, ground truth, pairs. */
export function checkSamples(samples: readonly GuideEvalSample[]): readonly SampleProblem[] {
  return [...repeatedIds(samples), ...samples.flatMap(recordProblems), ...pairProblems(samples)];
}

function recordProblems(sample: GuideEvalSample): SampleProblem[] {
  const { id, context, state, groundTruth, editFlag, editType } = sample;
  const problems: SampleProblem[] = [];
  const misplaced = context.findIndex(({ role }, index) => role !== (index % 2 === 0 ? 'student' : 'tutor'));
  if (misplaced >= 0) {
    const message = 'Turns must alternate and begin with the student. Join or reorder them.';
    problems.push(error(id, `context[${misplaced}].role`, message));
  } else if (context.at(-1)?.role !== 'tutor') {
    problems.push(error(id, 'context', 'The context must end with a tutor turn, as studentMessage answers it.'));
  }
  if (groundTruth === undefined && state === 'erroneous') {
    problems.push(error(id, 'groundTruth', 'A wrong answer needs the right one: the judge of O-Reconfigure compares.'));
  } else if (groundTruth === undefined && state === 'accurate') {
    problems.push(warning(id, 'groundTruth', 'The right answer is missing; it lets a reader check the record.'));
  }
  if ((editFlag === 0) !== (editType === undefined)) {
    problems.push(error(id, 'editType', 'editType is null for editFlag 0 and names the flipped axis for editFlag 1.'));
  } else if (editType !== undefined && editType !== axisOf(state)) {
    problems.push(error(id, 'editType', `An utterance flipped on ${editType} cannot have the state ${state}.`));
  }
  return problems;
}

function pairProblems(samples: readonly GuideEvalSample[]): SampleProblem[] {
  const pairs = groupedBy(samples, ({ pairId }) => pairId);
  return [...pairs].flatMap(([pairId, members]) => onePair(pairId, members));
}

function onePair(pairId: string, members: readonly GuideEvalSample[]): SampleProblem[] {
  const [one, other] = members;
  const errors = (field: string, message: string): SampleProblem[] =>
    members.map(({ id }) => error(id, field, message));
  if (one === undefined) return [];
  if (other === undefined) {
    return [warning(one.id, 'pairId', `Pair ${pairId} has one member only; the sample counts as unpaired.`)];
  }
  if (members.length > 2) {
    return errors('pairId', `Pair ${pairId} has ${members.length} members; a pair has exactly two.`);
  }
  if (axisOf(one.state) !== axisOf(other.state) || isPositive(one.state) === isPositive(other.state)) {
    return errors('state', `Pair ${pairId} has the states ${one.state} and ${other.state}; they must be opposites.`);
  }
  if (!haveSameTurns(one.context, other.context)) {
    return errors(
      'context',
      `The members of pair ${pairId} have different contexts; only the last utterance may differ.`,
    );
  }
  return one.editFlag === 0 && other.editFlag === 0
    ? [warning(other.id, 'editFlag', `Both members of pair ${pairId} are marked as authentic; one should be edited.`)]
    : [];
}

function haveSameTurns(one: GuideEvalSample['context'], other: GuideEvalSample['context']): boolean {
  return (
    one.length === other.length &&
    one.every(({ role, content }, index) => role === other[index]?.role && content === other[index].content)
  );
}

function error(sampleId: string, field: string, message: string): SampleProblem {
  return { severity: 'error', sampleId, field, message };
}

function warning(sampleId: string, field: string, message: string): SampleProblem {
  return { severity: 'warning', sampleId, field, message };
}
