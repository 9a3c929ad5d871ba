// Builds the response form of tabs with the viewer's permissions, and checks these.
import type { Tab } from '@polylogue/contract'
import { allows, isPerson, type Person, type Viewer } from '#access/index.ts'
import type { Queries } from '#platform/db/index.ts'
import { Problem } from '#problem.ts'
import type { TabsDeps } from './deps.ts'
import { tabPolicy } from './policy.ts'
import { toTabResponse, type TabFacts } from './rules.ts'
import * as store from './store.ts'

/** Returns tabs of one project in their response form; `level` is the viewer's access to it. */
export async function toTabResponses(
  { confidentiality }: Pick<TabsDeps, 'confidentiality'>,
  db: Queries,
  viewer: Viewer,
  level: number,
  found: readonly TabFacts[],
): Promise<Tab[]> {
  const ids = found.map(({ id }) => id)
  const asks = allows(tabPolicy, 'remove', level) && !allows(tabPolicy, 'removeOthers', level)
  const ofOthers =
    asks && isPerson(viewer) ? await store.askedByOthers(db, ids, viewer.userId) : new Set<number>()
  const confidential = await store.withConfidential(db, confidentiality, ids)
  return found.map((tab) => {
    const isOfOthers = ofOthers.has(tab.id)
    const can = {
      remove: allows(tabPolicy, isOfOthers ? 'removeOthers' : 'remove', level),
      move: allows(tabPolicy, isOfOthers ? 'moveOthers' : 'move', level),
    }
    return toTabResponse(tab, { can, confidential: confidential.has(tab.id) })
  })
}

/** Returns one tab in its response form. */
export async function toOneTabResponse(
  deps: Pick<TabsDeps, 'confidentiality'>,
  db: Queries,
  viewer: Viewer,
  level: number,
  found: TabFacts,
): Promise<Tab> {
  const [response] = await toTabResponses(deps, db, viewer, level, [found])
  if (!response) throw new Error('one tab is told as one')
  return response
}

/** @throws Problem PERMISSION_DENIED when others asked in a tab and the viewer may not remove their messages */
export async function requireNoOthers(
  db: Queries,
  viewer: Person,
  action: 'removeOthers' | 'moveOthers',
  { id, level }: store.GuardedTab,
): Promise<void> {
  if (allows(tabPolicy, action, level)) return
  if ((await store.askedByOthers(db, [id], viewer.userId)).has(id)) throw new Problem('PERMISSION_DENIED')
}
