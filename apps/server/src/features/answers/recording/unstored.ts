// The file for ends of answers that the database could not take, and storing them when it can.
import type { UsageChannel } from '@polylogue/contract'
import type { Database, Runner } from '#platform/db/index.ts'
import { findSpareFiles, openSpareFile, type SpareFile } from '#platform/spare-file.ts'
import type { AsideFile } from './aside.ts'
import type { EndedAnswer } from './store.ts'
import { endedOwners, reopen } from './unstored-store.ts'

/** An end with the process that made the answer, so that it is not stored with another message of that id. */
interface Item {
  readonly serverId: string
  readonly ended: EndedAnswer
}

/** The file of this process, which is created at the first use. */
export interface UnstoredFile extends AsideFile {
  /** Takes space for it on the disk. */
  takeRoom(): Promise<void>
  close(): Promise<void>
}

export function unstoredFile(folder: string, serverId: string): UnstoredFile {
  let opened: Promise<SpareFile> | undefined
  const open = () => (opened ??= openSpareFile({ folder, owner: serverId }))
  return {
    async takeRoom() {
      await open()
    },
    async keep(ended) {
      const spare = await open()
      if (ended.length === 0) return spare.clear()
      const items = ended.map((one) => JSON.stringify({ serverId, ended: one } satisfies Item))
      const kept = await spare.keep(items)
      if (kept < items.length) throw new Error(`${items.length - kept} answers found no space in the file`)
    },
    async close() {
      await (await opened)?.close()
    },
  }
}

interface RestoreDeps {
  readonly db: Database
  readonly folder: string
  /** Processes that died, although they are still registered. */
  readonly dead: readonly string[]
  /** Stores the ends in a transaction; null: waits for a locked message as long as every statement. */
  readonly end: (
    client: Runner,
    ended: readonly EndedAnswer[],
    lockLimit: null,
  ) => Promise<ReadonlySet<number>>
  readonly stored: (messageIds: number[]) => Promise<void>
}

/**
 * Stores the ends that ended processes kept; returns how many. Call before their answers are ended as interrupted.
 * @throws Problem STORAGE_FULL, DATABASE_UNAVAILABLE; the files stay then
 */
export async function storeUnstored({ db, folder, dead, end, stored }: RestoreDeps): Promise<number> {
  let count = 0
  const files = await findSpareFiles(folder)
  if (files.length === 0) return 0
  const owners = files.map(({ owner }) => owner)
  const ended = await endedOwners(db.pool, owners, dead)
  for (const { read, remove } of files.filter(({ owner }) => ended.has(owner))) {
    const left = (await read()).map(itemOf)
    if (left.length > 0) {
      const ids = await db.transaction(
        async (_, client) => {
          const own = await reopen(
            client,
            left.map(({ serverId, ended: { messageId } }) => ({ serverId, messageId })),
          )
          return end(
            client,
            left.map((item) => item.ended).filter(({ messageId }) => own.has(messageId)),
            null,
          )
        },
        { essential: 'large' },
      )
      count += ids.size
      await stored([...ids])
    }
    await remove()
  }
  return count
}

/** Reads an item; version 1.0.0 wrote the channel of its question as `door`. */
function itemOf(text: string): Item {
  const { serverId, ended } = JSON.parse(text) as Item & { ended: { usage: { door?: UsageChannel } | null } }
  const { usage } = ended
  return { serverId, ended: { ...ended, usage: usage && { ...usage, channel: usage.channel ?? usage.door } } }
}
