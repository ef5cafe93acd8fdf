import { describe, expect, it } from 'vitest';
import { PromptMoves, type MovableController } from '../../../src/vscode/evaluation/promptMoves';
import { Announcer, HeldWork } from './heldWork';

class Controller implements MovableController<string> {
  readonly uri: string;
  readonly ended = new Announcer<{ readonly manifest: { readonly runId: string } }>();
  readonly run = new HeldWork();
  readonly calibration = new HeldWork();
  readonly judges = { runs: this.calibration };
  readonly onDidChange = this.run.onDidChange;
  readonly onDidEndRun = this.ended.on;

  constructor(uri: string) {
    this.uri = uri;
  }

  get isRunning(): boolean {
    return this.run.isRunning;
  }

  endRun(runId: string): void {
    this.ended.say({ manifest: { runId } });
    this.run.end();
  }
}

interface Replaced {
  readonly controller: string | undefined;
  readonly to: string;
  readonly ended: string | undefined;
}

function newMoves(...controllers: readonly Controller[]): {
  readonly moves: PromptMoves<string, Controller>;
  readonly replaced: Replaced[];
  readonly failures: unknown[];
} {
  const replaced: Replaced[] = [];
  const failures: unknown[] = [];
  const moves = new PromptMoves<string, Controller>({
    find: (name) =>
      controllers.find(({ uri }) => uri === name && !replaced.some(({ controller }) => controller === name)),
    replace: (controller, to, ended) => {
      replaced.push({ controller: controller?.uri, to, ended });
      return to === 'unreadable' ? Promise.reject(new Error('It cannot be read.')) : Promise.resolve();
    },
    failed: (error) => failures.push(error),
  });
  return { moves, replaced, failures };
}

describe('PromptMoves', () => {
  it('moves a controller at rest at once, and tells of a name without one', async () => {
    const controller = new Controller('a');
    const { moves, replaced } = newMoves(controller);
    await moves.moved('a', 'b');
    await moves.moved('c', 'd');
    expect(replaced).toEqual([
      { controller: 'a', to: 'b', ended: undefined },
      { controller: undefined, to: 'd', ended: undefined },
    ]);
    expect(await moves.whereIs(controller)).toBe('b');
    expect(await moves.whereIs(new Controller('e'))).toBe('e');
  });

  it('waits for a run, takes it along, and says where its end is to be told', async () => {
    const controller = new Controller('a');
    controller.run.begin();
    const { moves, replaced } = newMoves(controller);
    await moves.moved('a', 'b');
    expect(replaced).toEqual([]);
    const where = moves.whereIs(controller);
    controller.endRun('r1');
    expect(await where).toBe('b');
    expect(replaced).toEqual([{ controller: 'a', to: 'b', ended: 'r1' }]);
  });

  it('waits for a calibration, also for one that outlasts the run', async () => {
    const controller = new Controller('a');
    controller.run.begin();
    controller.calibration.begin();
    const { moves, replaced } = newMoves(controller);
    await moves.moved('a', 'b');
    const where = moves.whereIs(controller);
    controller.endRun('r1');
    await Promise.resolve();
    expect(replaced).toEqual([]);
    controller.calibration.end();
    await where;
    expect(replaced).toEqual([{ controller: 'a', to: 'b', ended: 'r1' }]);
  });

  it('follows a prompt that is renamed again while it waits', async () => {
    const controller = new Controller('a');
    controller.run.begin();
    const { moves, replaced } = newMoves(controller);
    const name = moves.follow('a');
    await moves.moved('a', 'b');
    await moves.moved('b', 'c');
    expect(name.now).toBe('c');
    controller.endRun('r1');
    expect(await moves.whereIs(controller)).toBe('c');
    expect(replaced).toEqual([
      { controller: undefined, to: 'c', ended: undefined },
      { controller: 'a', to: 'c', ended: 'r1' },
    ]);
    name.dispose();
    await moves.moved('c', 'd');
    expect(name.now).toBe('c');
  });

  it('leaves a controller in its place whose prompt has its name back', async () => {
    const controller = new Controller('a');
    controller.run.begin();
    const { moves, replaced } = newMoves(controller);
    await moves.moved('a', 'b');
    await moves.moved('b', 'a');
    controller.endRun('r1');
    expect(await moves.whereIs(controller)).toBe('a');
    expect(replaced).toEqual([{ controller: undefined, to: 'a', ended: undefined }]);
  });

  it('moves it once where the name changes there, back and on', async () => {
    const controller = new Controller('a');
    controller.run.begin();
    const { moves, replaced } = newMoves(controller);
    await moves.moved('a', 'b');
    await moves.moved('b', 'a');
    await moves.moved('a', 'c');
    controller.endRun('r1');
    expect(await moves.whereIs(controller)).toBe('c');
    expect(replaced.filter((one) => one.controller === 'a')).toEqual([{ controller: 'a', to: 'c', ended: 'r1' }]);
  });

  it('hands on what went wrong: to who moves it, or when it had to wait, to who keeps the log', async () => {
    const [waiting, idle] = [new Controller('a'), new Controller('b')];
    waiting.run.begin();
    const { moves, failures } = newMoves(waiting, idle);
    await expect(moves.moved('b', 'unreadable')).rejects.toThrow('It cannot be read.');
    await moves.moved('a', 'unreadable');
    waiting.run.end();
    expect(await moves.whereIs(waiting)).toBe('unreadable');
    expect(failures).toMatchObject([{ message: 'It cannot be read.' }]);
  });
});
