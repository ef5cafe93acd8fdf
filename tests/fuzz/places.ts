/** Addresses in the corpus. Each worker replaces them with its own servers, whose ports have as many digits. */
export const namedAt = '127.0.0.1:11111';
export const hostileAt = '127.0.0.1:22222';

/** A server that the user named, and one that only a mutated file names. */
export const namedServer = `http://${namedAt}`;
export const hostileServer = `http://${hostileAt}`;

/** Stands for the file that links of a case point to: no command may change it. Beside the workspace, outside of it. */
export const victimFile = 'victim.txt';
export const victimText = 'This file is nobody’s journal.\n';

/** The folder of a case that commands work in. */
export const workspaceFolder = 'workspace';
/** What is in the folder of a case that was kept. */
export const caseFile = 'case.json';
