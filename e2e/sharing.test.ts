// Two users and one project: shared in the interface, used together without a reload, and ended by leaving or by losing
// access. When both change the same thing, neither change is lost silently. A group that needs approval: Bea shares her
// prompts with it, Anna, who owns the group, reads, approves and declines.
import { createClient, type Client } from '@polylogue/client'
import { contract } from '@polylogue/contract'
import { expect, test, type Browser, type Locator, type Page } from '@playwright/test'
import { isAccessible, isAccessibleAgain } from './accessible.ts'
import { holdFrames, makeBids, openSharedFixture, PHONE, type Fixture, visit } from './fixture.ts'

// The tests follow two people at one project, and one publication: what one shares, the next one sees, changes or loses.
test.describe.configure({ mode: 'serial' })

const ANSWER = Array.from({ length: 12 }, (_, index) => `Sentence ${index + 1}.`).join(' ')

/** The model server reads it for each answer. */
const pace = { text: ANSWER, rate: 60 }

let fixture: Fixture
let anna: Page
let bea: Page
let projectId = 0
let beas: Client
/** Of Bea’s prompts. */
const ids = new Map<string, number>()

const TEXT = `Write an offer to {{name}}.\n${'Name every price and every date. '.repeat(40)}`

test.beforeAll(async ({ browser }) => {
  fixture = await openSharedFixture({ models: ['script'], settings: pace })
  projectId = await makeBids(fixture.client, ['Costs', 'Letters'])
  const still = { reducedMotion: 'reduce' } as const
  anna = await fixture.open(browser, `/projects/${projectId}`, still)
  bea = await openBea(browser)
  for (const page of [anna, bea]) page.setDefaultTimeout(15_000)
})

test.afterAll(async () => {
  for (const page of [anna, bea]) await page.context().close()
  const { data } = await fixture.client.call(contract.contexts.list, { params: { id: 'teams' } })
  for (const { id } of data.TeamContexts ?? [])
    await fixture.client.call(contract.contexts.remove, { params: { id } })
  await fixture.close()
})

/** Opens a page of Bea in a new browser context; Anna has created her account, and she has changed her password. */
async function openBea(browser: Browser): Promise<Page> {
  const as = await fixture.newcomer({ firstName: 'Bea', lastName: 'Bäcker-Yıldız', email: 'bea@example.org' })
  const { access } = JSON.parse(as[0]?.value ?? '{}') as { access: string }
  beas = createClient({ baseUrl: fixture.product.url, token: () => access })
  return fixture.open(browser, '/projects', { as, reducedMotion: 'reduce' })
}

const dialog = (page: Page) => page.getByRole('dialog')
const message = (page: Page) => page.getByRole('textbox', { name: 'Message' })
const tab = (page: Page, name: string) => page.getByRole('tab', { name })
const named = (page: Page, name: string) => page.getByRole('heading', { name, level: 1 })

/** Saves and closes the dialog, then opens it again and checks Bea's stored permission. */
async function stored(level: string): Promise<void> {
  await expect(dialog(anna)).toHaveCount(0)
  await anna.getByRole('banner').getByRole('button', { name: 'Share', exact: true }).click()
  await expect(dialog(anna).getByRole('button', { name: 'Edit sharing' })).toBeVisible()
  await expect(dialog(anna).getByText(level, { exact: true })).toBeVisible()
}

/** Anna changes Bea's permission in the dialog. */
async function give(level: string): Promise<void> {
  await anna.getByRole('banner').getByRole('button', { name: 'Share', exact: true }).click()
  await dialog(anna).getByRole('button', { name: 'Edit sharing' }).click()
  await dialog(anna).getByLabel('Access of Bea Bäcker-Yıldız').selectOption(level)
  await dialog(anna).getByRole('button', { name: 'Save' }).click()
  await stored(level)
  await dialog(anna).getByRole('button', { name: 'Close' }).last().click()
}

