// Notifications: the dot of the bell without a reload, its list, the page, and a lost stream (NOTIFY-10, NOTIFY-11, NOTIFY-12).
import { contract } from '@polylogue/contract'
import { expect, test, type Page } from '@playwright/test'
import { isAccessible } from './accessible.ts'
import { makeBids, openSharedFixture, pageWith, PHONE, type Fixture, visit } from './fixture.ts'

interface Stored {
  id: number
  read: boolean
}

let fixture: Fixture
let page: Page
let project: number
/** The newest first. */
let stored: Stored[] = []

test.beforeAll(async ({ browser }) => {
  fixture = await openSharedFixture({ models: ['script'] })
  project = await makeBids(fixture.client, ['Costs'])
  const context = await browser.newContext({ reducedMotion: 'reduce' })
  page = await pageWith(context, fixture.product.url, fixture.storage)
  await keepIn(page)
  // A stream that opens for the first time asks for nothing again: the page of this test must have one before.
  const opened = page.waitForResponse((reply) => new URL(reply.url()).pathname.endsWith('/subscribe'))
  await page.goto(`${fixture.product.url}/help/tabs`)
  await opened
})

test.afterAll(async () => {
  await page.context().close()
  await fixture.close()
})

/** Answers the calls of a page from `stored`. */
async function keepIn(of: Page): Promise<void> {
  await of.route(/\/notifications\/\d+(\/\d+)?(\?.*)?$/, async (route) => {
    const request = route.request()
    const url = new URL(request.url())
    const read = url.searchParams.get('read')
    if (request.method() === 'PUT') stored = stored.map((one) => ({ ...one, read: true }))
    const shown = stored.filter((one) => read === null || String(one.read) === read)
    const data = {
      notifications: shown.map(notificationOf),
      unread: stored.filter((one) => !one.read).length,
    }
    await route.fulfill({ json: { messageContent: { data, meta: {} } } })
  })
}

function notificationOf({ id, read }: Stored) {
  const timestamp = Math.floor(Date.now() / 1000) - 120
  // The page of the first one is open later: what is about it would be read at once (NOTIFY-19).
  const uri = id === 1 ? `/projects/${project}` : '/projects'
  return {
    id,
    place: id,
    rootId: id,
    kind: 'shared',
    facts: { actor: 'Bea Bäcker-Yıldız', noun: 'project', name: `Bids ${id}` },
    count: 1,
    notificationAsJson: JSON.stringify({
      id,
      message: '',
      type: 'info',
      read,
      received: true,
      timestamp,
      uri,
    }),
  }
}

/** Adds one while the page has no stream: what it missed is asked for when the stream is open again. */
async function receive(id: number): Promise<void> {
  await page.context().setOffline(true)
  stored.unshift({ id, read: false })
  await page.context().setOffline(false)
}

/** Begins a test on another page than the first one's project, with these notifications. */
async function begin(earlier: Stored[]): Promise<void> {
  await page.setViewportSize({ width: 1440, height: 900 })
  await visit(page, `${fixture.product.url}/help/tabs`)
  await page.context().setOffline(true)
  stored = earlier
  await page.context().setOffline(false)
  await expect(bell(page)).toHaveAccessibleName('Notifications')
}

const bell = (of: Page) => of.getByRole('button', { name: /^Notifications(,|$)/ })
const list = (of: Page) => of.getByRole('dialog', { name: 'Notifications' })

test('the dot appears without a reload; a row of the list leads to the thing and is read', async () => {
  await begin([])
  await receive(1)
  await expect(bell(page)).toHaveAccessibleName('Notifications, 1 unread')
  await bell(page).focus()
  await page.keyboard.press('Enter')
  await expect(
    list(page).getByRole('link', { name: 'Bea Bäcker-Yıldız shared a project Bids 1' }),
  ).toBeVisible()
  await isAccessible(page)
  await page.keyboard.press('Escape')
  await expect(list(page)).toHaveCount(0)
  await expect(bell(page)).toBeFocused()
  await bell(page).click()
  await list(page)
    .getByRole('link', { name: /Bids 1/ })
    .click()
  await expect(page).toHaveURL(new RegExp(`/projects/${project}`))
  await expect(list(page)).toHaveCount(0)
  await expect(bell(page)).toHaveAccessibleName('Notifications')
})

test('the list leads to the page, which says that it is connected until its stream is lost, also on a phone', async () => {
  await begin([{ id: 1, read: true }])
  await receive(2)
  await expect(bell(page)).toHaveAccessibleName('Notifications, 1 unread')
  await bell(page).click()
  await list(page).getByRole('link', { name: 'All notifications' }).click()
  const today = page.getByRole('region', { name: 'Today' })
  await expect(today.getByRole('listitem')).toHaveCount(1)
  await page.getByText('All', { exact: true }).click()
  await expect(today.getByRole('listitem')).toHaveCount(2)
  await page.getByRole('button', { name: 'What to be told about' }).click()
  await expect(page.getByText('Connected: new notifications appear at once')).toBeVisible()
  await isAccessible(page)
  await page.keyboard.press('Escape')
  const lost = page.getByText('Cannot connect to real-time notifications service or connection is lost')
  await expect(lost).toHaveCount(0)
  await page.setViewportSize(PHONE.viewport)
  await bell(page).click()
  await expect(list(page)).toBeVisible()
  await page.context().setOffline(true)
  await expect(lost).toHaveCount(2)
  await isAccessible(page)
  await page.context().setOffline(false)
  await expect(lost).toHaveCount(0)
})

test('what is shared with a second person is told there without a reload, and read by opening it', async ({
  browser,
}) => {
  const { client, product } = fixture
  const as = await fixture.newcomer({ firstName: 'Bea', lastName: 'Bäcker-Yıldız', email: 'bea@example.org' })
  const bea = await fixture.open(browser, '/help/tabs', { as, reducedMotion: 'reduce' })
  await expect(bell(bea)).toHaveAccessibleName('Notifications')
  const { data } = await client.call(contract.users.list, { query: {} })
  const contextId = data.Users.find(({ email }) => email === 'bea@example.org')?.context.id ?? 0
  const share = (id: number, shared: boolean) =>
    client.call(contract.projects.update, {
      params: { id },
      body: { assocContexts: shared ? [{ contextId, hasReadAccess: true }] : [] },
    })
  await share(project, true)
  await expect(bell(bea)).toHaveAccessibleName('Notifications, 1 unread')
  await bell(bea).click()
  await list(bea)
    .getByRole('link', { name: /shared a (chat|project) Bids/ })
    .click()
  await expect(bea).toHaveURL(new RegExp(`/projects/${project}`))
  await expect(bell(bea)).toHaveAccessibleName('Notifications')
  await share(project, false)
  await expect(bell(bea)).toHaveAccessibleName('Notifications, 1 unread')
  await visit(bea, `${product.url}/notifications`)
  await expect(bea.getByText(/ended your access$/)).toBeVisible()
  await bea.getByRole('button', { name: 'Delete all' }).click()
  await bea.getByRole('dialog').getByRole('button', { name: 'Delete all' }).click()
  await expect(bea.getByText('All notifications are deleted')).toBeVisible()
  await expect(bell(bea)).toHaveAccessibleName('Notifications')
  await bea.getByText('All', { exact: true }).click()
  await expect(bea.getByText('No notifications', { exact: true })).toBeVisible()
  await bea.context().close()
})
