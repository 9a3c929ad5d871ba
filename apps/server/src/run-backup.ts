// Runs the backup command in its own process, at low priority, so that nobody waits for its work.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { constants } from 'node:os'
import { fileURLToPath } from 'node:url'
import { lowerPriority } from './platform/lower-priority.ts'
import { NODE_OPTIONS } from './platform/node-options.ts'

const entry = fileURLToPath(
  new URL(`./backup.${import.meta.url.endsWith('.ts') ? 'ts' : 'js'}`, import.meta.url),
)
/** Characters of the command's output that are kept for the reason. */
const KEPT = 2_000

/** Writes a backup into a new file. The command reads the same environment as this process. @throws Error with its sentence */
export async function runBackup(file: string, signal: AbortSignal): Promise<void> {
  signal.throwIfAborted()
  const child = spawn(process.execPath, [...NODE_OPTIONS, entry, file], {
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  const stop = () => child.kill('SIGTERM')
  signal.addEventListener('abort', stop, { once: true })
  let said = ''
  child.stderr.setEncoding('utf8').on('data', (text: string) => (said = (said + text).slice(-KEPT)))
  try {
    lowerPriority(child.pid, constants.priority.PRIORITY_BELOW_NORMAL)
    // Rejects when the process cannot be started.
    const [code, killedBy] = (await once(child, 'close')) as [number | null, string | null]
    signal.throwIfAborted()
    if (code !== 0) throw new Error(said.trim() || `The backup command ended with ${code ?? killedBy}.`)
  } finally {
    signal.removeEventListener('abort', stop)
  }
}
