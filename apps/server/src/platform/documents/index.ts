import { fork, type ChildProcess } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { checkArchive } from './archive.ts'

/** A document whose text cannot be read: damaged, encrypted, too large when unpacked, or too slow to read. */
export class DocumentUnreadable extends Error {
  constructor(reason: string, cause?: unknown) {
    super(reason, cause === undefined ? undefined : { cause })
    this.name = 'DocumentUnreadable'
  }
}

/** Reads the text out of documents, in a process of its own with limits: a hostile file ends that process and nothing else. */
export interface Documents {
  /** The text of a document, Markdown where the format has structure. @throws DocumentUnreadable. */
  extract(file: { mimeType: string; bytes: Uint8Array }): Promise<string>
  /** Ends what is being read. */
  close(): void
}

export interface DocumentLimits {
  /** Milliseconds for one document. */
  readonly timeMs: number
  /** Resident megabytes of the reading process. */
  readonly memoryMb: number
  /** Characters of text that are kept. */
  readonly characters: number
  /** Documents read at the same time; more wait. */
  readonly atOnce: number
}

const LIMITS: DocumentLimits = { timeMs: 60_000, memoryMb: 700, characters: 2_000_000, atOnce: 2 }
const WATCH_MS = 25

const child = new URL(`./extract-child${import.meta.url.endsWith('.ts') ? '.ts' : '.js'}`, import.meta.url)
const root = fileURLToPath(
  new URL(import.meta.url.endsWith('.ts') ? '../../../../../' : '../../../', import.meta.url),
)

/** Opens the reader of documents. */
export function openDocuments(limits: Partial<DocumentLimits> = {}): Documents {
  const held = { ...LIMITS, ...limits }
  const running = new Set<ChildProcess>()
  const waiting: (() => void)[] = []
  let free = held.atOnce
  return {
    async extract({ mimeType, bytes }) {
      if (mimeType === 'text/plain' || mimeType === 'text/markdown')
        return decodeText(bytes).slice(0, held.characters)
      const refused = checkArchive(mimeType, bytes)
      if (refused) throw new DocumentUnreadable(refused)
      if (free > 0) free--
      else await new Promise<void>((resolve) => waiting.push(resolve))
      try {
        return await readInChild(mimeType, bytes, held, running)
      } finally {
        const next = waiting.shift()
        if (next) next()
        else free++
      }
    },
    close() {
      for (const one of running) one.kill('SIGKILL')
    },
  }
}

/** Plain text: UTF-8, or UTF-16 where it says so. */
function decodeText(bytes: Uint8Array): string {
  const encoding =
    bytes[0] === 0xff && bytes[1] === 0xfe
      ? 'utf-16le'
      : bytes[0] === 0xfe && bytes[1] === 0xff
        ? 'utf-16be'
        : 'utf-8'
  return new TextDecoder(encoding).decode(bytes)
}

/** What the child answers with. */
export type ChildReply = { text: string } | { unreadable: string }

function readInChild(
  mimeType: string,
  bytes: Uint8Array,
  limits: DocumentLimits,
  running: Set<ChildProcess>,
): Promise<string> {
  const process = fork(child, {
    // No environment, no writing, no processes of its own: what it reads may be hostile.
    env: {},
    execArgv: [
      '--permission',
      `--allow-fs-read=${root}`,
      `--max-old-space-size=${limits.memoryMb}`,
      '--no-warnings',
    ],
    serialization: 'advanced',
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
  })
  running.add(process)
  return new Promise<string>((resolve, reject) => {
    const end = (outcome: () => void) => {
      clearTimeout(timer)
      clearInterval(watch)
      running.delete(process)
      process.kill('SIGKILL')
      outcome()
    }
    const fail = (reason: string) => end(() => reject(new DocumentUnreadable(reason)))
    const timer = setTimeout(() => fail('reading took too long'), limits.timeMs)
    const watch = setInterval(() => {
      void residentMb(process.pid).then((mb) => mb > limits.memoryMb && fail('reading took too much memory'))
    }, WATCH_MS)
    process.once('message', (reply) => {
      const read = reply as ChildReply
      if ('text' in read) end(() => resolve(read.text))
      else fail(read.unreadable)
    })
    process.once('error', (error) => end(() => reject(error)))
    process.once('exit', () => fail('reading ended early'))
    process.send(
      { mimeType, bytes, characters: limits.characters },
      (error) => error && fail('reading ended early'),
    )
  })
}

/** Resident memory of a process in megabytes; 0 where the system does not tell. */
async function residentMb(pid: number | undefined): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => '')
  return Number(/VmRSS:\s+(\d+)/.exec(status)?.[1] ?? 0) / 1_024
}