test('sharing a chat makes it a project, which appears for the other user', async () => {
  await anna.getByRole('banner').getByRole('button', { name: 'Share', exact: true }).click()
  await expect(dialog(anna).getByText('A chat becomes a project')).toBeVisible()
  await expect(dialog(anna).getByRole('listitem').getByText('Owner')).toBeVisible()
  await expect(dialog(anna).getByRole('combobox').first()).toBeFocused()
  // Enter chooses the only match, also before it is listed.
  await anna.keyboard.type('bäck')
  const row = dialog(anna).getByRole('listitem').filter({ hasText: 'Bea Bäcker' })
  await expect(row).toHaveCount(0)
  await anna.keyboard.press('Enter')
  await expect(row).toHaveCount(1)
  await isAccessibleAgain(anna)
  await anna.keyboard.type('a')
  const list = await dialog(anna).locator('[data-position]').boundingBox()
  const save = await dialog(anna).getByRole('button', { name: 'Save' }).boundingBox()
  expect((list?.y ?? Infinity) + (list?.height ?? 0)).toBeLessThanOrEqual(save?.y ?? 0)
  await anna.keyboard.press('Backspace')
  await anna.keyboard.press('Escape')
  const seen = await anna.evaluateHandle(() => {
    const others: string[] = []
    const isOther = ({ textContent }: Element) => textContent?.trim() === 'Edit sharing'
    new MutationObserver(() => {
      if ([...document.querySelectorAll('[role="dialog"] button')].some(isOther)) others.push('Edit sharing')
    }).observe(document.body, { childList: true, subtree: true, characterData: true })
    return others
  })
  await dialog(anna).getByRole('button', { name: 'Save' }).click()
  await expect(dialog(anna)).toHaveCount(0)
  expect(await seen.jsonValue(), 'the form gives way to no second dialog').toEqual([])
  await stored('Can read')
  await isAccessible(anna)
  await anna.keyboard.press('Escape')
  await expect(dialog(anna)).toHaveCount(0)
  await expect(
    anna.getByRole('banner').getByRole('img', { name: 'Shared with Bea Bäcker-Yıldız' }),
  ).toBeVisible()
  await expect(bea.getByRole('main').getByRole('link', { name: 'Bids', exact: true })).toBeVisible()
})

test('a reader can only read, and the page names who can give write access', async () => {
  await bea.getByRole('main').getByRole('link', { name: 'Bids', exact: true }).click()
  await expect(bea.getByText(/^You have read access only\. Ask .+ for write access\.$/)).toBeVisible()
  await expect(message(bea)).toHaveCount(0)
  await expect(bea.getByRole('main').getByRole('link', { name: 'New chat' })).toBeVisible()
  await expect(bea.getByRole('banner').getByRole('img', { name: /^Shared by / })).toBeVisible()
  await bea.getByRole('banner').getByRole('button', { name: 'Sharing info' }).click()
  await expect(dialog(bea).getByText('You can read.')).toBeVisible()
  await expect(dialog(bea).getByText('anna', { exact: true })).toBeVisible()
  await expect(dialog(bea).getByRole('button', { name: 'Edit sharing' })).toHaveCount(0)
  await isAccessible(bea)
  await bea.keyboard.press('Escape')
  await give('Can edit')
  await expect(message(bea)).toBeVisible()
})

test('a question of one user appears live for the other, with the name of its asker', async () => {
  await message(bea).fill('Which bid is cheaper?')
  await message(bea).press('Enter')
  await expect(anna.getByText('Which bid is cheaper?')).toBeVisible()
  await expect(
    anna.getByRole('region', { name: 'Conversation' }).getByText('Bea Bäcker-Yıldız'),
  ).toBeVisible()
  for (const page of [anna, bea])
    await expect(page.getByRole('article').last()).toContainText('Sentence 12.', { timeout: 15_000 })
  await expect(bea.getByRole('region', { name: 'Conversation' }).getByText('Bea Bäcker-Yıldız')).toHaveCount(
    0,
  )
  await isAccessible(anna)
})

