import type { Benchmark } from '../benchmarks/benchmark';
import type { ComputedVerdicts, JudgePrompt, JudgeTask } from './judgeTask';
import { judgeVersion } from './judgeVersion';
import { sha256 } from './sha256';

/**
 * A person's own text in the place of one fixed text of a benchmark's judges. The material, its fences, the shape of the answer and
 * the reader stay as they are.
 */
export interface JudgeWording {
  /** Judges that are asked with the text that it replaces; most texts have one. */
  readonly judges: readonly string[];
  /** Where it stands, for people. */
  readonly file: string;
  /** `wordingHash` of the text that it replaces. */
  readonly replaces: string;
  readonly text: string;
}

/** Names a fixed text: the first eight hex digits of its SHA-256. */
export function wordingHash(fixed: string): string {
  return sha256(fixed).slice(0, 8);
}

/**
 * The benchmark as it is with wordings of one's own: its judges have other versions, and their tasks other fixed texts. The built-in
 * task stands behind each for judges that read no wording. The benchmark itself where there are none.
 */
export function withWording(benchmark: Benchmark, wordings: readonly JudgeWording[] = []): Benchmark {
  if (wordings.length === 0) return benchmark;
  const worded = new WordedTasks(wordings);
  return {
    ...benchmark,
    judges: benchmark.judges.map((info) => ({ ...info, version: worded.versionOf(info.id, info.version) })),
    ...(benchmark.versionsUnder === undefined ? {} : { versionsUnder: worded.versionsUnder(benchmark) }),
    judgements: (...asked) => benchmark.judgements(...asked).map((task) => worded.task(task)),
  };
}

/** File of the own wording that a judge is asked with, where there is one. */
export function wordingFile(wordings: readonly JudgeWording[] | undefined, judge: string): string | undefined {
  const files = (wordings ?? []).filter(({ judges }) => judges.includes(judge)).map(({ file }) => file);
  return files.length === 0 ? undefined : files.join(', ');
}

class WordedTasks {
  readonly #wordings: readonly JudgeWording[];
  /** By the built-in text: hundreds of tasks share one, which need not be hashed each time. */
  readonly #texts = new Map<string, string>();

  constructor(wordings: readonly JudgeWording[]) {
    this.#wordings = wordings;
  }

  /** Covers all own texts of a judge, as the built-in version covers all built-in ones. */
  versionOf(judge: string, version: string): string {
    const own = this.#wordings.filter(({ judges }) => judges.includes(judge));
    return own.length === 0 ? version : judgeVersion(judge, version, ...own.map(({ text }) => text));
  }

  versionsUnder(benchmark: Benchmark): NonNullable<Benchmark['versionsUnder']> {
    return (policy) =>
      Object.fromEntries(
        Object.entries(benchmark.versionsUnder?.(policy) ?? {}).map(([id, version]) => [
          id,
          this.versionOf(id, version),
        ]),
      );
  }

  task(task: JudgeTask | ComputedVerdicts): JudgeTask | ComputedVerdicts {
    if (!('prompt' in task)) return task;
    const { key, judge, slots, schema, maxOutputTokens } = task;
    const version = this.versionOf(judge, task.version);
    if (version === task.version) return task;
    const worded = (prompt: JudgePrompt): JudgePrompt => ({
      ...prompt,
      fixed: this.#textFor(prompt.fixed),
      ...(prompt.question === undefined ? {} : { question: this.#textFor(prompt.question) }),
    });
    return {
      key,
      judge,
      version,
      slots,
      // Looked at only when the task is sent, as the benchmark's own may be costly to make.
      get prompt() {
        return worded(task.prompt);
      },
      schema,
      ...(maxOutputTokens === undefined ? {} : { maxOutputTokens }),
      read: (text, owed) => {
        const reading = task.read(text, owed);
        return reading.kind === 'partial' ? { ...reading, remaining: worded(reading.remaining) } : reading;
      },
      simulate: (random) => task.simulate(random),
      builtIn: task,
    };
  }

  #textFor(fixed: string): string {
    let text = this.#texts.get(fixed);
    if (text === undefined) {
      const hash = wordingHash(fixed);
      text = this.#wordings.find(({ replaces }) => replaces === hash)?.text ?? fixed;
      this.#texts.set(fixed, text);
    }
    return text;
  }
}
