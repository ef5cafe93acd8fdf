import { describe, expect, it } from 'vitest';
import { plainSamples, plainToy } from '../../toyBenchmarks/plainToy';
import { defaultAnswer, FakeProvider, providerError } from './fakeProvider';
import { SteppedClock } from './steppedClock';
import { resumeRun, startRun } from './toyRun';

const minutes = 60_000;
const base = { benchmark: plainToy, samples: plainSamples(100), slots: { start: 16, floor: 1, ceiling: 64 } };

/** A provider that has room for so many calls and then for none, until somebody makes some. */
function fullAfter(answers: number) {
  let room = answers;
  const provider = new FakeProvider((request) => {
    if (room <= 0) throw providerError('rateLimit', 'Too many requests.');
    room -= 1;
    return defaultAnswer(request);
  });
  const makeRoom = (): void => {
    room = Number.POSITIVE_INFINITY;
  };
  return { provider, makeRoom };
}

// A daily limit is such a one: waiting call by call took hours and lost every sample.
describe('a rate limit that does not pass', () => {
  it.each([50, 0])(
    'ends the run after a quarter of an hour, after %i answers, with every sample to be resumed',
    async (answers) => {
      const { provider, makeRoom } = fullAfter(answers);
      const clock = new SteppedClock();
      const started = clock.now();
      const { status, session, store } = await startRun({ ...base, provider, clock });
      expect(status).toMatchObject({ status: 'failed' });
      expect(status.detail).toMatch(/Too many requests\. .*No other call was answered meanwhile; resume the run/);
      const took = clock.now() - started;
      expect(took).toBeGreaterThanOrEqual(15 * minutes);
      expect(took).toBeLessThan(18 * minutes);
      expect([...session.state.items.values()].filter((item) => item.tutorFailure !== undefined)).toEqual([]);

      makeRoom();
      const resumed = await resumeRun({ ...base, provider, store, clock });
      expect(resumed.status.status).toBe('completed');
      expect(resumed.session.state.counts).toMatchObject({ replies: 100, judgements: 200 });
    },
  );

  it('is waited out as long as single calls get through', async () => {
    const clock = new SteppedClock();
    const started = clock.now();
    let next = started;
    const provider = new FakeProvider((request) => {
      if (clock.now() < next) throw providerError('rateLimit', 'Too many requests.');
      next = clock.now() + 2 * minutes;
      return defaultAnswer(request);
    });
    const { status } = await startRun({ ...base, samples: plainSamples(8), provider, clock });
    expect(status.status).not.toBe('failed');
    expect(clock.now() - started).toBeGreaterThan(15 * minutes);
  });
});
