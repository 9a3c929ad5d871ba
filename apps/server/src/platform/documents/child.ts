// Runs one process per document, with limits on time, memory, disk and network (quality bar S85, S89).
import { fork, type ChildProcess } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { setPriority } from 'node:os'
import { fileURLToPath } from 'node:url'
import { DocumentUnreadable } from './unreadable.ts'
import { openUnshare, WITHOUT_NETWORK, type FindUnshare } from './unshare.ts'

/** The child's reply. */
export type ChildReply = { text: string } | { unreadable: string }

export interface ChildLimits {
  /** Timeouts in milliseconds: for a small document, per further megabyte, and the maximum. */
  readonly smallMs: number
  readonly perMegabyteMs: number
  readonly timeMs: number
  /** The maximum resident memory of the child, in megabytes. */
  readonly memoryMb: number
  /** The maximum length of the text. */
  readonly characters: number
}

const WATCH_MS = 25
/** Lower priority than the server, but not so low that local models (niceness 5) starve it. */
const NICENESS = 10
const MEGABYTE = 1_000_000

const isSource = import.meta.url.endsWith('.ts')
const entry = new URL(`./extract-child.${isSource ? 'ts' : 'js'}`, import.meta.url)
const own = fileURLToPath(new URL('./', import.meta.url))
const libraries = fileURLToPath(
  new URL(`${isSource ? '../../../../../' : '../../../'}node_modules/`, import.meta.url),
)

/**
 * Reads one document in its own process, which ends afterwards, when `gone` aborts, or at a limit.
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

/** The reason when the requester has disconnected. */
export const LEFT = 'nobody waits for the document any more'

function timeFor(bytes: number, { smallMs, perMegabyteMs, timeMs }: ChildLimits): number {
  return Math.min(timeMs, smallMs + (bytes / MEGABYTE) * perMegabyteMs)
}

/** Starts a program that may read only its own code, in its own network namespace where the system allows it. */
export async function startSealed(
  memoryMb: number,
  program: URL = entry,
  findUnshare: FindUnshare = openUnshare(),
): Promise<ChildProcess> {
  const flags = [
    '--permission',
    // Its code and libraries only: no data directory, no writing, no child processes, workers or add-ons.
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
 * Lowers a process's priority, so that requests come first. Set from outside, because a process can set it only for one of
 * its threads.
 */
function yieldTo({ pid }: ChildProcess): void {
  try {
    if (pid !== undefined) setPriority(pid, NICENESS)
  } catch {
    // The process has ended, or the system has no priorities.
  }
}

/** Returns the resident memory of a process in megabytes; 0 when the system does not provide it. */
async function residentMb(pid: number | undefined): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => '')
  return Number(/VmRSS:\s+(\d+)/.exec(status)?.[1] ?? 0) / 1_024
}
