import { readFile } from 'node:fs/promises';
import { SourceMap, type SourceMapPayload } from 'node:module';
import path from 'node:path';
import type { HostResult } from './hostResult';

/** A place in the bundle as V8 writes it: file, line and column, both counted from one. */
const BUNDLE_PLACE = /[^\s()]*runner\.cjs:(\d+):(\d+)/g;

/**
 * The same result with stacks that name the suite files instead of lines of the bundle, and without Mocha's own frames.
 * The extension host cannot do this itself: VS Code formats stacks there.
 */
export async function withSourceStacks(result: HostResult, runnerFile: string): Promise<HostResult> {
  const map = new SourceMap(JSON.parse(await readFile(`${runnerFile}.map`, 'utf8')) as SourceMapPayload);
  const place = (bundled: string, line: string, column: string): string => {
    const entry = map.findEntry(Number(line) - 1, Number(column) - 1);
    if (!('originalSource' in entry)) return bundled;
    const source = path.relative(process.cwd(), path.resolve(path.dirname(runnerFile), entry.originalSource));
    return `${source}:${entry.originalLine + 1}:${entry.originalColumn + 1}`;
  };
  const tests = result.tests.map((test) => {
    if (test.error === undefined) return test;
    const lines = test.error.replaceAll(BUNDLE_PLACE, place).split('\n');
    return { ...test, error: lines.filter((line) => !line.includes('node_modules/mocha/')).join('\n') };
  });
  return { ...result, tests };
}