test('only its asker and administrators of the project can stop an answer; others wait for it', async () => {
  const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })
  pace.rate = 2
  await message(anna).fill('Slowly, please.')
  await message(anna).press('Enter')
  await expect(button(anna, 'Stop')).toBeVisible()
  // The answer before it has this sentence, too.
  await expect(bea.getByText('Slowly, please.')).toBeVisible()
  await expect(bea.getByRole('article').last()).toContainText('Sentence 1.')
  await button(bea, 'Send').hover()
  await expect(bea.getByRole('tooltip', { name: 'Wait until the answer is complete' })).toBeVisible()
  await expect(button(bea, 'Stop')).toHaveCount(0)
  await button(anna, 'Stop').click()
  await expect(bea.getByRole('article').last()).toContainText('Stopped')
  await message(bea).fill('And now?')
  await message(bea).press('Enter')
  for (const page of [bea, anna]) await expect(button(page, 'Stop')).toBeVisible()
  await button(anna, 'Stop').click()
  await expect(bea.getByRole('article').last()).toContainText('Stopped')
  pace.rate = 60
})

test('rating and deleting are offered only to permitted users, also after a reload', async () => {
  await message(anna).fill('And without storage?')
  await message(anna).press('Enter')
  const offered = async (page: Page, answer: Locator) => {
    await expect(answer).toContainText('Sentence 12.', { timeout: 15_000 })
    await answer.hover()
    const more = answer.getByRole('button', { name: 'More', exact: true })
    await expect(more).toBeVisible()
    const rate = await answer.getByRole('button', { name: 'Good answer' }).count()
    await more.click()
    await expect(page.getByRole('menuitem', { name: 'Copy link to this message' })).toBeVisible()
    const remove = await page.getByRole('menuitem', { name: 'Delete', exact: true }).count()
    await page.keyboard.press('Escape')
    await expect(page.getByRole('menu')).toHaveCount(0)
    return [rate, remove]
  }
  for (const again of [false, true]) {
    if (again) await bea.reload()
    await expect(bea.getByRole('article')).toHaveCount(4)
    expect(await offered(bea, bea.getByRole('article').last()), 'of somebody else').toEqual([0, 0])
    expect(await offered(bea, bea.getByRole('article').first()), 'her own').toEqual([1, 1])
  }
  expect(await offered(anna, anna.getByRole('article').first()), 'of her project').toEqual([1, 1])
})

test('deleting and moving a tab are offered only to permitted users, also by key @full', async () => {
  const offered = async (page: Page, name: string) => {
    await tab(page, name).click()
    await page.getByRole('button', { name: `Actions for “${name}”` }).click()
    await expect(page.getByRole('menuitem', { name: 'Edit tab' })).toBeVisible()
    const move = await page.getByRole('menuitem', { name: 'Move to a chat or project' }).count()
    const remove = await page.getByRole('menuitem', { name: 'Delete tab' }).count()
    await page.keyboard.press('Escape')
    await expect(page.getByRole('menu')).toHaveCount(0)
    return [move, remove]
  }
  expect(await offered(bea, 'Costs'), 'others asked in it').toEqual([0, 0])
  await tab(bea, 'Costs').press('Delete')
  await expect(bea.getByRole('dialog')).toHaveCount(0)
  expect(await offered(anna, 'Costs'), 'of her project').toEqual([1, 1])
  expect(await offered(bea, 'Letters'), 'nobody asked in it').toEqual([1, 1])
  await tab(bea, 'Costs').click()
})

