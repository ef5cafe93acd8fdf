import { factsOf } from '../providers/modelFacts';
import type { ModelParameters } from '../providers/modelParameters';
import type { SentForm } from '../providers/provider';
import { type ManifestModel, modelName, type RunManifest } from '../store/runManifest';
import type { Play } from './play';
import type { ReportWarning } from './reportModel';

/** What was asked of a model and did not go out with its calls, as its server refuses it. */
interface LeftOut {
  temperature: number | undefined;
  effort: ModelParameters['effort'];
  structured: boolean;
}

/** Judges are asked at this temperature unless the user sets another. */
const judgeTemperature = 0;

/** What went out with the calls of a run, by the names of the tutor and judges whose records say it. */
export type SentByModel = ReadonlyMap<string, LeftOut>;

/** Reads from the records of a run what its models were asked and did not take. */
export function sentByModel({ tutor, judges }: RunManifest, plays: readonly Play[]): SentByModel {
  const found = new Map<string, LeftOut>();
  const note = (model: ManifestModel, asked: number | undefined, form: SentForm | undefined): void => {
    if (form === undefined) return;
    const { effort, temperature = asked } = model.parameters ?? {};
    const name = modelName(model);
    const known = found.get(name) ?? { temperature: undefined, effort: undefined, structured: false };
    if (temperature !== undefined && form.temperature === undefined) known.temperature = temperature;
    if (effort !== undefined && form.effort === undefined) known.effort = effort;
    if (form.structured === 'none') known.structured = true;
    found.set(name, known);
  };
  const judgeOf = new Map(judges.map((judge) => [modelName(judge), judge]));
  for (const { state, dialogue } of plays) {
    for (const { form } of state.replyRecords) note(tutor, dialogue.plan.decoding.temperature, form);
    for (const [name, answers] of state.answers) {
      const judge = judgeOf.get(name);
      for (const { form } of answers.values()) if (judge !== undefined) note(judge, judgeTemperature, form);
    }
  }
  return found;
}

/** A sentence for each model that was asked in another way than was meant. */
export function sentWarnings({ tutor, judges }: RunManifest, sent: SentByModel): readonly ReportWarning[] {
  return [...sent].flatMap(([name, { temperature, effort, structured }]): readonly ReportWarning[] => {
    const parts = [
      ...(temperature === undefined ? [] : [`no temperature, though ${temperature} was asked for`]),
      ...(effort === undefined ? [] : [`no effort, though “${effort}” was asked for`]),
      ...(structured ? ['no form for answers in JSON, so they rest on the words of the judge’s prompt'] : []),
    ];
    if (parts.length === 0) return [];
    const model = [tutor, ...judges].find((one) => modelName(one) === name);
    const facts = model && factsOf(model.provider, model.model, model.baseUrl !== undefined);
    const canTakeOne =
      temperature !== undefined && facts?.temperature === 'withoutReasoning' && facts.efforts.includes('none');
    const mend = canTakeOne ? ' With effort none it takes a temperature.' : '';
    const message = `${name} takes ${parts.join('; ')}. Replies and verdicts may vary more between runs.${mend}`;
    return [{ kind: 'decoding', message }];
  });
}
