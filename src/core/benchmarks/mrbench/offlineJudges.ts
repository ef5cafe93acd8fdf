import { bareWords } from '../../judging/bareWords';
import { replyFeatures, type ReplyFeatures } from '../../judging/replyFeatures';
import { numbersIn, sharedWords } from '../../judging/replyText';
import { statedAnswer } from './statedAnswer';
import { labelsOf, type DimensionId } from './labels';
import { wrongEquation } from './wrongEquation';
import type { MrTurn } from './samples';

/** All that a judge is given; the rule-based stand-ins read nothing else. */
export interface JudgeMaterial {
  readonly history: readonly MrTurn[];
  readonly reply: string;
  /** Only where the judge may see it. */
  readonly solution: string | undefined;
}

interface Reading extends JudgeMaterial {
  readonly features: ReplyFeatures;
  /** The part of the reply that is looked at, with straight apostrophes. */
  readonly plain: string;
  /** The student's turns, the last first. */
  readonly student: readonly string[];
}

/** Place of the label in the rubric, and the one sentence that says why. */
type Finding = readonly [level: 0 | 1 | 2, feedback: string];

const rules: Readonly<Record<DimensionId, (reading: Reading) => Finding>> = {
  mistake_identification: identification,
  mistake_location: location,
  revealing_of_the_answer: revealing,
  providing_guidance: guidance,
  actionability,
  coherence,
  tutor_tone: tone,
  human_likeness: humanLikeness,
};

/** In characters; far more than a tutor's turn. */
const longestRead = 20_000;

/** The simulated judge of one dimension: word lists and number matching over the reply's text, answered as a judge would. */
export function simulateJudge(dimension: DimensionId, material: JudgeMaterial): string {
  const student = material.history.flatMap(({ role, content }) => (role === 'student' ? [content] : [])).reverse();
  const plain = material.reply.slice(0, longestRead).replaceAll('’', "'");
  const [level, feedback] = rules[dimension]({ ...material, student, plain, features: replyFeatures(material.reply) });
  return JSON.stringify({ feedback, label: labelsOf(dimension)[level] });
}

/** Words with which a tutor sets something right without calling it wrong. */
const contrast =
  /\b(?:but|however|actually|instead|although|though|rather than|misunderst\w+|misread\w*|confus\w+|overlooked|forg[eo]t\w*|missed|re-?(?:think|evaluate|calculate|examine|visit|consider|read|check))\b/i;

