import type { Queries } from '#platform/db/index.ts'
import type { Notice } from '#platform/notices.ts'
import { levelsOf } from './access-store.ts'
import { toldOfAccess } from './rules.ts'
import { STEP_PEOPLE, type NoticeEvent, type Step } from './step.ts'

type Resolve<Kind extends Notice['kind']> = (db: Queries, event: NoticeEvent<Kind>) => Promise<Step>

/** Finds the next people of an event, by its kind. */
const RESOLVERS: { readonly [Kind in Notice['kind']]: Resolve<Kind> } = {
  async access(db, event) {
    const people = await levelsOf(db, event)
    const told = people.flatMap(({ userId, before, after }) => toldOfAccess(userId, before, after) ?? [])
    return { told, lastId: lastOf(people) }
  },
}

const lastOf = (people: readonly { readonly userId: number }[]) =>
  people.length < STEP_PEOPLE ? undefined : people.at(-1)?.userId

/** Returns the next people of an event with what they are told. */
export function resolve(db: Queries, event: NoticeEvent): Promise<Step> {
  return RESOLVERS[event.kind](db, event)
}
