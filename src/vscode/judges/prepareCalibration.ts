import path from 'node:path';
import type { Benchmark } from '../../core/benchmarks/benchmark';
import { benchmarks } from '../../core/benchmarks/registry';
import { calibrationSession } from '../../core/calibration/calibrationSession';
import { chooseGold, GoldSourceError } from '../../core/calibration/goldSource';
import { planCalibration } from '../../core/calibration/planCalibration';
import { assertCapHolds } from '../../core/engine/priceCap';
import { decideChoices } from '../../core/engine/runChoices';
import { newRunId } from '../../core/engine/runId';
import { readSampleImages } from '../../core/engine/sampleImages';
import type { JudgeWording } from '../../core/judging/judgeWording';
import { createRun } from '../../core/store/runStore';
import type { ManifestModel } from '../../core/store/runManifest';
import { goesByBatch } from '../batches/batchChoice';
import type { PreparedRun } from '../evaluation/runInWindow';
import { providersOf } from '../evaluation/runProviders';
import type { PromptStore } from '../evaluation/runStores';
import type { Settings } from '../settings';
import type { LabelledReplies } from './readLabelledReplies';

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

/** The models that settings name so. Throws `ChoiceError`. */
export function judgesNamed(references: readonly string[], settings: Settings): readonly ManifestModel[] {
  const { parameters } = settings.choices;
  return decideChoices([{ judges: references, parameters }], {
    benchmarks,
    providers: providersOf(settings),
    baseUrlFor: (_role, provider) => settings.baseUrlFor(provider),
  }).judges;
}

/** Plans a calibration under the settings in force. Throws `GoldSourceError`, `ChoiceError` and `PriceCapError`. */
export async function prepareCalibration(
  { benchmark, source: whole, file, judges, wordings, limit }: CalibrationChoice,
  { store }: PromptStore,
  settings: Settings,
  toolVersion: string,
): Promise<PlannedInWindow> {
  const seed = settings.choices.seed ?? 1;
  assertCapHolds(judges, settings.caps);
  const dimensions = [...new Set(wordings.flatMap((wording) => wording.judges))];
  const source = chooseGold(benchmark, whole, { dimensions, tutor: undefined, limit, seed });
  if (source.kind === 'answers') throw new GoldSourceError(`${source.name} holds no replies.`);
  const samples = source.samples.map(({ sample }) => sample);
  const folder = path.dirname(file);
  const loaded = await readSampleImages(benchmark, { samples, format: source.format, problems: [] }, folder);
  const { leftOut, ...planned } = planCalibration(benchmark, source, loaded, {
    runId: newRunId(Date.now(), Math.random),
    createdAt: new Date().toISOString(),
    toolVersion,
    judges,
    seed,
    limit,
    wordings,
    batch: goesByBatch(judges, 'asSet', settings.batch, providersOf(settings)),
    ...settings.caps,
  });
  if (planned.samples.length === 0) {
    throw new GoldSourceError(`${source.name}: no labelled reply is left that could be judged.`);
  }
  const faults = [...whole.problems, ...loaded.problems].filter(({ severity }) => severity === 'error');
  return {
    run: {
      session: calibrationSession({ ...planned, records: [], problems: [] }, benchmarks),
      openWriter: () => createRun(store, planned),
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
