// Builds the response form of custom instructions, and the text that a question gets from them. Pure.
import { CUSTINST_SCOPES, type CustInst } from '@polylogue/contract'
import { LEVEL, toSharesResponse, type Person } from '#access/index.ts'
import type { ItemFacts } from '#access/items/index.ts'
import type { custinsts } from './table.ts'

export type Scope = keyof typeof CUSTINST_SCOPES
export type Counts = Pick<CustInst, 'likes' | 'liked' | 'usageCount'>
export type CustinstFacts = ItemFacts<typeof custinsts> & Counts

/** `attributes`, `state` and `type` belong to the specified form; all instructions have the same. */
export function toCustinstResponse(viewer: Person, custinst: CustinstFacts): CustInst {
  const { id, uuid: uuId, name, description, content, scope, ownerId, likes, liked, usageCount } = custinst
  const own = { id, uuId, name, description, content, scope, ownerId, likes, liked, usageCount }
  return {
    ...own,
    assocContexts: toSharesResponse(viewer, custinst),
    context: { id: custinst.contextId, ownerContextId: custinst.ownerContextId },
    waitsForApproval: custinst.waits,
    attributes: [],
    state: 1,
    type: 0,
    created: custinst.created.toISOString(),
    modified: custinst.modified.toISOString(),
  }
}

// The same order on every server, whatever its locale and its database's collation.
const names = new Intl.Collator('en', { numeric: true })

/** Returns the two groups of a list, each by name. */
export function grouped(all: readonly CustInst[]) {
  const sorted = all.toSorted((one, other) => names.compare(one.name, other.name) || one.id - other.id)
  const of = (wanted: CustInst['scope']) => sorted.filter(({ scope }) => scope === wanted)
  const { who, respond } = CUSTINST_SCOPES
  return { CustomInstructionsWho: of(who), CustomInstructionsRespond: of(respond) }
}

/** An instruction of a question, with the asking viewer's level on it. */
export type Candidate = Pick<CustinstFacts, 'id' | 'scope' | 'content' | 'level'>

/** Instructions are often written in the first person: without a heading, models take them for their own role. */
const HEADINGS = { who: 'What to know about the user:', respond: 'How to answer:' } as const

/**
 * Returns the system text of a question, "who" before "respond", and the statistics: denied is what the viewer may not read,
 * dropped what does not fit (half an instruction may say the opposite). An id without one of its scope counts as none.
 */
export function instructionsText(
  ids: Readonly<Record<Scope, number>>,
  found: readonly Candidate[],
  fits: (text: string) => boolean,
): { text: string; custInstsDenied: number; custInstsDropped: number } {
  let [text, custInstsDenied, custInstsDropped] = ['', 0, 0]
  for (const use of ['who', 'respond'] as const) {
    const custinst = found.find(({ id, scope }) => id === ids[use] && scope === CUSTINST_SCOPES[use])
    if (!custinst) continue
    const longer = `${text}${text && '\n\n'}${HEADINGS[use]}\n${custinst.content}`
    if (custinst.level < LEVEL.read) custInstsDenied++
    else if (!fits(longer)) custInstsDropped++
    else text = longer
  }
  return { text, custInstsDenied, custInstsDropped }
}
