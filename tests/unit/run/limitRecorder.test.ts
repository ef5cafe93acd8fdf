import { describe, expect, it } from 'vitest';
import { CallLimiter } from '../../../src/core/run/callLimiter';
import { recordLimits } from '../../../src/core/run/sharedLimiters';
import type { ModelEndpoint } from '../../../src/core/run/modelEndpoint';
import type { LimitRecord } from '../../../src/core/store/runRecord';
import { plainSamples, plainToy } from '../../toyBenchmarks/plainToy';
import { defaultAnswer, FakeProvider, providerError } from './fakeProvider';
import { patientClock, resumeRun, startRun } from './toyRun';
import { factsOf } from '../../../src/core/providers/modelFacts';

const wide = { start: 4, floor: 1, ceiling: 64 };

describe('changes of the number of calls in flight', () => {
  it('are in the journal, with growth and rate limits, and are read back', async () => {
    const provider = new FakeProvider((request, index) => {
      if (index === 40) throw providerError('rateLimit');
      return defaultAnswer(request);
    });
    const options = { benchmark: plainToy, samples: plainSamples(40), provider, slots: wide };
    const { records, session, events, store } = await startRun(options);
    const limits = records.filter((record) => record.kind === 'limit');
    expect(limits[0]).toMatchObject({ provider: 'fake', from: 4, low: 4, growths: 1, cuts: 0 });
    // One record takes up where the one before it ended, and none is lost.
    for (const [index, { from }] of limits.entries()) if (index > 0) expect(from).toBe(limits[index - 1]?.to);
    const told = events.filter((event) => event.kind === 'limit');
    expect(limits.reduce((sum, { growths, cuts }) => sum + growths + cuts, 0)).toBe(told.length);
    expect(limits.reduce((sum, { cuts }) => sum + cuts, 0)).toBe(1);
    const [history] = session.state.limits.values();
    expect(history).toEqual({
      provider: 'fake',
      low: 4,
      high: Math.max(...told.map(({ limit }) => limit)),
      cuts: 1,
    });
    const again = await resumeRun({ ...options, store });
    expect([...again.session.state.limits.values()][0]).toMatchObject({ cuts: 1 });
    // They are no step of any item.
    expect(again.session.state.items.size).toBe(40);
  });

  it('are none where the number stays', async () => {
    const provider = new FakeProvider();
    const { records, session } = await startRun({ benchmark: plainToy, samples: plainSamples(5), provider });
    expect(records.some(({ kind }) => kind === 'limit')).toBe(false);
    expect(session.state.limits.size).toBe(0);
  });

  it('of a restless run become few records, which still count every one', async () => {
    const clock = patientClock();
    const limiter = new CallLimiter({ start: 8, floor: 8, ceiling: 16 }, clock);
    const endpoint: ModelEndpoint = {
      name: 'm',
      model: 'm',
      facts: factsOf('fake', 'm'),
      provider: new FakeProvider(),
      limiter,
    };
    const records: LimitRecord[] = [];
    const close = recordLimits([endpoint, endpoint], clock, (record) => records.push(record));
    const signal = new AbortController().signal;
    let changes = 0;
    const unfollow = limiter.follow(() => {
      changes += 1;
    });
    const slot = limiter.slot();
    // Ten hours, in each second of which the number may change several times.
    for (let second = 0; second < 36_000; second += 1) {
      await clock.delay(1_000, signal);
      for (let call = 0; call < 24; call += 1) slot.answered();
      slot.failed('rateLimit');
    }
    close();
    unfollow();
    expect(changes).toBeGreaterThan(30_000);
    expect(records.length).toBeLessThan(700);
    expect(records.reduce((sum, { growths, cuts }) => sum + growths + cuts, 0)).toBe(changes);
    expect(Math.min(...records.map(({ low }) => low))).toBe(8);
  });
});
