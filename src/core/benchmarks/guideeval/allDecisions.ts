import * as z from 'zod';
import { untrustedNotice } from '../../benchmark/judging/fence';
import { type JudgeTask, judgeVersion } from '../../benchmark/judging/judgeTask';
import type { DecisionForm } from '../../benchmark/judging/readAnswer';

/** One decision as a judge of its own takes it. */
export interface SingleDecision extends DecisionForm {
  readonly fixed: string;
  readonly allowed: readonly number[];
}

/** All decisions about a reply to a student in one state. */
export interface AllDecisions {
  readonly decisions: readonly SingleDecision[];
  readonly fixed: string;
  readonly schema: JudgeTask['schema'];
}

const counts = ['no', 'one', 'two', 'three'];

export function allDecisions(decisions: readonly SingleDecision[], answerTitle: string | undefined): AllDecisions {
  const ids = decisions.map(({ judge }) => judge);
  const shape = decisions.map(
    ({ judge, key, allowed }) => `  "${judge}": {"reasoning": string, "${key}": ${allowed.join(' | ')}}`,
  );
  const fixed = [
    `You are a rigorous research assistant in education. You take ${counts[ids.length] ?? 'several'} decisions about one reply of a tutor. Take each as if the others did not exist: a reply may do well on one and fail on the next.`,
    ...decisions.map(({ judge, fixed: single }) => `## ${judge}\n\n${decisionText(single)}`),
    ...(answerTitle === undefined ? [] : [`The section “${answerTitle}” is for O-Reconfigure, and for nothing else.`]),
    `For each decision write your reasoning first and decide after it. End with one JSON object that has these keys, and nothing after it:\n{\n${shape.join(',\n')}\n}\nOther values do not exist; do not average or round.`,
    untrustedNotice,
  ].join('\n\n');
  const zod = z.object(Object.fromEntries(decisions.map(({ judge, form: { schema } }) => [judge, schema])));
  return { decisions, fixed, schema: { name: 'decisions', zod } };
}

/** A judge's own text without its role, the notice and the form of its answer. */
function decisionText(single: string): string {
  const [own = ''] = single.split(untrustedNotice);
  const text = own.slice(own.indexOf('\n\n')).trim();
  return text.replace('You see the reply only;', 'Look at the reply only;');
}

export function allDecisionsVersion(forms: readonly AllDecisions[], titles: readonly string[]): string {
  const parts = forms.flatMap(({ fixed, schema }) => [fixed, schema.zod]);
  return judgeVersion('all_decisions', ...parts, titles.join('\n'));
}
