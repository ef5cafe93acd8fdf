import type { FlipKind } from './comparePage';

/** What changed stands first. */
export const flipKinds: readonly FlipKind[] = [
  'broken',
  'fixed',
  'movedDown',
  'movedUp',
  'changed',
  'flaky',
  'stillFailing',
  'stillPassing',
  'unchanged',
  'unjudged',
];

export const flipTitles: Readonly<Record<FlipKind, string>> = {
  broken: 'Broken',
  fixed: 'Fixed',
  movedDown: 'Moved down',
  movedUp: 'Moved up',
  changed: 'Changed',
  flaky: 'Flaky',
  stillFailing: 'Still failing',
  stillPassing: 'Still passing',
  unchanged: 'Unchanged',
  unjudged: 'Unjudged',
};

export const flipExplanations: Readonly<Record<FlipKind, string>> = {
  broken: 'As wanted before, not as wanted now.',
  fixed: 'Not as wanted before, as wanted now.',
  movedDown: 'Part of the way down, or down a scale that has no wanted end.',
  movedUp: 'Part of the way up, or up a scale that has no wanted end.',
  changed: 'Another label, on a dimension without order.',
  flaky: 'Repeats of one prompt disagree about it, so the change says little.',
  stillFailing: 'Not as wanted in both runs.',
  stillPassing: 'As wanted in both runs.',
  unchanged: 'The same label in both runs, neither good nor bad.',
  unjudged: 'One of the runs has no usable verdict. That is not a failure.',
};

/** What is listed until the reader chooses. */
export const firstKinds: readonly FlipKind[] = ['broken', 'fixed'];
