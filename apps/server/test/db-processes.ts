// Starts test/db-child.ts and reads its messages.
import { spawn } from 'node:child_process'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { bareEnv } from './bare-env.ts'

export interface DatabaseProcess {
  readonly pid: number
  /** The messages so far. */
  readonly said: Record<string, unknown>[]
  /** Resolves with the first message that matches; rejects when the process exits without one. */
  until(fits: (message: Record<string, unknown>) => boolean): Promise<Record<string, unknown>>
  /** Resolves with the exit code, null after a signal. */
  readonly ended: Promise<number | null>
  kill(signal: NodeJS.Signals): Promise<void>
}

export function startDatabaseProcess(
  args: readonly string[],
  options: { env?: Record<string, string>; file?: string; flags?: readonly string[] } = {},
): DatabaseProcess {
  const file = options.file ?? fileURLToPath(new URL('./db-child.ts', import.meta.url))
  const child = spawn(process.execPath, [...(options.flags ?? []), file, ...args], {
    env: bareEnv(options.env),
    stdio: ['pipe', 'pipe', 'inherit'],
  })
  const said: Record<string, unknown>[] = []
  const waiting = new Set<() => void>()
  const lines = createInterface({ input: child.stdout })
  lines.on('line', (line) => {
    said.push(JSON.parse(line) as Record<string, unknown>)
    for (const look of waiting) look()
  })
  const ended = new Promise<number | null>((resolve) => child.on('close', resolve))
  return {
    pid: child.pid ?? 0,
    said,
    ended,
    until: (fits) =>
      new Promise((resolve, reject) => {
        const look = () => {
          const found = said.find(fits)
          if (!found) return
          waiting.delete(look)
          resolve(found)
        }
        waiting.add(look)
        look()
        void ended.then(() => reject(new Error(`The process ended: ${JSON.stringify(said.at(-1))}`)))
      }),
    async kill(signal) {
      child.kill(signal)
      await ended
    },
  }
}
