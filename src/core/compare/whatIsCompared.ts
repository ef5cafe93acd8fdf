import { boundedText } from '../report/boundedText';
import { readableLine } from '../report/readableText';
import { shortHex } from './comparisonAnswer';
import type { Comparison } from './comparison';
import type { DifferenceKind, RunDifference } from './runDifferences';

/** Characters of a value. */
const longestValue = 60;

const names: Readonly<Record<DifferenceKind, string>> = {
  judgeModel: 'the judge',
  judgeVersion: 'the judge’s prompt',
  tutor: 'the tutor model',
  tutorVersion: 'the tutor model’s version',
  student: 'the student’s model',
  decoding: 'the sampling settings',
  protocol: 'the protocol',
  placement: 'the prompt’s placement',
  policy: 'a choice of protocol',
  data: 'the samples',
  repeats: 'the repeats',
  seed: 'the seed',
  benchmark: 'a benchmark',
};

/** What two runs are compared for, as a line: the prompt, what else is meant to differ, or nothing, so that what is left is chance. */
export function whatIsCompared({ samePrompt, differences, intended }: Comparison): string {
  const meant = differences.filter(({ kind, breaks }) => breaks && intended.includes(kind)).map(differenceName);
  const things = [...(samePrompt ? [] : ['the prompt']), ...new Set(meant)];
  if (things.length === 0) return 'Compared: two runs of one prompt, so what differs between them is chance.';
  return `Compared: ${things.join(', and ')}${samePrompt ? '; the prompt is the same' : ''}.`;
}

/** `the tutor model (offline → openai:gpt-6-luna)`; values are bounded, hashes short. */
export function differenceName({ kind, subject, before, after }: RunDifference): string {
  const which = subject === undefined ? '' : ` “${valueOf(subject)}”`;
  return `${names[kind]}${which} (${valueOf(before)} → ${valueOf(after)})`;
}

function valueOf(text: string): string {
  return boundedText(shortHex(readableLine(text)), longestValue);
}
