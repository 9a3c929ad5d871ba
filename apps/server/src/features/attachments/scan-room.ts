// Limits the scans that wait for text recognition: people are told before their files are kept in memory.
import { ATTACHMENT_LIMITS } from '@polylogue/contract'
import { Problem } from '#problem.ts'

export interface ScanRoom {
  /**
   * Reserves memory for a scan of a person; call the result when it was read, or is not any more.
   * @throws Problem TOO_MANY_DOCUMENTS when too many of theirs wait; SERVER_BUSY when the memory is used
   */
  take(key: string, bytes: number): () => void
}

const RETRY_SECONDS = 30
/** A person may use half of the memory. One scan of a person always fits into what is free. */
const SHARE = 2

interface Held {
  readonly files: number
  readonly bytes: number
}

const NOTHING: Held = { files: 0, bytes: 0 }

export function openScanRoom(total: number): ScanRoom {
  const people = new Map<string, Held>()
  let used = 0
  const add = (key: string, files: number, bytes: number) => {
    const own = people.get(key) ?? NOTHING
    used += bytes
    if (own.files + files === 0) people.delete(key)
    else people.set(key, { files: own.files + files, bytes: own.bytes + bytes })
  }
  return {
    take(key, bytes) {
      const own = people.get(key) ?? NOTHING
      const retry = [{ limit: own.files, seconds: RETRY_SECONDS }, { retryAfter: RETRY_SECONDS }] as const
      const isMuch = own.files > 0 && own.bytes + bytes > total / SHARE
      if (own.files >= ATTACHMENT_LIMITS.count || isMuch) throw new Problem('TOO_MANY_DOCUMENTS', ...retry)
      if (used > 0 && used + bytes > total) throw new Problem('SERVER_BUSY', ...retry)
      add(key, 1, bytes)
      let isHeld = true
      return () => {
        if (isHeld) add(key, -1, -bytes)
        isHeld = false
      }
    },
  }
}
