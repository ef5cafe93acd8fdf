import { describe, expect, it } from 'vitest';
import { socratesBench } from '../../../src/core/benchmarks/socratesbench/definition';
import { expandTheory, unsentTurn } from '../../../src/core/benchmarks/socratesbench/plan';
import { offlineEntry } from '../../../src/core/providers/offlineProvider';
import { buildReport } from '../../../src/core/results/buildReport';
import { startRun } from '../run/toyRun';
import { starterSamples } from './socratesFixtures';
import { callCounts } from '../../callCounts';

const tasks = starterSamples().filter(({ id }) => id === 'so-sv-pq-1' || id === 'so-en-percent-1');
const samples = expandTheory(tasks, { theory: 'both' });
const repeats = 2;

describe('a run through the engine, simulated', () => {
  it('plays both conditions to their end and reports them apart, with their difference and the map', async () => {
    expect(samples.map(({ id }) => id)).toEqual(['so-sv-pq-1', 'so-sv-pq-1~no-theory', 'so-en-percent-1']);
    const { status, session } = await startRun({
      benchmark: socratesBench,
      samples,
      repeats,
      provider: offlineEntry.create({ apiKey: '' }),
      policy: { theory: 'both' },
    });
    expect(status.status).toBe('completed');
    // Three samples of ten turns; J1 and ten of J2 each, ten of J3 where there is theory.
    expect(callCounts(session.state)).toMatchObject({
      tutorCalls: repeats * 3 * 10,
      judgeCalls: repeats * (3 * 11 + 10),
    });
    const [report] = buildReport(session, { resamples: 50 }).benchmarks;
    expect(report?.coverage).toBe(1);
    expect(report?.blocks.map(({ id }) => id)).toEqual(['theory', 'noTheory', 'theoryDelta']);
    const [picture] = report?.pictures ?? [];
    if (picture?.kind !== 'turnMap') expect.fail('There is no map of turns.');
    expect(picture.layers.map(({ id, rows }) => [id, rows.length])).toEqual([
      ['J1: answer first given away, with theory', 2],
      ['J2: step worked out, with theory', 2],
      ['J3: beyond the theory, with theory', 2],
      ['J2: first failure, with theory', 2],
      ['J1: answer first given away, without theory', 4],
      ['J2: step worked out, without theory', 4],
      ['J2: first failure, without theory', 4],
    ]);
    expect(picture.layers[5]?.byTurn.every(({ judged }) => judged === 4)).toBe(true);
  });

  it('plays a modelled student, whose words the tutor and the judges get and whose figures stand apart', async () => {
    const { status, session } = await startRun({
      benchmark: socratesBench,
      samples: tasks,
      repeats,
      provider: offlineEntry.create({ apiKey: '' }),
      studentModel: 'student',
    });
    expect(status.status).toBe('completed');
    for (const item of session.items) {
      const { plan, replies } = session.state.item(item.key).dialogue(session.planOf(item));
      const words = plan.studentTurns.map(({ content }) => content);
      expect([words.length, replies.length]).toEqual([10, 10]);
      expect(words).not.toContain(unsentTurn);
      expect(words[0]).toBe(tasks.find(({ id }) => id === item.sample.id)?.script[0]);
    }
    const [report] = buildReport(session, { resamples: 50 }).benchmarks;
    expect(report?.blocks.map(({ id }) => id)).toEqual(['modelled-theory', 'modelled-noTheory']);
    expect(report?.pictures[0]?.title).toMatch(/^Modelled student/);
  });

  it('has the same replies whether the script or the simulated student speaks, as the simulated tutor does not read', async () => {
    const outcome = async (student: { readonly studentModel?: string }): Promise<unknown> => {
      const { session } = await startRun({
        benchmark: socratesBench,
        samples: tasks,
        repeats,
        provider: offlineEntry.create({ apiKey: '' }),
        ...student,
      });
      return session.items.map((item) => session.state.item(item.key).dialogue(session.planOf(item)).replies);
    };
    expect(await outcome({ studentModel: 'student' })).toEqual(await outcome({}));
  });
});
