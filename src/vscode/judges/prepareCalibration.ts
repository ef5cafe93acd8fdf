import path from 'node:path';
import type { Benchmark } from '../../core/benchmarks/benchmark';
import { benchmarks } from '../../core/benchmarks/registry';
import { calibrationSession } from '../../core/calibration/calibrationSession';
import { chooseGold } from '../../core/calibration/chooseGold';
import { GoldSourceError } from '../../core/calibration/goldSource';
import { planCalibration } from '../../core/calibration/planCalibration';
import { readSampleImages } from '../../core/engine/sampleImages';
import type { JudgeWording } from '../../core/judging/judgeWording';
import { createRun } from '../../core/store/createRun';
import type { ManifestModel } from '../../core/store/runManifest';
import { newRunFacts } from '../evaluation/prepareStored';
import type { RunContext } from '../evaluation/runContext';
import type { PreparedRun } from '../evaluation/runInWindow';
import type { LabelledReplies } from './calibrationInput';

/** What is calibrated on what. */
export interface CalibrationChoice {
  readonly benchmark: Benchmark;
  readonly source: LabelledReplies;
  /** The file that the labels were read from; images lie beside it. */
  readonly file: string;
  readonly judges: readonly ManifestModel[];
  /** Texts of a person's own for the judges; only judges that have one are asked then. None for the built-in ones. */
  readonly wordings: readonly JudgeWording[];
  /** A seeded sample of so many dialogues or problems; `undefined` for all. */
  readonly limit: number | undefined;
}

/** A calibration that is planned, and what could not be used of its labels, a sentence each. */
export interface PlannedInWindow {
  readonly run: PreparedRun;
  readonly remarks: readonly string[];
}

/** Plans a calibration under the settings in force. Throws `GoldSourceError`, `ChoiceError` and `PriceCapError`. */
export async function prepareCalibration(
  { benchmark, source: whole, file, judges, wordings, limit }: CalibrationChoice,
  context: RunContext,
): Promise<PlannedInWindow> {
  const seed = context.settings.choices.seed ?? 1;
  const facts = newRunFacts(judges, context);
  const dimensions = [...new Set(wordings.flatMap((wording) => wording.judges))];
  const source = chooseGold(benchmark, whole, { dimensions, tutor: undefined, limit, seed });
  if (source.kind === 'answers') throw new GoldSourceError(`${source.name} holds no replies.`);
  const samples = source.samples.map(({ sample }) => sample);
  const folder = path.dirname(file);
  const loaded = await readSampleImages(benchmark, { samples, format: source.format, problems: [] }, folder);
  const { leftOut, ...planned } = planCalibration(benchmark, source, loaded, {
    ...facts,
    judges,
    seed,
    limit,
    wordings,
  });
  if (planned.samples.length === 0) {
    throw new GoldSourceError(`${source.name}: no labelled reply is left that could be judged.`);
  }
  const faults = [...whole.problems, ...loaded.problems].filter(({ severity }) => severity === 'error');
  return {
    run: {
      session: calibrationSession({ ...planned, records: [], problems: [] }, benchmarks),
      openWriter: () => createRun(context.prompt.store, planned),
    },
    remarks: [
      ...source.notes,
      ...(leftOut === 0
        ? []
        : [`Labelled replies with another number of turns than their sample has were left out: ${leftOut}.`]),
      ...faults.map(({ record, field, message }) => `Record ${record}, ${field}: ${message}`),
    ],
  };
}