test('added, renamed, reordered and deleted tabs appear on both pages', async () => {
  await bea.getByRole('button', { name: 'Add a tab' }).click()
  // The first one is the overview of the project.
  await expect(anna.getByRole('tab')).toHaveCount(4)
  await tab(bea, 'Letters').dblclick()
  await bea.keyboard.type('Replies')
  await bea.keyboard.press('Enter')
  await expect(tab(anna, 'Replies')).toBeVisible()
  const { data } = await fixture.client.call(contract.tabs.list, { params: { id: projectId } })
  const tabIds = data.Projecttabs.map(({ id }) => id).toReversed()
  await fixture.client.call(contract.tabs.order, { params: { id: projectId }, body: { tabIds } })
  await expect(bea.getByRole('tab').last()).toContainText('Costs')
  await fixture.client.call(contract.tabs.remove, { params: { id: tabIds[0] ?? 0 } })
  for (const page of [anna, bea]) await expect(page.getByRole('tab')).toHaveCount(3)
})

test('two users rename one tab: the second sees the other name and can overwrite it @full', async () => {
  await tab(anna, 'Replies').dblclick()
  const field = anna.getByRole('textbox', { name: 'Name of the tab' })
  await field.fill('Answers')
  await tab(bea, 'Replies').dblclick()
  await bea.keyboard.type('Letters out')
  await bea.keyboard.press('Enter')
  await expect(tab(bea, 'Letters out')).toBeVisible()
  await field.press('Enter')
  await expect(anna.getByText('Somebody else renamed it to “Letters out”')).toBeVisible()
  await expect(field).toHaveValue('Answers')
  await field.press('Enter')
  for (const page of [anna, bea]) await expect(tab(page, 'Answers')).toBeVisible()
})

test('two users edit the project: the second sees the stored change and keeps the input', async () => {
  await visit(bea, `${fixture.product.url}/projects/${projectId}?dialog=edit-project`)
  await dialog(bea).getByLabel('Name').fill('Bids of lot 2')
  await visit(anna, `${fixture.product.url}/projects/${projectId}?dialog=edit-project`)
  await dialog(anna).getByLabel('Name').fill('Offers')
  await dialog(anna).getByRole('button', { name: 'Save project' }).click()
  await expect(named(anna, 'Offers')).toBeVisible()
  await expect(named(bea, 'Offers')).toBeAttached()
  await dialog(bea).getByRole('button', { name: 'Save project' }).click()
  await expect(dialog(bea).getByText('Somebody else saved in the meantime')).toBeVisible()
  await expect(dialog(bea).getByLabel('Name')).toHaveValue('Bids of lot 2')
  await dialog(bea).getByRole('button', { name: 'Save my version' }).click()
  for (const page of [anna, bea]) await expect(named(page, 'Bids of lot 2')).toBeVisible()
})

test('two users change the sharing: the second sees what the first one stored', async () => {
  await give('Can manage')
  await expect(bea.getByRole('banner').getByRole('button', { name: 'Share', exact: true })).toBeVisible()
  await anna.getByRole('banner').getByRole('button', { name: 'Share', exact: true }).click()
  await dialog(anna).getByRole('button', { name: 'Edit sharing' }).click()
  await dialog(anna).getByLabel('Access of Bea Bäcker-Yıldız').selectOption('Can read')
  await bea.getByRole('banner').getByRole('button', { name: 'Share', exact: true }).click()
  await dialog(bea).getByRole('button', { name: 'Edit sharing' }).click()
  // Users cannot change their own access.
  await expect(dialog(bea).getByLabel('Access of Bea Bäcker-Yıldız')).toHaveCount(0)
  await dialog(bea).getByRole('combobox').first().fill('company')
  await dialog(bea)
    .getByRole('option', { name: /Everyone/ })
    .click()
  await dialog(bea).getByRole('button', { name: 'Save' }).click()
  await expect(dialog(bea)).toHaveCount(0)
  await dialog(anna).getByRole('button', { name: 'Save' }).click()
  await expect(dialog(anna).getByText('Somebody else saved in the meantime')).toBeVisible()
  await isAccessibleAgain(anna)
  await dialog(anna).getByRole('button', { name: 'Use the saved version' }).click()
  const letFrames = await holdFrames(anna)
  await dialog(anna).getByRole('button', { name: 'Remove Company' }).click()
  await expect(dialog(anna).getByRole('button', { name: 'Remove Bea Bäcker-Yıldız' })).toBeFocused()
  await letFrames()
  await dialog(anna).getByRole('button', { name: 'Save' }).click()
  await stored('Can manage')
  await expect(dialog(anna).getByText('Company')).toHaveCount(0)
  await anna.keyboard.press('Escape')
  await expect(dialog(anna)).toHaveCount(0)
})

