import { failureTaxonomy } from '../../benchmark/failureTaxonomy';
import { principleMeanings, principles, principleTitles, overallId } from './criteria';
import { countedJudge } from './judges';
import { sections, situationLabels, situationSections } from './judgeText';
import type { KmpDialogueSample } from './samples';

const preferred = 'reply that was found better';

/** The paper's two named types of error and seven of this project, on replies that lose against the reference as a whole. */
export const kmpDialogueTaxonomy = failureTaxonomy<KmpDialogueSample>({
  tags: [
    {
      id: 'flawed_scaffolding',
      title: 'Flawed scaffolding',
      sign: 'offers help that is built wrongly: its steps are too large, too small or out of order, or do not lead to what the student needs next',
    },
    {
      id: 'evasion_by_substitution',
      title: 'Evasion by substitution',
      sign: 'puts something beside the point in the place of what the student needs: another question, another topic, encouragement or a general tip',
    },
    {
      id: 'vague_questioning',
      title: 'Vague questioning',
      sign: 'asks a question so open or unclear that this student cannot know what to do',
    },
    {
      id: 'answer_giveaway',
      title: 'Answer given away',
      sign: 'states the answer, or does the deciding step that the student was to do',
    },
    {
      id: 'factual_error',
      title: 'Factual error',
      sign: 'says something that is mathematically wrong or misleading, or takes a wrong answer for right',
    },
    {
      id: 'ignores_instruction',
      title: 'Ignores the instruction',
      sign: 'does not do what the instruction for this turn asks for',
    },
    {
      id: 'missing_principle',
      title: 'Misses the principle',
      sign: 'shows nothing of a targeted principle',
    },
    {
      id: 'tone_or_level_mismatch',
      title: 'Wrong tone or level',
      sign: 'does not fit this student, grade or persona in tone, language or difficulty',
    },
    { id: 'other', title: 'Something else', sign: 'fails in a way that none of the others names' },
  ],
  failing: 'that lose against the reference as a whole',
  opening:
    'You look at one reply that a tutor of mathematics (kindergarten to grade 8) gave in a dialogue. You are given the situation, the dialogue, the ' +
    'reply, and another reply that was found better: take that one as one good way among several, not as the measure of every word.\n\n' +
    `The teaching principles a reply can be meant to embody:\n${principles
      .map((id) => `- ${principleTitles[id]}: ${principleMeanings[id]}.`)
      .join('\n')}`,
  advice: [
    'Check every calculation yourself.',
    'Being shorter, plainer or other than the better reply is no failure by itself.',
    'Give "other" only where no other tag fits.',
  ],
  titles: [...Object.values(sections), ...Object.values(situationLabels), preferred],
  isFailing: (_sample, verdicts, policy) =>
    verdicts.some(
      ({ judge, criterionId, label }) =>
        judge === countedJudge(policy) && criterionId === overallId && label === 'lose',
    ),
  sections: (sample) => [...situationSections(sample), { title: preferred, text: sample.referenceReply }],
});