/** Words that only a tutor who has seen something to mend would say, weaker than doubt. */
const hedge =
  /\b(?:almost|nearly|close|not sure|hmm+|careful|interesting|let's (?:try|think|break|look|see|focus|start)|remember)\b/i;

const doubtIsPlain = /\b(?:are you sure|look again|check|another look|second look|go back|re-?read|revisit|recount)\b/i;

function identification({ features, plain }: Reading): Finding {
  const { denial, doubt, affirmation } = features;
  if (denial !== undefined) return [0, `Found words that say something is wrong: “${denial}”.`];
  const turn = contrast.exec(plain)?.[0];
  if (turn !== undefined) return [0, `Sets something right: “${turn}”.`];
  if (affirmation !== undefined) return [2, `The reply takes the answer for right: “${affirmation}”.`];
  if (doubt !== undefined) return [doubtIsPlain.test(plain) ? 0 : 1, `Found words that cast doubt: “${doubt}”.`];
  const vague = hedge.exec(plain)?.[0];
  if (vague !== undefined) return [1, `Only a vague sign of doubt: “${vague}”.`];
  return [2, 'Found no words of doubt or denial.'];
}

function location({ features, plain, student, solution }: Reading): Finding {
  const sign = features.denial ?? features.doubt ?? contrast.exec(plain)?.[0];
  if (sign === undefined) return [2, 'Nothing in the reply is marked as wrong.'];
  const quoted = [...plain.matchAll(/["“]([^"“”]{1,200})["”]/g)].map((match) => match[1] ?? '');
  const taken = quoted.find((words) => student.some((turn) => bareWords(turn).includes(bareWords(words))));
  if (taken !== undefined) {
    const right = solution !== undefined && bareWords(solution).includes(bareWords(taken));
    return right
      ? [1, `The reply quotes “${taken}”, which also stands in the worked solution.`]
      : [0, `The reply quotes the student’s “${taken}” and casts doubt on it.`];
  }
  const recent = student.slice(0, 2);
  const numbers = new Set(recent.flatMap(numbersIn));
  const near = features.sentences.find(
    (sentence) =>
      sentence.toLowerCase().includes(sign.toLowerCase()) &&
      (numbersIn(sentence).some((n) => numbers.has(n)) || sharedWords(sentence, recent.join('\n')) >= 0.4),
  );
  if (near !== undefined) return [0, 'The sentence that casts doubt names a number or words of the student’s.'];
  const part =
    /\b(?:step|part|where you|when you|the way you|your (?:first|second|last)|the (?:first|second|last))\b/i.exec(
      plain,
    );
  if (part !== null) return [1, `The place is named only roughly: “${part[0]}”.`];
  return [2, 'The reply says that something is wrong and not what.'];
}

function revealing({ reply, history, solution }: Reading): Finding {
  const said = history.flatMap(({ content }) => numbersIn(content));
  const stated = statedAnswer(reply, said, solution);
  if (stated === undefined) return [2, 'Found no statement of a final answer.'];
  if (stated.correct === undefined)
    return [0, `States “${stated.words}” as the answer; there was no solution to check it with.`];
  return stated.correct
    ? [0, `States the final answer in “${stated.words}”.`]
    : [1, `States “${stated.words}”, which is not the answer of the worked solution.`];
}

/** Words with which a tutor explains or leads on, beyond those of the shared word lists. */
const explains =
  /\b(?:let's|remember|try|need to|should|since|so that|if you|when you|we (?:can|have|know)|to find|how many|divide|multiply|add|subtract)\b/i;

function guidance({ features, plain, history, solution }: Reading): Finding {
  const cue =
    features.scaffold ?? features.questions.find(({ level }) => level >= 2)?.text ?? explains.exec(plain)?.[0];
  if (cue === undefined) return [2, 'Found no hint, explanation, example or leading question.'];
  const wrong = wrongEquation(plain);
  if (wrong !== undefined) return [1, `The guidance contains “${wrong}”, which is not true.`];
  const subject = [...history.map(({ content }) => content), solution ?? ''].join('\n');
  const related = sharedWords(plain, subject);
  return related >= 0.2
    ? [0, `Found guidance on the problem: “${cue}”.`]
    : [1, `Found guidance, “${cue}”, that shares few words with the problem.`];
}

const vagueAction =
  /\b(?:try (?:it |that )?again|keep (?:going|trying)|have another (?:go|look)|think (?:again|about it)|check (?:your|the) (?:work|answer)|what do you think|does that make sense|any questions)\b/i;

function actionability({ features }: Reading): Finding {
  const { questions, asksWhatIsUnclear } = features;
  const [first] = questions;
  if (first === undefined) return [2, 'Found no question and no request.'];
  if (asksWhatIsUnclear !== undefined) return [1, `Asks only what is unclear: “${asksWhatIsUnclear}”.`];
  const clear = questions.find(({ text }) => !vagueAction.test(text));
  if (clear === undefined) return [1, `What to do is left vague: “${first.text}”.`];
  if (questions.length > 2) return [1, `Asks ${questions.length} things at once.`];
  return [0, `Asks for one thing: “${clear.text}”.`];
}

function coherence({ features, reply, history }: Reading): Finding {
  const repeated = history.find(({ role, content }) => role === 'tutor' && bareWords(content) === bareWords(reply));
  if (repeated !== undefined) return [2, 'Repeats an earlier turn of the tutor.'];
  if (features.affirmation !== undefined && features.denial !== undefined) {
    return [1, `Says both “${features.affirmation}” and “${features.denial}”.`];
  }
  if (features.affirmation !== undefined)
    return [1, `Confirms (“${features.affirmation}”) a turn that contains a mistake.`];
  const related = sharedWords(reply, history.map(({ content }) => content).join('\n'));
  if (related >= 0.15) return [0, 'Takes up words or numbers of the conversation.'];
  return related > 0 ? [1, 'Takes up few words of the conversation.'] : [2, 'Takes up nothing of the conversation.'];
}

function tone({ features }: Reading): Finding {
  if (features.offence !== undefined) return [2, `Found demeaning words: “${features.offence}”.`];
  if (features.encouragement !== undefined) return [0, `Found praise or support: “${features.encouragement}”.`];
  return [1, 'Found neither praise nor hurtful words.'];
}

const machine =
  /\b(?:as an ai|language model|(?:answer|response|input) (?:has been|was|is) (?:recorded|processed|noted|received))\b/i;
const stiff = [
  /\b(?:please (?:provide|proceed|submit)|kindly|proceed to|in accordance|it is (?:important|necessary|advised) to|the student)\b/i,
  /^[^\S\n\r\u2028\u2029]*(?:[-*•]|\d+[.)]|#+)\s/m,
  /\*\*[^*]+\*\*/,
];

function humanLikeness({ plain }: Reading): Finding {
  const words = machine.exec(plain)?.[0];
  if (words !== undefined) return [2, `Speaks like a machine: “${words}”.`];
  const found = stiff.flatMap((pattern) => pattern.exec(plain)?.[0].trim() ?? []);
  const long = plain.split(/\s+/).length > 120;
  const signs = found.length + (long ? 1 : 0);
  if (signs === 0) return [0, 'Found no machine-like wording or layout.'];
  const sign = found[0] === undefined ? 'its length' : `“${found[0]}”`;
  return [signs > 1 ? 2 : 1, `Stiff for a chat: ${sign}.`];
}
