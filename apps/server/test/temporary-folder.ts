// Tests leave data directories and browser profiles behind: each run has its own temporary folder, which is removed at its
// end. `npm test` creates one for all its steps; Vitest and Playwright create one if they run without it.
import { chmodSync, mkdtempSync, rmSync, statfsSync } from 'node:fs'
import { freemem, tmpdir } from 'node:os'
import path from 'node:path'

// Short, because it contains sockets and the kernel limits their paths to 107 bytes.
const PREFIX = 'plg-'

const LEAST_BYTES = 6_000_000_000

/** Gives this process and its later children a temporary folder that is removed at exit. */
export function ownTemporaryFolder(): void {
  if (path.basename(tmpdir()).startsWith(PREFIX)) return
  const folder = mkdtempSync(path.join(inMemory() ?? tmpdir(), PREFIX))
  // PostgreSQL stores data below it and runs as another user if we are root.
  chmodSync(folder, 0o711)
  process.env['TMPDIR'] = folder
  // A process that is being killed may still write, so removal is retried.
  process.once('exit', () => rmSync(folder, { recursive: true, force: true, maxRetries: 10 }))
}

// Hundreds of databases are copied, synced and deleted, which takes a third longer on a disk. Containers often have 64 MB here.
function inMemory(): string | undefined {
  const folder = '/dev/shm'
  try {
    const { bavail, bsize } = statfsSync(folder)
    return Math.min(bavail * bsize, freemem()) > LEAST_BYTES ? folder : undefined
  } catch {
    return undefined
  }
}

/** Vitest's global setup. */
export const setup = ownTemporaryFolder
