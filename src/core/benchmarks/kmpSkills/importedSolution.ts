import { plainNotation } from '../kmpbench/arithmetic/plainNotation';
import type { Report } from '../importing/readRecords';
import { statedAnswers } from './answers/statedAnswers';
import type { EcSample } from './samples';

/** What an importer has read of one record; missing texts are undefined. */
export interface ImportedSolution {
  readonly id: string;
  readonly source: string;
  readonly problem: string;
  readonly studentSteps: readonly string[];
  readonly firstErrorStep: number;
  readonly answer: string | undefined;
  readonly errorReason: string | undefined;
  readonly solution: string | undefined;
}

/** The sample of a public record. Grade and domain are not in the data sets. */
export function importedSample(read: ImportedSolution): EcSample {
  return {
    system: 'kmpbench',
    task: 'ec',
    ...read,
    title: undefined,
    grade: undefined,
    domain: undefined,
    seedId: undefined,
  };
}

/** A field that must be a text with words in it; reported and undefined otherwise. */
export function requiredText(value: unknown, field: string, report: Report): string | undefined {
  const text = typeof value === 'string' ? value.trim() : '';
  if (text !== '') return text;
  report('error', field, 'It must be a text with words in it.');
  return undefined;
}

/** The steps of a solution, each with words in it, so that their numbers are those of the data. */
export function requiredSteps(value: unknown, field: string, report: Report): readonly string[] | undefined {
  const steps: string[] = [];
  for (const step of Array.isArray(value) ? (value as readonly unknown[]) : []) {
    const text = typeof step === 'string' ? step.trim() : '';
    if (text === '') {
      report(
        'error',
        `${field}[${steps.length}]`,
        'A step must be a text with words in it: left out, it would shift the others.',
      );
      return undefined;
    }
    steps.push(text);
  }
  if (steps.length > 0) return steps;
  report('error', field, 'It must be a list of steps.');
  return undefined;
}

/** Whether `step` (from 1; −1 for none) is one of the solution's; reported otherwise. */
export function isKnownStep(step: number, steps: readonly string[], field: string, report: Report): boolean {
  if (step === -1 || (Number.isInteger(step) && step >= 1 && step <= steps.length)) return true;
  report('error', field, `It names no step of this solution, which has ${steps.length}.`);
  return false;
}

/** The final answer that a solution marks as such (a box, "the answer is", four hashes); undefined where it does not. */
export function markedAnswer(solution: string): string | undefined {
  const stated = statedAnswers(plainNotation(solution)).findLast(({ by }) => by === 'marked')?.text;
  const text = stated?.replace(/^[:\s]+/, '').replace(/(?<![.\s])[.\s]+$/, '') ?? '';
  // A statement that goes on in a sentence of its own is not a short answer.
  return text === '' || text.length > 60 || !/\d/.test(text) || /\\|\.\s/.test(text) ? undefined : text;
}
