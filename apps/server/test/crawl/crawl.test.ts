// Makes every call of the contract as every kind of viewer (API-4, API-5, ACCESS-10): checks statuses, leaks, and that
// refused calls change nothing. A call without a row fails; new kinds of items only add rows.
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { contract, type Call, type Calls } from '@polylogue/contract'
import { rows } from './rows/index.ts'
import { actsAs, mayRead, VIEWERS, type Answers, type ViewerName } from './viewers.ts'
import { CANARY } from './item-things.ts'
import type { Row } from './row.ts'
import { thingsUsed, type Things } from './things.ts'
import { openWorld, OPENS_MS, type World } from './world.ts'

const calls = Object.values(contract).flatMap((noun: Calls) => Object.values(noun) as Call[])
const nameOf = (call: Call) => `${call.method} ${call.path}`

let world: World
beforeAll(async () => void (world = await openWorld()), OPENS_MS)
afterAll(() => world[Symbol.asyncDispose]())
afterEach(() => world.settled())

test('every call has a row', () => {
  const covered = new Set(rows.map((row) => row.call))
  expect(calls.filter((call) => !covered.has(call)).map(nameOf)).toEqual([])
})

test.each(rows.map((row) => [`${nameOf(row.call)} · ${row.about}`, row] as const))('%s', async (_, row) => {
  const refused = VIEWERS.filter((who) => row.answers[who] >= 400)
  const allowed = VIEWERS.filter((who) => row.answers[who] < 400)
  const got: Partial<Record<ViewerName, number>> = {}
  const leaked: ViewerName[] = []
  const send = async (who: ViewerName, things = world.standing) => {
    const { status, text } = await world.send(row.call, who, row.ask({ world, things, who: actsAs(who) }))
    got[who] = status
    if (!row.tells && !mayRead(who) && text.includes(CANARY)) leaked.push(who)
    if (status >= 500) throw new Error(`${who}: ${status} ${text}\n${defects()}`)
  }
  if (refused.length > 0) {
    const before = await world.fingerprint()
    for (const who of refused) await send(who)
    expect(await world.fingerprint(), 'what was refused changed something').toEqual(before)
  }
  for (const who of allowed) await send(who, row.changes ? await fresh(row, who) : world.standing)
  expect(differences(got, row.answers)).toEqual([])
  expect(leaked, 'told what they may not read').toEqual([])
})

/** Creates the things again that this call changes. */
function fresh(row: Row, who: ViewerName): Promise<Things> {
  const used = thingsUsed(world.standing, (things) => row.ask({ world, things, who: actsAs(who) }))
  return world.fresh(used)
}

/** Returns the line of the last defect in the server's log. */
function defects(): string {
  return (
    world.app
      .logged()
      .split('\n')
      .findLast((line) => line.includes('"level":50')) ?? ''
  )
}

function differences(got: Partial<Answers>, wanted: Answers): string[] {
  return VIEWERS.filter((who) => got[who] !== wanted[who]).map(
    (who) => `${who}: ${got[who] ?? 'nothing'}, not ${wanted[who]}`,
  )
}
