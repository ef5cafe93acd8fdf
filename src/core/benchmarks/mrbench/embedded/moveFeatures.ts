import { logCount, type ReplyFeature } from './replyFeature';
import type { ReplyReading } from './replyReading';

/** What the phrase lists shared with the rule-based judges find, and how demanding the questions are. */
export const moveFeatures: readonly ReplyFeature[] = [
  found('denial', 'says that something is wrong', ({ features }) => features.denial),
  found('doubt', 'casts doubt', ({ features }) => features.doubt),
  found('affirmation', 'takes the answer for right', ({ features }) => features.affirmation),
  found('encouragement', 'encourages', ({ features }) => features.encouragement),
  found('scaffold', 'adds something concrete', ({ features }) => features.scaffold),
  found('followingStep', 'goes on to a following step', ({ features }) => features.moveOn),
  found('affirmsAndDenies', 'both confirms and denies', ({ features }) =>
    features.affirmation === undefined ? undefined : features.denial,
  ),
  {
    id: 'asks',
    high: 'asks several things',
    low: 'asks nothing',
    value: ({ features }) => logCount(features.questions.length),
  },
  {
    id: 'deepestQuestion',
    high: 'asks a question that needs thought',
    low: 'asks no question that needs thought',
    value: ({ features }) => features.questions.reduce((most, { level }) => Math.max(most, level), 0),
  },
  {
    id: 'lightestQuestion',
    high: 'asks no light question',
    low: 'asks nothing, or something light',
    value: ({ features }) =>
      features.questions.length === 0 ? 0 : features.questions.reduce((least, { level }) => Math.min(least, level), 3),
  },
];

function found(id: string, about: string, look: (reading: ReplyReading) => string | undefined): ReplyFeature {
  return {
    id: `phrase.${id}`,
    high: about,
    low: `nowhere ${about}`,
    value: (reading) => Number(look(reading) !== undefined),
  };
}
