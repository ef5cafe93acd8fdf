import type { ChildProcess } from 'node:child_process';
import { adaptiveSlots } from '../../src/core/run/sharedLimiters';

interface Span {
  readonly slots: number;
  readonly ms: number;
}

/** One provider's calls allowed in flight, as commands told of them. */
interface Course {
  readonly spans: Span[];
  slots: number;
  /** A time of `performance.now()`. */
  since: number;
}

const change = /^(\S.*?): (\d+) calls in flight \(/gm;

/**
 * Follows a command's limit of calls in flight from its lines on standard error. The journal merges the changes of a
 * second, so its last number may be outdated.
 */
export class SlotWatch {
  readonly #courses = new Map<string, Course>();

  /** Providers are those that change at all; each command begins anew. */
  readonly follow = (child: ChildProcess): void => {
    const started = performance.now();
    const own = new Map<string, Course>();
    let rest = '';
    child.stderr?.on('data', (text: string) => {
      const lines = rest + text;
      const end = lines.lastIndexOf('\n') + 1;
      rest = lines.slice(end);
      for (const [, provider = '', slots] of lines.slice(0, end).matchAll(change)) {
        const course = own.get(provider) ?? this.#begin(provider, started);
        own.set(provider, course);
        turn(course, Number(slots));
      }
    });
    child.once('close', () => {
      for (const course of own.values()) turn(course, course.slots);
    });
  };

  /** Least, median and most of each provider, medians weighted by time. */
  get words(): readonly string[] {
    return [...this.#courses].map(([provider, { spans }]) => {
      const numbers = spans.map(({ slots }) => slots);
      return `${provider} ${Math.min(...numbers)} to ${Math.max(...numbers)} slots, median ${median(spans)}`;
    });
  }

  #begin(provider: string, since: number): Course {
    const { spans } = this.#courses.get(provider) ?? { spans: [] };
    const course = { spans, slots: adaptiveSlots.start, since };
    this.#courses.set(provider, course);
    return course;
  }
}

function turn(course: Course, slots: number): void {
  const now = performance.now();
  course.spans.push({ slots: course.slots, ms: now - course.since });
  course.slots = slots;
  course.since = now;
}

function median(spans: readonly Span[]): number {
  const sorted = [...spans].sort((left, right) => left.slots - right.slots);
  let left = sorted.reduce((sum, { ms }) => sum + ms, 0) / 2;
  for (const { slots, ms } of sorted) {
    left -= ms;
    if (left <= 0) return slots;
  }
  return Number.NaN;
}
