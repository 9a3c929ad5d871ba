// Changes of approved texts wait for a new approval in the groups that ask for it (decision 87).
import { isDeepStrictEqual } from 'node:util'
import type { Tx } from '#platform/db/index.ts'
import type { ApprovedTexts } from '../approved-texts.ts'
import type { Person } from '../viewer.ts'
import {
  keepTexts,
  readingGroups,
  releaseTexts,
  removeTextRequests,
  storeTextRequests,
} from './approval-store.ts'
import type { ItemsDeps } from './deps.ts'
import { noticeRequests, publishRequests } from './publish.ts'
import type { ItemFacts, ItemTable, ItemType } from './type.ts'

/**
 * Keeps the approved texts for readers of groups in which the viewer's change waits, and requests its approval. Texts like
 * the approved ones, and groups without the setting, end the waiting. `asksAgain` renews requests that were declined or
 * withdrawn. The caller must hold the lock on the item's row, and stores the change itself.
 */
export async function holdTexts<Table extends ItemTable>(
  deps: ItemsDeps,
  type: ItemType<Table>,
  tx: Tx,
  viewer: Person,
  item: ItemFacts<Table>,
  { change, asksAgain }: { change: object | undefined; asksAgain: boolean },
): Promise<void> {
  const { approved } = type
  if (!approved || item.shares.length === 0) return
  const before = chosen(item, approved)
  const after = chosen({ ...item, ...change }, approved)
  if (!asksAgain && isDeepStrictEqual(before, after)) return
  const groups = await readingGroups(tx, viewer, item.contextId)
  const waiting = groups.filter(
    ({ needsApproval, asks, texts }) =>
      needsApproval && (texts !== null || asks) && !isDeepStrictEqual(texts ?? before, after),
  )
  const over = groups.filter((group) => group.texts !== null && !waiting.includes(group)).map(idOf)
  if (await releaseTexts(tx, item.contextId, over))
    await publishRequests(deps.bus, tx, 'withdrawn', await removeTextRequests(tx, item.contextId, over))
  await keepTexts(tx, item.contextId, waiting.map(idOf), before)
  await request(deps, type, tx, viewer, item, waiting.map(idOf))
}

const idOf = ({ contextId }: { readonly contextId: number }) => contextId

/** Returns some fields of an item, in the form in which the database returns stored ones. */
function chosen(item: object, names: readonly string[]): ApprovedTexts {
  const values = new Map<string, unknown>(Object.entries(item))
  const some = Object.fromEntries(names.map((name) => [name, values.get(name)]))
  return JSON.parse(JSON.stringify(some)) as ApprovedTexts
}

async function request<Table extends ItemTable>(
  { bus, audit, clock }: ItemsDeps,
  { noun }: ItemType<Table>,
  tx: Tx,
  viewer: Person,
  { id, name, contextId }: ItemFacts<Table>,
  groupIds: readonly number[],
): Promise<void> {
  const asked = clock.now()
  const requests = await storeTextRequests(tx, viewer, contextId, groupIds, asked)
  for (const { groupContextId } of requests)
    await audit.record(tx, {
      action: 'publication.requested',
      by: viewer,
      on: { type: noun, id, name },
      details: { group: groupContextId, changed: 'texts' },
    })
  await noticeRequests(bus, tx, viewer, { noun, id, contextId }, { requests, asked })
  await publishRequests(bus, tx, 'requested', requests)
}