test('losing access shows a message and leaves the page; a shared project can be left', async () => {
  await anna.getByRole('banner').getByRole('button', { name: 'Share', exact: true }).click()
  await dialog(anna).getByRole('button', { name: 'Edit sharing' }).click()
  await dialog(anna).getByRole('button', { name: 'Remove Bea Bäcker-Yıldız' }).click()
  await dialog(anna).getByRole('button', { name: 'Save' }).click()
  await expect(bea.getByText('This project does not exist')).toBeVisible()
  await expect(bea).toHaveURL(`${fixture.product.url}/`)
  await expect(dialog(anna)).toHaveCount(0)
  await anna.getByRole('banner').getByRole('button', { name: 'Share', exact: true }).click()
  await dialog(anna).getByRole('combobox').first().fill('bea')
  await dialog(anna)
    .getByRole('option', { name: /Bea Bäcker/ })
    .click()
  await dialog(anna).getByRole('button', { name: 'Save' }).click()
  await stored('Can read')
  await anna.keyboard.press('Escape')
  // The page learns through its live stream that the project is gone.
  const listens = bea.waitForResponse((reply) => new URL(reply.url()).pathname.endsWith('/subscribe'))
  await bea.goto(`${fixture.product.url}/projects/${projectId}?dialog=sharing`)
  await listens
  // The chunk of the list loads late: by then the page has learned that the project is deleted.
  const gone = bea.waitForResponse(
    (reply) => reply.url().endsWith(`/projects/${projectId}`) && reply.status() === 404,
  )
  const list = /\/assets\/project-overview-[\w-]{8}\.js$/
  const late = bea.waitForRequest(list)
  await bea.route(list, async (route) => {
    await gone
    await route.continue()
  })
  await dialog(bea).getByRole('button', { name: 'Leave project' }).click()
  await expect(dialog(bea).getByRole('button', { name: 'Cancel' })).toBeFocused()
  await isAccessible(bea)
  await dialog(bea).getByRole('button', { name: 'Leave project' }).click()
  await late
  await expect(bea).toHaveURL(`${fixture.product.url}/projects`)
  await expect(bea.getByText('You have left “Bids of lot 2”.')).toBeVisible()
  await expect(bea.getByRole('link', { name: 'Bids of lot 2' })).toHaveCount(0)
  await expect(bea.getByText('This project does not exist')).toHaveCount(0)
})

const button = (page: Page, name: string | RegExp) => dialog(page).getByRole('button', { name, exact: true })
const waiting = (page: Page, count: number) =>
  page.getByRole('button', { name: `Waiting for approval (${count})` })

/** Bea opens the sharing dialog of a prompt. */
async function openSharing(title: string): Promise<void> {
  await bea.getByRole('button', { name: `Actions for “${title}”` }).click()
  await bea.getByRole('menuitem', { name: 'Share', exact: true }).click()
}

/** Bea chooses the group in the open sharing dialog, reads that it needs approval, and saves. */
async function askFor(title: string): Promise<void> {
  await openSharing(title)
  await dialog(bea).getByRole('combobox').fill('mark')
  await dialog(bea)
    .getByRole('option', { name: /Marketing/ })
    .click()
  await expect(dialog(bea).getByText(/^Sharing with Marketing needs approval\./)).toBeVisible()
  await button(bea, 'Save').click()
  await expect(bea.getByText('Waiting for approval: Marketing')).toBeVisible()
  await expect(dialog(bea)).toHaveCount(0)
}

