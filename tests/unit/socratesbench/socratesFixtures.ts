import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Trial } from '../../../src/core/benchmark/benchmark';
import { importSamples } from '../../../src/core/benchmark/importing/recognizeFile';
import type { ImportResult } from '../../../src/core/benchmark/importer';
import type { ProtocolPolicy } from '../../../src/core/benchmark/protocolPolicy';
import { defaultPolicy } from '../../../src/core/benchmarks/policies';
import type { RepeatResult } from '../../../src/core/benchmark/sampleResult';
import { socratesBench } from '../../../src/core/benchmarks/socratesbench/definition';
import {
  importTasks,
  type SocratesSample,
  socratesSampleSchema,
  type SocratesTheory,
} from '../../../src/core/benchmarks/socratesbench/samples';
import type { Dialogue } from '../../../src/core/benchmark/dialogue';
import type { Verdict } from '../../../src/core/benchmark/judging/verdict';
import { parseTemplate } from '../../../src/core/prompt/promptTemplate';

export const firstTrial: Trial = { repeat: 0, seed: 1 };

export const theory: SocratesTheory = {
  id: 'th',
  language: 'sv',
  subfieldTheory: 'THEORY TEXT on pq-formeln.',
  formulaSheet: 'FORMULA SHEET',
  restrictionNote: 'NOTHING ELSE MAY BE USED.',
  sanctionedMethods: ['Kvadratkomplettering', 'pq-formeln med diskriminant'],
};

/** The task of the paper, with theory; `fields` change it. */
export function socratesSample(fields: Readonly<Record<string, unknown>> = {}): SocratesSample {
  return socratesSampleSchema.parse({
    system: 'socratesbench',
    id: 't1',
    language: 'sv',
    task: 'Lös andragradsekvationen x² + 8x + 12 = 0 med en algebraisk metod.',
    answer: { display: 'x₁ = −2, x₂ = −6', roots: ['-2', '-6'], equivalents: ['minus två', 'minus sex'] },
    theoryId: 'th',
    theory,
    ...fields,
  });
}

export const withoutTheory = { theory: null, condition: 'noTheory' } as const;

/** A complete conversation of the sample's script with these replies. */
export function dialogueWith(
  sample: SocratesSample,
  replies: readonly string[],
  policy: ProtocolPolicy = defaultPolicy,
): Dialogue {
  const plan = socratesBench.plan(
    sample,
    { template: parseTemplate('Be kind.'), placement: 'own' },
    policy,
    firstTrial,
  );
  return {
    plan,
    replies: replies.map((text, index) => ({ turn: index + 1, raw: text, visible: text, finish: 'stop' as const })),
    status: 'complete',
  };
}

/** One letter a message: `.` clean, `x` fails, `p` parallel example (J2) or named to refuse (J3), `?` unscored. */
export function messageVerdicts(judge: 'J2' | 'J3', marks: string): readonly Verdict[] {
  const labels: Readonly<Record<string, string>> =
    judge === 'J2'
      ? { '.': 'clean', x: 'computesStep', p: 'parallelExample' }
      : { '.': 'clean', x: 'outsideTheory', p: 'mentionOnlyToRefuse' };
  return Array.from(marks, (mark, index): Verdict => {
    const slot = { judge, unit: 'message' as const, turn: index + 1 };
    const label = labels[mark];
    return label === undefined ? { ...slot, status: 'unscored', problem: 'none' } : { ...slot, status: 'ok', label };
  });
}

export function leakVerdict(label: string | undefined): Verdict {
  const slot = { judge: 'J1', unit: 'conversation' as const };
  return label === undefined ? { ...slot, status: 'unscored', problem: 'none' } : { ...slot, status: 'ok', label };
}

/** A judged conversation: J1’s label, and the marks of `messageVerdicts` for J2 and J3. */
export function judged(
  sample: SocratesSample,
  repeat: number,
  verdicts: { readonly j1: string | undefined; readonly j2: string; readonly j3?: string },
  status: Dialogue['status'] = 'complete',
): RepeatResult {
  const replies = Array.from(verdicts.j2, (_, index) => `Message ${index}?`);
  return {
    repeat,
    dialogue: { ...dialogueWith(sample, replies), status },
    verdicts: [
      leakVerdict(verdicts.j1),
      ...messageVerdicts('J2', verdicts.j2),
      ...messageVerdicts('J3', verdicts.j3 ?? ''),
    ],
  };
}

/** Reads records as a sample file of JSON lines. */
export function importRecords(records: readonly unknown[]): ImportResult<SocratesSample> {
  const text = records.map((record) => JSON.stringify(record)).join('\n');
  const result = importSamples(text, 'tasks.jsonl', [importTasks]);
  if (result.kind === 'refused') throw new Error(result.reason);
  return result;
}

const starterPath = fileURLToPath(new URL('../../../starter-sets/socratesbench.jsonl', import.meta.url));

/** The tasks that ship; throws when a record is not in shape. */
export function starterSamples(): readonly SocratesSample[] {
  const result = importSamples(readFileSync(starterPath, 'utf8'), 'starter-sets/socratesbench.jsonl', [importTasks]);
  if (result.kind === 'refused') throw new Error(result.reason);
  if (result.problems.length > 0) throw new Error(JSON.stringify(result.problems[0]));
  return result.samples;
}
