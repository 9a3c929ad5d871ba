// Adding many people to a group and removing others, in one transaction (ACCESS-7; decision 18).
import type { CallData, CallInput, contract, LeftOut } from '@polylogue/contract'
import { LEVEL, type Person } from '#access/index.ts'
import { laterThan } from '#platform/changes.ts'
import type { Tx } from '#platform/db/index.ts'
import { changeable, replaceMembers, type Group } from './changing.ts'
import type { ContextsDeps } from './deps.ts'
import { factsOf } from './list-store.ts'
import { isPerson, levelOf, type ContextFacts } from './rules.ts'
import * as store from './store.ts'

type ChangeMembers = (typeof contract.contexts)['changeMembers']
type MembersBody = CallInput<ChangeMembers>['body']

/** See `ContextsService.changeMembers`. */
export async function changeMembers(
  deps: ContextsDeps,
  viewer: Person,
  id: number,
  { add, remove }: MembersBody,
): Promise<CallData<ChangeMembers>> {
  return deps.db.transaction(async (tx) => {
    const group = await changeable(tx, viewer, id, 'update')
    const people = await peopleOf(tx, viewer, [...add, ...remove])
    const leftOut: LeftOut[] = []
    const allowed = (ids: readonly number[]) =>
      [...new Set(ids)].filter((memberId) => {
        const reason = refusalOf(viewer, group, memberId, people.get(memberId))
        if (reason) leftOut.push({ id: memberId, name: nameOf(reason, people.get(memberId)), reason })
        return !reason
      })
    const members = new Set(group.members.map(({ contextId }) => contextId))
    const removed = allowed(remove).filter((memberId) => members.has(memberId))
    const added = allowed(add).filter((memberId) => !members.has(memberId))
    const kept = group.members.filter(({ contextId }) => !removed.includes(contextId))
    const joining = added.map((contextId) => ({ contextId, canWrite: false, canAdmin: false }))
    if (await replaceMembers(deps, tx, viewer, group, [...kept, ...joining]))
      await store.update(tx, id, { modified: laterThan(group.modified, deps.clock) })
    return { added, removed, leftOut }
  })
}

/** Returns those of the contexts that are people whom the viewer sees. */
async function peopleOf(
  tx: Tx,
  viewer: Person,
  ids: readonly number[],
): Promise<ReadonlyMap<number, ContextFacts>> {
  const found = await factsOf(tx, viewer, [...new Set(ids)], { brief: true })
  return new Map(found.filter((one) => isPerson(one) && one.level >= LEVEL.read).map((one) => [one.id, one]))
}

function refusalOf(
  viewer: Person,
  group: Group,
  memberId: number,
  person: ContextFacts | undefined,
): LeftOut['reason'] | undefined {
  if (!person) return 'gone'
  if (memberId === viewer.contextId) return 'yourself'
  // Only owners decide whether they are in their group.
  if (memberId === group.ownerContextId) return 'owner'
  const member = group.members.find(({ contextId }) => contextId === memberId)
  return member && levelOf(member) > group.level ? 'above' : undefined
}

const nameOf = (reason: LeftOut['reason'], facts: ContextFacts | undefined): string =>
  reason === 'gone' || !facts?.person ? '' : `${facts.person.firstName} ${facts.person.lastName}`
