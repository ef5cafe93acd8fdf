import { CallLimiter } from '../../../src/core/run/callLimiter';
import { systemClock } from '../../../src/core/run/clock';
import { executeRun } from '../../../src/core/run/executeRun';
import { createRunSession } from '../../../src/core/run/runSession';
import { createOpenAiProvider } from '../../../src/core/providers/openAiProvider';
import { FileRunStore } from '../../../src/core/store/fileRunStore';
import { modelName } from '../../../src/core/store/runManifest';
import { plainToy } from '../../toyBenchmarks/plainToy';
import { factsOf } from '../../../src/core/providers/modelFacts';

// A separate program to be killed: resumes the run in ROOT against the server at URL with LANES calls in flight.
const [root = '', runId = '', url = '', slots = '4'] = process.argv.slice(2);
const store = new FileRunStore(root);
const writer = await store.reopen(runId);
const stored = await store.open(runId);
const session = createRunSession(
  stored.manifest,
  stored.samples,
  new Map([[plainToy.id, plainToy]]),
  stored.records,
  stored.problems,
);
const bound = Number(slots);
const limiter = new CallLimiter({ start: bound, floor: bound, ceiling: bound });
const provider = createOpenAiProvider({ apiKey: '', baseUrl: url });
const endpoint = (model: (typeof stored.manifest)['tutor']) => ({
  name: modelName(model),
  model: model.model,
  facts: factsOf(model.provider, model.model),
  baseUrl: url,
  provider,
  limiter,
});
const status = await executeRun(
  session,
  {
    tutor: endpoint(stored.manifest.tutor),
    judges: stored.manifest.judges.map(endpoint),
    writer,
    images: store.images,
    cache: undefined,
    clock: systemClock,
    random: Math.random,
    onEvent: () => undefined,
    maxCostUsd: undefined,
    spending: undefined,
  },
  new AbortController().signal,
);
await writer.close();
process.stdout.write(`${status.status} ${status.detail ?? ''}\n`);
