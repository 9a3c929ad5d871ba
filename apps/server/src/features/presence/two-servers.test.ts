// Two server processes on one PostgreSQL: readers through one are seen through the other, pages switch between them, and
// visits to a dead process expire.
import { createClient } from '@polylogue/client'
import { contract, VISIT_LASTS_MS, type Project } from '@polylogue/contract'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { anotherServer } from '#test/another-server.ts'
import { serverUrl } from '#test/db.ts'
import { livePage } from '#test/live-page.ts'
import { testApp, type TestApp, type TestUser } from '#test/test-app.ts'
import type { App } from '#app.ts'

describe.runIf(serverUrl)('two servers on one PostgreSQL', () => {
  let app: TestApp
  let other: { app: App; url: string }
  let anna: TestUser
  let bert: TestUser
  let project: Project
  let later = 0
  const clock = { now: () => new Date(Date.now() + later) }

  beforeAll(async () => {
    app = await testApp({ clock })
    other = await anotherServer({ of: app.db, clock })
    ;[anna, bert] = [await app.deps.user({ firstName: 'Anna' }), await app.deps.user({ firstName: 'Bert' })]
    project = await app.deps.project(anna, { type: 2 })
    await app.deps.share(project, bert)
  })
  afterAll(async () => {
    await other.app.close(0)
    await app.close()
  })

  function page(user: TestUser) {
    const request = { params: { id: project.id, visitId: crypto.randomUUID() } }
    const at = ({ url }: { url: string }) => createClient({ baseUrl: url, token: () => user.token })
    return {
      say: async (server: { url: string }) =>
        (await at(server).call(contract.presence.update, request)).data.Readers.map((one) => one.firstName),
      close: (server: { url: string }) => at(server).call(contract.presence.remove, request),
    }
  }

  test('a reader on one server is announced by the other, and can leave through either', async () => {
    const [hers, his] = [page(anna), page(bert)]
    const annas = await livePage(app, anna)
    await hers.say(app)
    await his.say(other)
    const pushes = () => annas.messages.filter(({ contextData }) => contextData['what'] === 'presence')
    await expect.poll(() => pushes().length).toBeGreaterThan(0)
    await expect.poll(() => hers.say(app)).toEqual(['Bert'])
    // The page switches to the first server, as behind a round-robin load balancer, and ends its visit there.
    expect(await his.say(app)).toEqual(['Anna'])
    await his.close(app)
    await expect.poll(() => hers.say(other)).toEqual([])
    await hers.close(app)
  })

  test('signing out through one server ends a visit reported to the other', async () => {
    const [hers, his] = [page(anna), page(bert)]
    const again = await app.deps.again(bert)
    await hers.say(app)
    await his.say(other)
    await expect.poll(() => hers.say(app)).toEqual(['Bert'])
    await bert.client.call(contract.auth.logout)
    await expect.poll(() => hers.say(app)).toEqual([])
    bert = again
    await hers.close(app)
  })

  test('readers of a stopped server expire, except pages that continue through another server', async () => {
    const carl = await app.deps.user({ firstName: 'Carl' })
    await app.deps.share(project, carl)
    const third = await anotherServer({ of: app.db, clock })
    const [hers, his, carls] = [page(anna), page(bert), page(carl)]
    await hers.say(app)
    await his.say(third)
    await carls.say(third)
    await expect.poll(async () => (await hers.say(app)).toSorted()).toEqual(['Bert', 'Carl'])
    // Ends without announcing it, like a killed process.
    await third.app.close(0)
    later += VISIT_LASTS_MS - 1_000
    await carls.say(app)
    expect((await hers.say(app)).toSorted()).toEqual(['Bert', 'Carl'])
    later += 2_000
    await expect.poll(() => hers.say(app)).toEqual(['Carl'])
  })
})
