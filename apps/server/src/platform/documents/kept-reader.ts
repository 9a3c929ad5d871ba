// One reader that stays for small texts, because starting a reader takes longer than reading them. A text may use a reader
// after another text, because no library parses it (decision 85).
import type { ChildProcess } from 'node:child_process'
import { LEFT, readWith, startReader, type ChildDeps, type Read, type Reading } from './child.ts'
import { DocumentUnreadable } from './unreadable.ts'

/** Milliseconds without a text after which the reader is ended. */
const IDLE_MS = 30_000

/** Opens the reader, which reads one text after the other. A text that fails ends it, and the next one starts another. */
export function openKeptReader(deps: ChildDeps): Read {
  let reader: ChildProcess | undefined
  let idle: NodeJS.Timeout | undefined
  let last: Promise<unknown> = Promise.resolve()
  const end = () => {
    reader?.kill('SIGKILL')
    reader = undefined
  }
  const start = async ({ limits }: Reading) => {
    const child = await startReader(deps, limits, 'small-texts')
    child.once('exit', () => {
      if (reader === child) reader = undefined
    })
    return child
  }
  return (reading) => {
    const read = async () => {
      clearTimeout(idle)
      if (reading.gone.aborted) throw new DocumentUnreadable(LEFT)
      try {
        await readWith((reader ??= await start(reading)), reading)
      } catch (error) {
        end()
        throw error
      } finally {
        idle = setTimeout(end, IDLE_MS).unref()
      }
    }
    const done = last.then(read)
    last = done.catch(() => undefined)
    return done
  }
}
