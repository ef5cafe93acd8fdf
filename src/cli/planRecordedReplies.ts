import path from 'node:path';
import type { RunRequest } from '../core/engine/planRun';
import { planRecorded, RecordedRepliesError, unnamedTutor, type PlannedRecorded } from '../core/recorded/planRecorded';
import { CliError } from './cliError';
import type { CliContext } from './cliContext';
import type { PlanOptions } from './planEvaluation';
import { readInput } from './readInput';
import { reportRecordProblems } from './recordProblems';

/** Plans to judge the replies in a file; what of it is not used goes to standard error. Throws `CliError`. */
export async function planRecordedReplies(
  file: string,
  options: Pick<PlanOptions, 'tutor' | 'student' | 'repeats'>,
  request: RunRequest,
  context: CliContext,
): Promise<PlannedRecorded> {
  if (request.benchmarks.length !== 1)
    throw new CliError('--replies goes with exactly one benchmark. Give one --benchmark.');
  if (options.student !== undefined)
    throw new CliError('--replies does not go with --student: nobody is asked for words.');
  if (options.repeats !== undefined)
    throw new CliError('--replies does not go with --repeats: a file has one reply to each turn of a sample.');
  const text = await readInput(file, 'The file of replies');
  // A prompt file says which model it is meant for, which says nothing of who wrote these replies.
  const given: RunRequest = {
    ...request,
    tutor: options.tutor === undefined ? unnamedTutor : request.tutor,
    student: undefined,
    policy: { ...request.policy, student: 'script' },
  };
  try {
    const planned = planRecorded(given, { name: path.basename(file), text }, context.benchmarks);
    reportRecordProblems(planned.problems, file, context);
    return planned;
  } catch (error) {
    if (RecordedRepliesError.is(error)) throw new CliError(error.message);
    throw error;
  }
}
