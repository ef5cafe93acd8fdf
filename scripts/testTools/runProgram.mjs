// @ts-check
import { spawn } from 'node:child_process';
import { createWriteStream } from 'node:fs';
import { finished } from 'node:stream/promises';

/** Enough to show the error of a failed build without flooding a terminal; the whole output is in the log file. */
const TAIL_CHARACTERS = 4_000;

/**
 * Runs a program to its end and keeps its output (both streams) in a log file.
 *
 * @param {string} program
 * @param {readonly string[]} programArguments
 * @param {{ readonly cwd: string, readonly env: NodeJS.ProcessEnv, readonly logFile: string }} options
 * @returns {Promise<{ readonly exitCode: number, readonly tail: string }>} exit code -1: not started, or killed
 */
export async function runProgram(program, programArguments, options) {
  const log = createWriteStream(options.logFile, { flags: 'a' });
  let tail = '';
  /** @param {Buffer} chunk */
  const keep = (chunk) => {
    log.write(chunk);
    tail = (tail + chunk.toString('utf8')).slice(-TAIL_CHARACTERS);
  };
  const child = spawn(program, programArguments, {
    cwd: options.cwd,
    env: options.env,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  child.stdout.on('data', keep);
  child.stderr.on('data', keep);
  const exitCode = await new Promise((resolve) => {
    child.once('error', (error) => {
      keep(Buffer.from(`${error.message}\n`));
      resolve(-1);
    });
    child.once('close', (code) => resolve(code ?? -1));
  });
  log.end();
  await finished(log);
  return { exitCode, tail };
}
