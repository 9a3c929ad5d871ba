// Tests leave data directories behind, and browsers their profiles: a run has a temporary folder of its own, and all of
// it goes with the run. `npm test` makes one for all its steps; Vitest and Playwright make one when they run without it.
import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'

// Short: sockets lie below it, and the kernel takes paths of 107 bytes.
const PREFIX = 'plg-'

/** Gives this process, and whatever it starts from now on, a temporary folder that is removed when it ends. */
export function ownTemporaryFolder(): void {
  if (path.basename(tmpdir()).startsWith(PREFIX)) return
  const folder = mkdtempSync(path.join(tmpdir(), PREFIX))
  // PostgreSQL has its data below, and is another user's where we are root.
  chmodSync(folder, 0o711)
  process.env['TMPDIR'] = folder
  // A process that is being killed may still write: what it adds meanwhile is met by trying again.
  process.once('exit', () => rmSync(folder, { recursive: true, force: true, maxRetries: 10 }))
}

/** As Vitest's global setup. */
export const setup = ownTemporaryFolder
