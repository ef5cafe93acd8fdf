import { writeFile } from 'node:fs/promises';
import { availableParallelism } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { describeFault, Fuzzer, keptFolder } from '../fuzz/fuzz';
import { megabytes } from '../fuzz/fuzzWorker';

const { FUZZ_SEED = '1', FUZZ_FILES = '10000', FUZZ_FROM = '0', FUZZ_AREA, FUZZ_REPLAY } = process.env;

let fuzzer: Fuzzer;
beforeAll(async () => {
  fuzzer = await Fuzzer.start(inject('commandLine'));
});
afterAll(() => fuzzer.close());

describe.runIf(FUZZ_REPLAY !== undefined)(`the case in ${FUZZ_REPLAY ?? ''}`, () => {
  it('finds nothing any more', async () => {
    const findings = await fuzzer.replay(path.resolve(FUZZ_REPLAY ?? ''));
    expect(findings.map(({ kind, action, detail }) => `${kind}: ${action}\n${detail}`).join('\n\n')).toBe('');
  });
});

describe.runIf(FUZZ_REPLAY === undefined)(`${FUZZ_FILES} mutated files, seed ${FUZZ_SEED}`, () => {
  it('crash nothing, hold up nothing, and reach no server that nobody named', async () => {
    // Cases wait for disk, servers and other programs.
    const slots = Math.min(8, 2 * availableParallelism());
    const result = await fuzzer.play(Number(FUZZ_SEED), Number(FUZZ_FILES), {
      from: Number(FUZZ_FROM),
      slots,
      area: FUZZ_AREA,
    });
    const { cases, ms, peakBytes, longestMs, areas, faults } = result;
    const text = faults.map(describeFault).join('\n\n');
    if (faults.length > 0) await writeFile(path.join(keptFolder, 'findings.txt'), `${text}\n`);
    process.stdout.write(
      `${cases} files in ${(ms / 60_000).toFixed(1)} min (${(cases / (ms / 1_000)).toFixed(1)} a second), ` +
        `longest case ${(longestMs / 1_000).toFixed(1)} s, highest memory ${megabytes(peakBytes)} MB, ${faults.length} distinct findings\n` +
        `${[...areas].map(([area, count]) => `${area} ${count}`).join(', ')}\n`,
    );
    expect(text).toBe('');
  });
});
