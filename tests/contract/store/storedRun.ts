import { defaultPolicy } from '../../../src/core/benchmarks/policies';
import { readPromptFile } from '../../../src/core/prompt/promptFile';
import { dataHashOf } from '../../../src/core/store/storedSamples';
import type { RunManifest } from '../../../src/core/store/runManifest';
import type { ReplyRecord, StatusRecord } from '../../../src/core/store/runRecord';
import type { StoredSample } from '../../../src/core/store/runStore';

export const samples: readonly StoredSample[] = [
  { benchmark: 'mrbench', sample: { id: 's1', text: 'line\u2028separator' } },
];

const text = 'Be kind – ünïcode 🙂\n';

/** A manifest that passes its schema; nothing in it but the id matters to a store. */
export function manifestOf(runId: string, stored: readonly StoredSample[] = samples): RunManifest {
  return {
    schemaVersion: 1,
    runId,
    createdAt: '2026-03-01T10:00:00.000Z',
    toolVersion: '0.0.0',
    prompt: { path: 'tutor.md', name: 'tutor', text, revision: readPromptFile('tutor.md', text).revision },
    tutor: { provider: 'fake', model: 'tutor', simulated: false },
    judges: [{ provider: 'fake', model: 'judge', simulated: false }],
    seed: 1,
    policy: defaultPolicy,
    benchmarks: [
      {
        id: 'mrbench',
        protocol: '1',
        placement: 'own',
        repeats: 1,
        source: { kind: 'file', name: 'samples.jsonl', format: 'own' },
        dataHash: dataHashOf(
          stored.map(({ sample }) => sample),
          [],
        ),
        samples: stored.length,
        skipped: 0,
        judgeVersions: {},
      },
    ],
  };
}

export function replyRecord(turn: number, raw = `reply ${turn}`): ReplyRecord {
  const at = '2026-03-01T10:00:01.000Z';
  return { kind: 'reply', item: 'mrbench/s1#0', at, calls: 1, cached: 0, retries: 0, ms: 5, turn, raw, finish: 'stop' };
}

export function statusRecord(status: StatusRecord['status'], at = '2026-03-01T10:00:02.000Z'): StatusRecord {
  return { kind: 'status', at, status };
}