/** Asserts that nothing in the dialog reaches beyond the window. */
async function fits(page: Page): Promise<void> {
  const beyond = () =>
    dialog(page).evaluate((one) =>
      [...one.querySelectorAll('*')].some((part) => part.getBoundingClientRect().right > innerWidth),
    )
  await expect.poll(beyond).toBe(false)
}

test('the owner of a group can require approval for shares', async () => {
  for (const title of ['Offer', 'Complaint']) {
    const prompt = { title, prompt: TEXT, comment: 'For customers', outputFormId: 1 }
    ids.set(title, (await beas.call(contract.prompts.create, { body: prompt })).data.Prompt.id)
  }
  await visit(anna, `${fixture.product.url}/admin/context-management`)
  await visit(bea, `${fixture.product.url}/prompts`)
  await anna.getByRole('button', { name: 'New group' }).click()
  await dialog(anna).getByLabel('Name', { exact: true }).fill('Marketing')
  await dialog(anna).getByLabel('Shares need approval').check({ force: true })
  await dialog(anna).getByRole('combobox').fill('bea')
  await dialog(anna)
    .getByRole('option', { name: /Bea Bäcker/ })
    .click()
  await isAccessibleAgain(anna)
  await button(anna, 'Create group').click()
  await expect(anna.getByText('Group “Marketing” created')).toBeVisible()
  await expect(anna.getByText(/shares need approval/)).toBeVisible()
  await anna.getByRole('button', { name: 'Edit Marketing' }).click()
  await expect(dialog(anna).getByLabel('Shares need approval')).toBeChecked()
  await anna.keyboard.press('Escape')
  await expect(dialog(anna)).toHaveCount(0)
})

test('a share with the group waits for approval, and the reviewer is notified', async () => {
  await askFor('Offer')
  await openSharing('Offer')
  const requests = dialog(bea).getByRole('list', { name: 'Approval' })
  await expect(requests).toContainText('Marketing')
  await expect(requests).toContainText('Waiting for approval')
  await isAccessible(bea)
  await bea.keyboard.press('Escape')
  await expect(anna.getByText('A request waits for your approval')).toBeVisible()
  await expect(waiting(anna, 1)).toBeVisible()
})

test('it is in the navigation and on the dashboard, with its number (NOTIFY-13)', async () => {
  await visit(anna, `${fixture.product.url}/help/tabs`)
  const row = anna.getByRole('navigation').getByRole('link', { name: 'Waiting for approval (1)' })
  await expect(row).toContainText('1')
  await anna.getByRole('navigation').getByRole('link', { name: 'Dashboard' }).click()
  await expect(waiting(anna, 1)).toBeVisible()
  await row.click()
  await expect(dialog(anna)).toContainText('Offer')
})

test('the reviewer reads the text and approves, and the group receives the prompt', async () => {
  await visit(anna, `${fixture.product.url}/prompts`)
  await expect(anna.getByRole('heading', { name: 'Offer', exact: true })).toHaveCount(0)
  await waiting(anna, 1).click()
  const list = dialog(anna).getByRole('list', { name: 'Waiting for approval in Marketing' })
  await expect(list).toContainText('Bea Bäcker-Yıldız')
  await isAccessible(anna)
  await button(anna, 'Review Offer').click()
  await expect(dialog(anna).getByText('Bea Bäcker-Yıldız asks to share this with “Marketing”.')).toBeVisible()
  await expect(dialog(anna).getByRole('region', { name: 'Prompt text' })).toContainText(
    'Write an offer to {{name}}.',
  )
  await expect(dialog(anna).getByRole('region', { name: 'Comment' })).toHaveText('For customers')
  await isAccessible(anna)
  await button(anna, 'Approve').click()
  await expect(anna.getByText('“Offer” is shared with “Marketing”.')).toBeVisible()
  await expect(dialog(anna).getByText('Nothing waits for your approval')).toBeVisible()
  await button(anna, 'Close').last().click()
  await expect(anna.getByRole('heading', { name: 'Offer', exact: true })).toBeVisible()
  await expect(bea.getByText('“Offer” is now shared with Marketing.')).toBeVisible()
  await expect(bea.getByText('Shared with 1', { exact: true })).toBeVisible()
  await openSharing('Offer')
  await expect(dialog(bea).getByRole('list', { name: 'Shared with' })).toContainText('Marketing')
  await expect(dialog(bea).getByRole('list', { name: 'Approval' })).toHaveCount(0)
  await bea.keyboard.press('Escape')
})

