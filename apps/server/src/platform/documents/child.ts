// One process for one document, with limits of time, memory, disk and network (quality bar S85, S89).
import { fork, type ChildProcess } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { setPriority } from 'node:os'
import { fileURLToPath } from 'node:url'
import { DocumentUnreadable } from './unreadable.ts'
import { openUnshare, WITHOUT_NETWORK, type FindUnshare } from './unshare.ts'

/** What the child answers with. */
export type ChildReply = { text: string } | { unreadable: string }

export interface ChildLimits {
  /** Milliseconds for a small document, for each megabyte beside it, and for any. */
  readonly smallMs: number
  readonly perMegabyteMs: number
  readonly timeMs: number
  /** Resident megabytes of the reading process. */
  readonly memoryMb: number
  /** Characters of text that are kept. */
  readonly characters: number
}

const WATCH_MS = 25
/** Below the server, but not so far that models that compute here, at 5, leave it no time. */
const NICENESS = 10
const MEGABYTE = 1_000_000

const isSource = import.meta.url.endsWith('.ts')
const entry = new URL(`./extract-child.${isSource ? 'ts' : 'js'}`, import.meta.url)
const own = fileURLToPath(new URL('./', import.meta.url))
const libraries = fileURLToPath(
  new URL(`${isSource ? '../../../../../' : '../../../'}node_modules/`, import.meta.url),
)

/**
 * Reads one document in a process of its own, which ends with it, with `gone`, or at its limits.
 * @throws DocumentUnreadable
 */
export async function readInChild(
  file: { mimeType: string; bytes: Uint8Array },
  limits: ChildLimits,
  { running, findUnshare }: { running: Set<ChildProcess>; findUnshare: FindUnshare },
  gone: AbortSignal | undefined,
): Promise<string> {
  const child = await startSealed(limits.memoryMb, entry, findUnshare)
  running.add(child)
  const { promise, resolve, reject } = Promise.withResolvers<string>()
  const fail = (reason: string) => reject(new DocumentUnreadable(reason))
  const leave = () => fail(LEFT)
  const timer = setTimeout(() => fail('reading took too long'), timeFor(file.bytes.length, limits))
  const watch = setInterval(() => {
    void residentMb(child.pid).then((mb) => mb > limits.memoryMb && fail('reading took too much memory'))
  }, WATCH_MS)
  gone?.addEventListener('abort', leave, { once: true })
  if (gone?.aborted) leave()
  child.once('message', (reply: ChildReply) =>
    'text' in reply ? resolve(reply.text) : fail(reply.unreadable),
  )
  child.once('error', reject)
  child.once('exit', () => fail('reading ended early'))
  child.send({ ...file, characters: limits.characters }, (error) => error && fail('reading ended early'))
  try {
    return await promise
  } finally {
    clearTimeout(timer)
    clearInterval(watch)
    gone?.removeEventListener('abort', leave)
    running.delete(child)
    child.kill('SIGKILL')
  }
}

/** Why nothing was read: whoever asked has gone. */
export const LEFT = 'nobody waits for the document any more'

function timeFor(bytes: number, { smallMs, perMegabyteMs, timeMs }: ChildLimits): number {
  return Math.min(timeMs, smallMs + (bytes / MEGABYTE) * perMegabyteMs)
}

/** Starts a program that may read its own code and nothing else, in a network of its own where the system allows that. */
export async function startSealed(
  memoryMb: number,
  program: URL = entry,
  findUnshare: FindUnshare = openUnshare(),
): Promise<ChildProcess> {
  const flags = [
    '--permission',
    // Its own code and its libraries; nothing of the data directory, nothing to write, no process, worker or add-on.
    `--allow-fs-read=${own}`,
    `--allow-fs-read=${libraries}`,
    `--max-old-space-size=${memoryMb}`,
    '--disallow-code-generation-from-strings',
    '--no-warnings',
  ]
  const unshare = await findUnshare()
  const child = fork(program, {
    env: {},
    ...(unshare
      ? { execPath: unshare, execArgv: [...WITHOUT_NETWORK, process.execPath, ...flags] }
      : { execArgv: flags }),
    serialization: 'advanced',
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
  })
  yieldTo(child)
  return child
}

/**
 * Lets a process go behind the server: people who wait for an answer go before a document. From outside and at once, because
 * what it says of itself counts for one of its threads.
 */
function yieldTo({ pid }: ChildProcess): void {
  try {
    if (pid !== undefined) setPriority(pid, NICENESS)
  } catch {
    // It has ended already, or the system knows no priorities.
  }
}

/** Resident memory of a process in megabytes; 0 where the system does not tell. */
async function residentMb(pid: number | undefined): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => '')
  return Number(/VmRSS:\s+(\d+)/.exec(status)?.[1] ?? 0) / 1_024
}
