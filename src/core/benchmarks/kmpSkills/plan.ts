import type { DialoguePlan } from '../../benchmark/dialogue';
import { parseTemplate, renderTemplate, type TutorPrompt } from '../../prompt/promptTemplate';
import type { ChatMessage } from '../../providers/message';
import { assessmentRequest, correctionRequest, instructionsOf, requestsOf, taskBaseline } from './prompts';
import type { KmpSkillsSample } from './samples';

/** The paper does not state its decoding; both figures are this project's. */
const decoding = { temperature: 0, maxOutputTokens: 4_096 };

const baseline = parseTemplate(taskBaseline.text);

/** Later turns see the tutor's own earlier replies, right or wrong. Reads nothing of the sample but the texts that are shown. */
export function planKmpSkills(sample: KmpSkillsSample, { template, placement }: TutorPrompt): DialoguePlan {
  const { opening, studentTurns } = turnsOf(sample);
  const instructions = instructionsOf[sample.task];
  const rendered = renderTemplate(placement === 'benchmark' ? baseline : template, {
    instructions,
    grade: sample.grade,
    domain: sample.domain,
    history: opening.map(({ role, content }) => `${role === 'user' ? 'Student' : 'Tutor'}: ${content}`).join('\n'),
    persona: undefined,
    student_profile: undefined,
    objective: undefined,
    principles: undefined,
  });
  const appended = placement === 'own+instructions' && !rendered.used.has('instructions');
  return {
    system: [rendered.text, appended ? instructions : ''].filter((part) => part !== '').join('\n\n'),
    opening: rendered.used.has('history') ? [] : opening,
    studentTurns: studentTurns.map((content) => ({ role: 'user', content })),
    decoding,
    warnings: rendered.empty.map((name) => `{{${name}}} has no value for some samples and was left empty there.`),
  };
}

interface Turns {
  readonly opening: readonly ChatMessage[];
  readonly studentTurns: readonly string[];
}

function turnsOf(sample: KmpSkillsSample): Turns {
  switch (sample.task) {
    case 'fqa':
      return { opening: [], studentTurns: sample.questions.map(({ question }) => question) };
    case 'ec':
      return { opening: [], studentTurns: [assessmentRequest(sample.problem, sample.studentSteps), correctionRequest] };
    default:
      // The seed's solution comes from the data, not from the tutor: the first of the paper's three turns is given.
      return {
        opening: [
          { role: 'user', content: sample.seedProblem },
          { role: 'assistant', content: sample.seedSolution },
        ],
        studentTurns: requestsOf(sample),
      };
  }
}
