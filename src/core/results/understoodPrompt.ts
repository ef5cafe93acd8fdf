import { type PromptSentence, ruleWords } from '../prompt/rules';
import type { RunManifest, SimulatedPart } from '../store/runManifest';
import { boundedText } from '../text/readableText';
import { countOf, countWords, listWords, t } from '../text/countWords';
import type { UnderstoodPrompt } from './reportModel';

/** Maximum sentences in a report; a panel receives them with every update. */
const mostListed = 100;
const longestShown = 90;

export function understoodPrompt(
  sentences: readonly PromptSentence[],
  { benchmarks }: Pick<RunManifest, 'benchmarks'>,
): UnderstoodPrompt {
  return {
    ...(benchmarks.some(({ placement }) => placement === 'benchmark') ? { builtIn: true } : {}),
    understood: sentences.filter(({ rules }) => rules.length > 0).length,
    of: sentences.length,
    sentences: sentences.slice(0, mostListed).map(({ line, text, rules }) => ({
      line,
      text: boundedText(text.replaceAll(/\*\*|__/g, ''), longestShown),
      ...(rules.length === 0 ? {} : { does: rules.map((rule) => ruleWords[rule]).join(', ') }),
    })),
  };
}

export function lacksScores({ understood }: { readonly understood?: UnderstoodPrompt | undefined }): boolean {
  return understood?.understood === 0;
}

export const noScoresAhead = t`There will be no scores, and no judge is asked: the simulated tutor understands no sentence of the prompt. For scores choose a real model as the tutor.`;

export function understoodWords({ understood, of, builtIn }: UnderstoodPrompt): string {
  const prompt = builtIn === true ? t`built-in prompt` : t`prompt`;
  const builtInNote = builtIn === true ? t`, which is sent in place of the file` : '';
  if (understood > 0)
    return t`The simulation understood ${countOf(understood, of, 'sentence', 'sentences')} of the ${prompt}${builtInNote}.`;
  const none =
    of === 1
      ? t`did not understand the ${prompt}’s one sentence`
      : t`understood none of the ${prompt}’s ${countWords(of, 'sentence', 'sentences')}`;
  const unsent = t`The file is not sent, and the simulation does not read the benchmark’s instructions`;
  const empty = builtIn === true ? unsent : t`The prompt has no sentence of its own`;
  const why = of === 0 ? empty : t`The simulation reads plain rules in English and ${none}${builtInNote}`;
  return t`${why}, so there are no scores: they would say nothing about it. No judge is asked. For scores choose a model as the tutor, with Choose Models in VS Code or --tutor PROVIDER:MODEL on the command line.`;
}

export function understoodLines({ of, sentences, builtIn }: UnderstoodPrompt, most = mostListed): readonly string[] {
  const listed = sentences.slice(0, most);
  const rest = of - listed.length;
  return [
    // A built-in prompt has no line numbers that a user could look up.
    ...listed.map(
      ({ line, text, does }) =>
        `${builtIn === true ? t`Built in` : t`Line ${line}`}: ${does ?? t`not understood`} – “${text}”`,
    ),
    ...(rest > 0 ? [t`and ${countWords(rest, 'more sentence', 'more sentences')}`] : []),
  ];
}

/** `simulated` if tutor and judge both are, else the part: `simulated tutor`. Empty if none is. */
export function simulatedWords(parts: readonly SimulatedPart[]): string {
  if (parts.length === 0) return '';
  if (parts.includes('tutor') && parts.includes('judge')) return t`simulated`;
  return t`simulated ${listWords(parts.map((part) => t(part)))}`;
}

export function simulatedTitle(parts: readonly SimulatedPart[]): string {
  return parts.length === 0 ? '' : ` (${simulatedWords(parts)})`;
}
