import { describe, expect, it } from 'vitest';
import { retry, type RetryNotice, type RetryOptions } from '../../../src/core/run/retry';
import { ProviderError, type ProviderFailure } from '../../../src/core/providers/provider';

function failed(failure: ProviderFailure, retryAfterMs?: number): ProviderError {
  return new ProviderError(`failed: ${failure}`, { failure, provider: 'test', retryAfterMs });
}

/** A delay that takes no time, and what was asked of it. */
function recorder(changes: Partial<RetryOptions> = {}): {
  waits: number[];
  notices: RetryNotice[];
  options: RetryOptions;
} {
  const waits: number[] = [];
  const notices: RetryNotice[] = [];
  const options: RetryOptions = {
    signal: new AbortController().signal,
    delay: (ms) => {
      waits.push(ms);
      return Promise.resolve();
    },
    random: () => 1,
    onRetry: (notice) => notices.push(notice),
    ...changes,
  };
  return { waits, notices, options };
}

/** An attempt that fails with these errors in turn and then succeeds. */
function failing(...errors: Error[]): { (): Promise<string>; calls: () => number } {
  let calls = 0;
  const attempt = (): Promise<string> => {
    calls += 1;
    const error = errors[calls - 1];
    return error === undefined ? Promise.resolve('done') : Promise.reject(error);
  };
  return Object.assign(attempt, { calls: () => calls });
}

describe('retry', () => {
  it('returns the first success without waiting', async () => {
    const { waits, options } = recorder();
    expect(await retry(failing(), options)).toBe('done');
    expect(waits).toEqual([]);
  });

  it('doubles the longest wait up to the limit', async () => {
    const { waits, notices, options } = recorder({ baseMs: 5_000 });
    const errors = Array.from({ length: 5 }, () => failed('server'));
    expect(await retry(failing(...errors), options)).toBe('done');
    expect(waits).toEqual([5_000, 10_000, 20_000, 30_000, 30_000]);
    expect(notices.map(({ delayMs }) => delayMs)).toEqual(waits);
    expect(notices.map(({ error }) => error)).toEqual(errors);
  });

  it('takes any share of the longest wait, down to none', async () => {
    const shares = [0, 0.25, 0.5];
    const { waits, options } = recorder({ baseMs: 100, random: () => shares.shift() ?? 1 });
    await retry(failing(failed('network'), failed('network'), failed('network')), options);
    expect(waits).toEqual([0, 50, 200]);
  });

  it.each([
    [1200, 1200],
    [60_000, 60_000],
    [600_000, 60_000],
    [0, 500],
    [-3, 500],
  ])('waits for a server that asks for %i ms: %i ms', async (asked, waited) => {
    const { waits, options } = recorder();
    await retry(failing(failed('rateLimit', asked)), options);
    expect(waits).toEqual([waited]);
  });

  it.each<ProviderFailure>(['auth', 'badRequest', 'quota', 'aborted'])(
    'throws %s at once and as it is',
    async (failure) => {
      const error = failed(failure);
      const attempt = failing(error);
      await expect(retry(attempt, recorder().options)).rejects.toBe(error);
      expect(attempt.calls()).toBe(1);
    },
  );

  it('throws what is no provider error as it is', async () => {
    const error = new TypeError('a bug');
    await expect(retry(failing(error), recorder().options)).rejects.toBe(error);
  });

  it('throws a hopeless error after hopeful ones as it is', async () => {
    const error = failed('auth');
    await expect(retry(failing(failed('server'), error), recorder().options)).rejects.toBe(error);
  });

  it('gives up after six attempts with the last error and their number', async () => {
    const errors = [...Array.from({ length: 5 }, () => failed('server')), failed('rateLimit', 90_000)];
    const attempt = failing(...errors);
    const { waits, options } = recorder();
    const error: unknown = await retry(attempt, options).catch((reason: unknown) => reason);
    expect(error).toBeInstanceOf(ProviderError);
    expect(error).toMatchObject({ failure: 'rateLimit', retryAfterMs: 90_000, cause: errors[5] });
    expect(String(error)).toMatch(/failed: rateLimit.*6 attempts/);
    expect(attempt.calls()).toBe(6);
    expect(waits).toHaveLength(5);
  });

  it('throws a single attempt unwrapped when one is all there is', async () => {
    const error = failed('timeout');
    await expect(retry(failing(error), recorder({ maxTimeouts: 1 }).options)).rejects.toBe(error);
  });

  it('stops while waiting', async () => {
    const controller = new AbortController();
    const delay: RetryOptions['delay'] = (_, signal) => {
      controller.abort();
      return Promise.reject(signal.reason as Error);
    };
    const attempt = failing(failed('server'));
    const error: unknown = await retry(attempt, recorder({ signal: controller.signal, delay }).options).catch(
      (reason: unknown) => reason,
    );
    expect(ProviderError.is(error, 'aborted')).toBe(true);
    expect(attempt.calls()).toBe(1);
  });

  it('does not wait when the run was stopped during the attempt', async () => {
    const controller = new AbortController();
    const { waits, options } = recorder({ signal: controller.signal });
    const attempt = (): Promise<string> => {
      controller.abort();
      return Promise.reject(failed('network'));
    };
    const error: unknown = await retry(attempt, options).catch((reason: unknown) => reason);
    expect(ProviderError.is(error, 'aborted')).toBe(true);
    expect(waits).toEqual([]);
  });

  it('waits out what it is patient with, however many attempts that takes, and no longer', async () => {
    let now = 0;
    const full = () => failed('rateLimit');
    const patience = ({ failure }: ProviderError): number => (failure === 'rateLimit' ? 60_000 : 0);
    const patient = (): ReturnType<typeof recorder> => {
      const found = recorder({ patience, now: () => now });
      const delay = (ms: number): Promise<void> => {
        now += ms;
        found.waits.push(ms);
        return Promise.resolve();
      };
      return { ...found, options: { ...found.options, delay } };
    };
    const soon = patient();
    expect(await retry(failing(...Array.from({ length: 9 }, full)), soon.options)).toBe('done');
    expect(Math.max(...soon.waits)).toBe(5_000);
    const late = failing(...Array.from({ length: 90 }, full));
    now = 0;
    await expect(retry(late, patient().options)).rejects.toMatchObject({
      failure: 'rateLimit',
      message: expect.stringContaining('Given up after') as unknown,
    });
    expect(now).toBeGreaterThanOrEqual(60_000);
    expect(now).toBeLessThan(66_000);
    // Other failures still use up attempts, and end the spell.
    const spells = Array.from({ length: 6 }, () => [full(), full(), failed('server')]);
    const mixed = failing(...spells.flat());
    await expect(retry(mixed, patient().options)).rejects.toMatchObject({ failure: 'server' });
    expect(mixed.calls()).toBe(18);
  });
});
