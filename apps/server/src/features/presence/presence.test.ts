import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { contract, VISIT_LASTS_MS, type Project } from '@polylogue/contract'
import { livePage, type LivePage } from '#test/live-page.ts'
import { testApp, type TestApp, type TestUser } from '#test/test-app.ts'

let app: TestApp
let later = 0
const clock = { now: () => new Date(Date.now() + later) }
beforeAll(async () => void (app = await testApp({ clock })))
afterAll(() => app.close())

const { presence, projects, contexts } = contract

/** A page that shows a project. */
interface ProjectPage {
  /** Sends the page's heartbeat, as every ten seconds; returns the other readers by first name. */
  say(): Promise<string[]>
  count(): Promise<number>
  close(): Promise<unknown>
}

function page(user: TestUser, project: Project, visitId: string = crypto.randomUUID()): ProjectPage {
  const request = { params: { id: project.id, visitId } }
  const said = async () => (await user.client.call(presence.update, request)).data
  return {
    say: async () => (await said()).Readers.map(({ firstName }) => firstName),
    count: async () => (await said()).count,
    close: () => user.client.call(presence.remove, request),
  }
}

const person = (firstName: string) => app.deps.user({ firstName })
const setShares = (owner: TestUser, { id }: Project, ids: readonly number[]) =>
  owner.client.call(projects.update, {
    params: { id },
    body: {
      assocContexts: ids.map((contextId) => ({
        contextId,
        hasReadAccess: true,
        hasWriteAccess: false,
        hasAdminAccess: false,
      })),
    },
  })

/** Anna's project with the readers Bert and Carl. */
async function shared() {
  const [anna, bert, carl] = [await person('Anna'), await person('Bert'), await person('Carl')]
  const project = await app.deps.project(anna, { type: 2 })
  await setShares(anna, project, [bert.contextId, carl.contextId])
  return { anna, bert, carl, project }
}

const pushes = ({ messages }: LivePage) =>
  messages.filter(({ contextData }) => contextData['what'] === 'presence')

test('users see who else has the project open, with the fields of the public profile', async () => {
  const { anna, bert, carl, project } = await shared()
  expect(await page(anna, project).say()).toEqual([])
  const visitId = crypto.randomUUID()
  const { data } = await bert.client.call(presence.update, { params: { id: project.id, visitId } })
  const { data: profile } = await bert.client.call(contract.users.get, { params: { id: anna.id } })
  expect(data).toEqual({ Readers: [profile.user], count: 1 })
  const carls = page(carl, project)
  await expect.poll(() => carls.say()).toEqual(['Anna', 'Bert'])
})

test('open pages get an event within a second when someone arrives or leaves; others get none', async () => {
  const { anna, bert, carl, project } = await shared()
  const [annas, carls] = [await livePage(app, anna), await livePage(app, carl)]
  const [hers, his] = [page(anna, project), page(bert, project)]
  await hers.say()
  const came = performance.now()
  await his.say()
  const said = {
    context: 5,
    uri: `/projects/${project.id}`,
    contextData: { what: 'presence', projectId: project.id },
  }
  await expect.poll(() => pushes(annas).at(-1), { interval: 20 }).toEqual(said)
  expect(performance.now() - came).toBeLessThan(1_000)
  await expect.poll(() => hers.say()).toEqual(['Bert'])
  const before = pushes(annas).length
  await his.say()
  await his.close()
  expect(await hers.say()).toEqual([])
  await expect.poll(() => pushes(annas).length).toBe(before + 1)
  expect(pushes(carls)).toEqual([])
})

test('a visit without a heartbeat for 25 seconds ends; a renewed one continues', async () => {
  const { anna, bert, carl, project } = await shared()
  const hers = page(anna, project)
  const his = page(bert, project)
  const carls = page(carl, project)
  for (const one of [hers, his, carls]) await one.say()
  await expect.poll(() => hers.say()).toEqual(['Bert', 'Carl'])
  const annas = await livePage(app, anna)
  later += VISIT_LASTS_MS - 5_000
  await his.say()
  await hers.say()
  later += 6_000
  await expect.poll(() => pushes(annas).length).toBe(1)
  expect(await hers.say()).toEqual(['Bert'])
})

