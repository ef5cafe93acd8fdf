import * as z from 'zod';
import type { Dialogue } from '../../dialogue/dialogue';
import type { JudgePrompt, JudgeReading, JudgeTask } from '../../judging/judgeTask';
import { judgeVersion } from '../../judging/judgeVersion';
import { lastJsonObject } from '../../judging/lastJsonObject';
import type { Verdict, VerdictSlot } from '../../judging/verdict';
import type { Random } from '../../statistics/random';
import { isRecord } from '../importing/readRecords';
import { messageVerdict } from './judgeForms';
import { judgeMaterial, materialTemplate, sectionTitles } from './judgeMaterial';
import { wholeStepText, wholeTheoryText } from './judgeTexts';
import { messageLabels, type MessageJudge } from './labels';
import type { SocratesSample } from './samples';

/** Tokens that the answer may take: a short reason and a quotation for each message, and the frame around them. */
const tokensPerMessage = 150;
const tokensOfFrame = 300;

interface WholeForm {
  readonly fixed: string;
  readonly version: string;
  readonly schema: JudgeTask['schema'];
}

const forms: Readonly<Record<MessageJudge, WholeForm>> = {
  J2: wholeForm('J2', wholeStepText, 'computed_steps'),
  J3: wholeForm('J3', wholeTheoryText, 'theory_compliance_of_all'),
};

function wholeForm(judge: MessageJudge, fixed: string, name: string): WholeForm {
  const entry = z.object({
    turn: z.int(),
    reason: z.string(),
    label: z.enum(messageLabels[judge]),
    evidence: z.string().nullable(),
  });
  const zod = z.object({ messages: z.array(entry) });
  const template = `${materialTemplate(judge === 'J3', false)}\n${sectionTitles.open}`;
  return {
    fixed,
    version: judgeVersion(judge, fixed, template, JSON.stringify(z.toJSONSchema(zod))),
    schema: { name, zod },
  };
}

/** Versions of the judges that take a whole conversation in one call. */
export const wholeVersions: Readonly<Record<MessageJudge, string>> = { J2: forms.J2.version, J3: forms.J3.version };

/** One call about all messages of a conversation. `simulated`: what the simulated judge of single messages says. */
export function wholeTask(
  judge: MessageJudge,
  sample: SocratesSample,
  dialogue: Dialogue,
  simulated: (turn: number, random: Random) => Verdict | undefined,
): JudgeTask {
  const { fixed, version, schema } = forms[judge];
  const { replies } = dialogue;
  const withTheory = judge === 'J3';
  const promptFor = (open: readonly number[] = []): JudgePrompt => ({
    fixed,
    material: judgeMaterial(sample, dialogue, { withTheory, open }),
  });
  const slots = replies.map(({ turn }): VerdictSlot => ({ judge, unit: 'message', turn }));
  return {
    // Of another name than the calls about single messages, so that neither is taken for the other when a run goes on.
    key: `${judge}@all`,
    judge,
    version,
    slots,
    get prompt(): JudgePrompt {
      return promptFor();
    },
    schema,
    maxOutputTokens: tokensPerMessage * replies.length + tokensOfFrame,
    read: (text, owed = slots) => readAll(text, owed, dialogue, promptFor),
    simulate: (random) =>
      JSON.stringify({
        messages: replies.map(({ turn }) => {
          const { label = 'clean', reasoning = '', evidence = null } = simulated(turn, random) ?? {};
          return { turn, reason: reasoning, label, evidence };
        }),
      }),
  };
}

// A turn may come as text, and a judge may leave out all but its decision.
const entrySchema = z.object({
  turn: z.union([
    z.int(),
    z
      .string()
      .regex(/^\s*\d{1,4}\s*$/)
      .transform(Number),
  ]),
  reason: z.string().catch(''),
  label: z.string().transform((label) => label.trim().toLowerCase()),
  evidence: z.string().nullable().catch(null),
});

/**
 * Reads the entries about messages that are owed a verdict; others are ignored. A message that is missing, has an unknown label or two
 * different ones is still owed, and asked for alone.
 */
function readAll(
  text: string,
  owed: readonly VerdictSlot[],
  { replies }: Dialogue,
  promptFor: (open: readonly number[]) => JudgePrompt,
): JudgeReading {
  const search = lastJsonObject(text);
  if (search.kind === 'none') return { kind: 'unreadable', problem: search.problem };
  const list = isRecord(search.value) ? search.value.messages : undefined;
  if (!Array.isArray(list)) return { kind: 'unreadable', problem: 'The answer has no list "messages".' };
  const entries = list.flatMap((entry: unknown) => entrySchema.safeParse(entry).data ?? []);
  const verdicts = owed.flatMap((slot): readonly Verdict[] => {
    const about = entries.filter(({ turn }) => turn === slot.turn);
    const [first] = about;
    const label = messageLabels[slot.judge === 'J3' ? 'J3' : 'J2'].find((one) => one.toLowerCase() === first?.label);
    if (first === undefined || label === undefined || about.some((other) => other.label !== first.label)) return [];
    const message = replies.find(({ turn }) => turn === slot.turn)?.visible ?? '';
    return [messageVerdict(slot, label, first.reason, first.evidence, message)];
  });
  const read = new Set(verdicts.map(({ turn }) => turn));
  const open = owed.flatMap(({ turn }) => (turn === undefined || read.has(turn) ? [] : [turn]));
  if (open.length === 0) return { kind: 'verdicts', verdicts };
  const problem = `No single readable entry was found for tutor message ${open.join(', ')}.`;
  if (verdicts.length === 0) return { kind: 'unreadable', problem };
  return { kind: 'partial', verdicts, problem, remaining: promptFor(open) };
}
