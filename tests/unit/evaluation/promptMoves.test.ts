import { describe, expect, it } from 'vitest';
import { PromptMoves, type MovableDesk } from '../../../src/vscode/evaluation/promptMoves';
import { Announcer, HeldWork } from './heldWork';

class Desk implements MovableDesk<string> {
  readonly uri: string;
  readonly ended = new Announcer<{ readonly manifest: { readonly runId: string } }>();
  readonly run = new HeldWork();
  readonly calibration = new HeldWork();
  readonly evaluation: MovableDesk<string>['evaluation'];
  readonly judges = { runs: this.calibration };

  constructor(uri: string) {
    this.uri = uri;
    const { run } = this;
    this.evaluation = {
      get isRunning() {
        return run.isRunning;
      },
      onDidChange: run.onDidChange,
      onDidEndRun: this.ended.on,
    };
  }

  endRun(runId: string): void {
    this.ended.say({ manifest: { runId } });
    this.run.end();
  }
}

interface Replaced {
  readonly desk: string | undefined;
  readonly to: string;
  readonly ended: string | undefined;
}

function newMoves(...desks: readonly Desk[]): {
  readonly moves: PromptMoves<string, Desk>;
  readonly replaced: Replaced[];
  readonly failures: unknown[];
} {
  const replaced: Replaced[] = [];
  const failures: unknown[] = [];
  const moves = new PromptMoves<string, Desk>({
    find: (name) => desks.find(({ uri }) => uri === name && !replaced.some(({ desk }) => desk === name)),
    replace: (desk, to, ended) => {
      replaced.push({ desk: desk?.uri, to, ended });
      return to === 'unreadable' ? Promise.reject(new Error('It cannot be read.')) : Promise.resolve();
    },
    failed: (error) => failures.push(error),
  });
  return { moves, replaced, failures };
}

describe('PromptMoves', () => {
  it('moves a desk at rest at once, and tells of a name without one', async () => {
    const desk = new Desk('a');
    const { moves, replaced } = newMoves(desk);
    await moves.moved('a', 'b');
    await moves.moved('c', 'd');
    expect(replaced).toEqual([
      { desk: 'a', to: 'b', ended: undefined },
      { desk: undefined, to: 'd', ended: undefined },
    ]);
    expect(await moves.whereIs(desk)).toBe('b');
    expect(await moves.whereIs(new Desk('e'))).toBe('e');
  });

  it('waits for a run, takes it along, and says where its end is to be told', async () => {
    const desk = new Desk('a');
    desk.run.begin();
    const { moves, replaced } = newMoves(desk);
    await moves.moved('a', 'b');
    expect(replaced).toEqual([]);
    const where = moves.whereIs(desk);
    desk.endRun('r1');
    expect(await where).toBe('b');
    expect(replaced).toEqual([{ desk: 'a', to: 'b', ended: 'r1' }]);
  });

  it('waits for a calibration, also for one that outlasts the run', async () => {
    const desk = new Desk('a');
    desk.run.begin();
    desk.calibration.begin();
    const { moves, replaced } = newMoves(desk);
    await moves.moved('a', 'b');
    const where = moves.whereIs(desk);
    desk.endRun('r1');
    await Promise.resolve();
    expect(replaced).toEqual([]);
    desk.calibration.end();
    await where;
    expect(replaced).toEqual([{ desk: 'a', to: 'b', ended: 'r1' }]);
  });

  it('follows a prompt that is renamed again while it waits', async () => {
    const desk = new Desk('a');
    desk.run.begin();
    const { moves, replaced } = newMoves(desk);
    const name = moves.follow('a');
    await moves.moved('a', 'b');
    await moves.moved('b', 'c');
    expect(name.now).toBe('c');
    desk.endRun('r1');
    expect(await moves.whereIs(desk)).toBe('c');
    expect(replaced).toEqual([
      { desk: undefined, to: 'c', ended: undefined },
      { desk: 'a', to: 'c', ended: 'r1' },
    ]);
    name.dispose();
    await moves.moved('c', 'd');
    expect(name.now).toBe('c');
  });

  it('leaves a desk in its place whose prompt has its name back', async () => {
    const desk = new Desk('a');
    desk.run.begin();
    const { moves, replaced } = newMoves(desk);
    await moves.moved('a', 'b');
    await moves.moved('b', 'a');
    desk.endRun('r1');
    expect(await moves.whereIs(desk)).toBe('a');
    expect(replaced).toEqual([{ desk: undefined, to: 'a', ended: undefined }]);
  });

  it('moves it once where the name changes there, back and on', async () => {
    const desk = new Desk('a');
    desk.run.begin();
    const { moves, replaced } = newMoves(desk);
    await moves.moved('a', 'b');
    await moves.moved('b', 'a');
    await moves.moved('a', 'c');
    desk.endRun('r1');
    expect(await moves.whereIs(desk)).toBe('c');
    expect(replaced.filter((one) => one.desk === 'a')).toEqual([{ desk: 'a', to: 'c', ended: 'r1' }]);
  });

  it('hands on what went wrong: to who moves it, or when it had to wait, to who keeps the log', async () => {
    const [waiting, idle] = [new Desk('a'), new Desk('b')];
    waiting.run.begin();
    const { moves, failures } = newMoves(waiting, idle);
    await expect(moves.moved('b', 'unreadable')).rejects.toThrow('It cannot be read.');
    await moves.moved('a', 'unreadable');
    waiting.run.end();
    expect(await moves.whereIs(waiting)).toBe('unreadable');
    expect(failures).toMatchObject([{ message: 'It cannot be read.' }]);
  });
});