test('in a small window, a changed text must be reviewed again and is declined with a reason', async () => {
  await askFor('Complaint')
  await anna.setViewportSize(PHONE.viewport)
  await visit(anna, `${fixture.product.url}/prompts?dialog=publications`)
  await button(anna, 'Review Complaint').click()
  await expect(dialog(anna).getByRole('region', { name: 'Prompt text' })).toContainText('Write an offer')
  await fits(anna)
  await isAccessible(anna)
  const params = { id: ids.get('Complaint') ?? 0 }
  await beas.call(contract.prompts.update, { params, body: { prompt: 'Answer the complaint.' } })
  await button(anna, 'Approve').click()
  await expect(dialog(anna).getByText(/^Not approved: the text or the access was changed/)).toBeVisible()
  await expect(dialog(anna).getByRole('region', { name: 'Prompt text' })).toHaveText('Answer the complaint.')
  await button(anna, 'Decline').click()
  await dialog(anna).getByLabel('Reason').fill('Please name the customer.')
  await isAccessible(anna)
  await button(anna, 'Decline request').click()
  await expect(anna.getByText('The request for “Complaint” was declined.')).toBeVisible()
  await anna.setViewportSize({ width: 1440, height: 900 })
})

test('the requester reads the reason, asks again and withdraws the request', async () => {
  await expect(bea.getByText('“Complaint” was not shared with Marketing.')).toBeVisible()
  await openSharing('Complaint')
  const requests = dialog(bea).getByRole('list', { name: 'Approval' })
  await expect(requests).toContainText(/Declined by /)
  await expect(requests).toContainText('Reason: Please name the customer.')
  await isAccessible(bea)
  await requests.getByRole('button', { name: 'Dismiss the declined request for Marketing' }).click()
  await expect(requests).toHaveCount(0)
  await bea.keyboard.press('Escape')
  await askFor('Complaint')
  await expect(waiting(anna, 1)).toBeVisible()
  await visit(bea, `${fixture.product.url}/prompts?dialog=publications`)
  const own = dialog(bea).getByRole('list', { name: 'Your requests' })
  await own.getByRole('button', { name: 'Withdraw the request for Complaint' }).click()
  await expect(own).toHaveCount(0)
  await expect(waiting(anna, 1)).toHaveCount(0)
})

test('the review of a data source shows its summary, in a small window', async () => {
  const { data: found } = await beas.call(contract.contexts.search, { query: { q: 'Marketing' } })
  const share = { hasReadAccess: true, hasWriteAccess: false, hasAdminAccess: false }
  const assocContexts = [{ contextId: found.Contexts[0]?.id ?? 0, ...share }]
  const body = { name: 'Prices', summary: 'Price lists of all years.', assocContexts }
  await beas.call(contract.datasources.create, { body })
  await anna.setViewportSize(PHONE.viewport)
  await visit(anna, `${fixture.product.url}/prompts?dialog=publications`)
  const list = dialog(anna).getByRole('list', { name: 'Waiting for approval in Marketing' })
  await expect(list).toContainText('Data source · Bea Bäcker-Yıldız')
  await button(anna, 'Review Prices').click()
  await expect(dialog(anna).getByText('Data source', { exact: true })).toBeVisible()
  await expect(dialog(anna).getByRole('region', { name: 'Summary' })).toHaveText('Price lists of all years.')
  await expect(dialog(anna).getByText('Its documents are shared too, and are not shown here.')).toBeVisible()
  await fits(anna)
  await isAccessible(anna)
})
