import { asChat, type DialoguePlan } from '../../benchmark/dialogue';
import { renderTemplate, type TutorPrompt } from '../../prompt/promptTemplate';
import type { ChatMessage } from '../../providers/message';
import { instructionBlock, principlesLine } from './prompts';
import type { KmpDialogueSample, KmpTurn } from './samples';

/** The paper does not give its decoding; 0 and 2,048 are this project's choice. */
const decoding = { temperature: 0, maxOutputTokens: 2_048 };

/** First message where the tutor opened the dialogue: several providers and chat templates take no other than a user's. */
const tutorOpensCue = '(The tutor speaks first.)';

const notComparable =
  'Such results are not comparable with those of the placements “own+instructions” and “benchmark”.';

/** Said of a run whose prompts have neither the dialogue's instruction nor its principles. */
const ownPlacementWarning =
  'The prompt file is sent without the dialogue’s instruction, so the tutor has to find the fitting principle unaided. ' +
  notComparable;

/** Said of a run whose prompts name the principles by {{principles}} and lack the rest of the instruction. */
const ownPrinciplesWarning =
  'The prompt file is sent without the dialogue’s instruction. By {{principles}} the tutor knows which principle is wanted, but ' +
  `not what its next reply should do. ${notComparable}`;

/** Reads nothing of the sample but scenario, principles, instruction, history, grade and domain. */
export function planKmpDialogue(sample: KmpDialogueSample, prompt: TutorPrompt): DialoguePlan {
  const turns = joinedTurns(sample.history);
  const given = turns.slice(0, -1);
  const studentTurns: ChatMessage[] = [{ role: 'user', content: turns.at(-1)?.content ?? '' }];
  if (prompt.placement === 'benchmark') {
    return { system: instructionBlock(sample), opening: chatTurns(given), studentTurns, decoding, warnings: [] };
  }
  const rendered = renderTemplate(prompt.template, {
    instructions: instructionBlock(sample),
    persona: sample.persona,
    student_profile: sample.studentProfile,
    objective: sample.objective,
    principles: principlesLine(sample),
    grade: sample.grade,
    domain: sample.domain,
    history: transcriptOf(given),
  });
  const placed = rendered.used.has('instructions');
  const appended = prompt.placement === 'own+instructions' && !placed ? instructionBlock(sample, rendered.used) : '';
  return {
    system: [rendered.text, appended].filter((part) => part !== '').join('\n\n'),
    opening: rendered.used.has('history') ? [] : chatTurns(given),
    studentTurns,
    decoding,
    warnings: [
      ...(prompt.placement === 'own' && !placed
        ? [rendered.used.has('principles') ? ownPrinciplesWarning : ownPlacementWarning]
        : []),
      ...rendered.empty.map((name) => `{{${name}}} has no value for some samples and was left empty there.`),
    ],
  };
}

/** Turns of one side in a row as one, a line each: some chat templates take only turns that alternate. */
function joinedTurns(history: readonly KmpTurn[]): readonly KmpTurn[] {
  const joined: KmpTurn[] = [];
  for (const turn of history) {
    const last = joined.at(-1);
    if (last?.role === turn.role) joined[joined.length - 1] = { ...last, content: `${last.content}\n${turn.content}` };
    else joined.push(turn);
  }
  return joined;
}

/** Native turns that begin with the student's side. */
function chatTurns(turns: readonly KmpTurn[]): readonly ChatMessage[] {
  const messages = asChat(turns);
  return turns[0]?.role === 'tutor' ? [{ role: 'user', content: tutorOpensCue }, ...messages] : messages;
}

function transcriptOf(turns: readonly KmpTurn[]): string {
  return turns.map(({ role, content }) => `${role === 'tutor' ? 'Tutor' : 'Student'}: ${content}`).join('\n');
}