test('a user can end only their own visits, and an ended visit does not start again', async () => {
  const { anna, bert, project } = await shared()
  const visitId = crypto.randomUUID()
  const hers = page(anna, project, visitId)
  const his = page(bert, project)
  await hers.say()
  await page(bert, project, visitId).close()
  expect(await his.say()).toEqual(['Anna'])
  await hers.close()
  await hers.say()
  expect(await his.say()).toEqual([])
  await page(anna, project).say()
  await expect.poll(() => his.say()).toEqual(['Anna'])
})

test('a user with two pages is listed once, until both are closed', async () => {
  const { anna, bert, project } = await shared()
  const [first, second, his] = [page(anna, project), page(anna, project), page(bert, project)]
  for (const one of [first, second]) await one.say()
  expect(await his.say()).toEqual(['Anna'])
  await first.close()
  expect(await his.say()).toEqual(['Anna'])
  await second.close()
  expect(await his.say()).toEqual([])
})

test('signing out ends the user’s visit', async () => {
  const { anna, bert, project } = await shared()
  const [hers, his] = [page(anna, project), page(bert, project)]
  await hers.say()
  expect(await his.say()).toEqual(['Anna'])
  await anna.client.call(contract.auth.logout)
  await expect.poll(() => his.say()).toEqual([])
})

describe('a user who loses access', () => {
  test('to the project is not listed and gets no more events', async () => {
    const { anna, bert, carl, project } = await shared()
    const [hers, his, carls] = [page(anna, project), page(bert, project), page(carl, project)]
    for (const one of [his, carls, hers]) await one.say()
    await expect.poll(() => hers.say()).toEqual(['Bert', 'Carl'])
    const [annas, berts] = [await livePage(app, anna), await livePage(app, bert)]
    await setShares(anna, project, [carl.contextId])
    await expect.poll(() => pushes(annas).length).toBe(1)
    expect(await hers.say()).toEqual(['Carl'])
    await expect(his.say()).rejects.toMatchObject({ code: 'NOT_FOUND' })
    await carls.close()
    await expect.poll(() => pushes(annas).length).toBe(2)
    expect(pushes(berts)).toEqual([])
  })

  test('by leaving a group is not listed', async () => {
    const [lead, bert] = [await app.deps.user({ roleId: 8, firstName: 'Lea' }), await person('Bert')]
    const { data } = await lead.client.call(contexts.create, {
      body: { contextTypeId: 3, name: 'Team', assocContexts: [] },
    })
    const { id } = data.context
    const member = { params: { id, assocContextId: bert.contextId } }
    await lead.client.call(contexts.setMember, { ...member, body: {} })
    const project = await app.deps.project(lead, { type: 2 })
    await setShares(lead, project, [id])
    const [hers, his] = [page(lead, project), page(bert, project)]
    await his.say()
    await expect.poll(() => hers.say()).toEqual(['Bert'])
    const leads = await livePage(app, lead)
    await lead.client.call(contexts.removeMember, member)
    await expect.poll(() => pushes(leads).length).toBe(1)
    expect(await hers.say()).toEqual([])
  })

  test('because the project was deleted gets 404', async () => {
    const { anna, bert, project } = await shared()
    const his = page(bert, project)
    await his.say()
    await anna.client.call(projects.remove, { params: { id: project.id } })
    await expect(his.say()).rejects.toMatchObject({ code: 'NOT_FOUND' })
    await expect(his.close()).rejects.toMatchObject({ code: 'NOT_FOUND' })
  })
})

test('names at most twenty readers and counts all', async () => {
  const { anna, bert, project } = await shared()
  const people = await Promise.all(Array.from({ length: 22 }, () => person('Petra')))
  await setShares(
    anna,
    project,
    [bert, ...people].map(({ contextId }) => contextId),
  )
  await Promise.all(people.map((one) => page(one, project).say()))
  const his = page(bert, project)
  await expect.poll(() => his.count()).toBe(22)
  expect(await his.say()).toHaveLength(20)
})

test('forgets the first of a user’s twenty-one pages', async () => {
  const { anna, bert, project } = await shared()
  const other = await app.deps.project(anna, { type: 2 })
  await page(anna, project).say()
  const his = page(bert, project)
  expect(await his.say()).toEqual(['Anna'])
  for (let opened = 0; opened < 19; opened++) await page(anna, other).say()
  expect(await his.say()).toEqual(['Anna'])
  await page(anna, other).say()
  expect(await his.say()).toEqual([])
})
