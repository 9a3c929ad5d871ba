// Dashboard and global dialogs: tour, tiles, palette, shortcuts, release notes, about. Mostly by keyboard, with axe on the
// way.
import { contract } from '@polylogue/contract'
import { expect, test, type Locator, type Page } from '@playwright/test'
import { isAccessible, isAccessibleAgain } from './accessible.ts'
import { openSharedFixture, type Fixture, visit } from './fixture.ts'

let fixture: Fixture
let page: Page

test.beforeAll(async ({ browser }) => {
  fixture = await openSharedFixture({ models: [] })
  // Without animations: axe must not check colours during a fade-in.
  page = await fixture.open(browser, '/', { reducedMotion: 'reduce' })
  await expect(page).toHaveURL(/\/projects\/\d+/)
})

test.afterAll(async () => {
  await page.context().close()
  await fixture.close()
})

/** Stores a setting of Anna through the API, as another device would. */
async function storeSetting(
  settingName: 'showInitialTour' | 'whatsNewScreen',
  settingValue: string,
): Promise<void> {
  const body = { settingName, settingValue }
  await fixture.client.call(contract.settings.setByName, { params: { id: 1 }, body })
}

const offer = () => page.getByRole('region', { name: 'New here?' })
const tour = () => page.getByRole('dialog')
const tiles = () => page.getByRole('region', { name: 'Tiles' })
const field = () => page.getByRole('combobox', { name: 'Search chats, pages and actions' })

const openDashboard = async () => {
  await page.getByRole('navigation').getByRole('link', { name: 'Dashboard' }).click()
  await expect(
    page.getByRole('heading', { level: 2, name: /^Good (morning|afternoon|evening|night)/ }),
  ).toBeVisible()
}

/** Returns whether the tour's spotlight surrounds the target. */
async function lightsUp(target: Locator): Promise<boolean> {
  const light = await page.locator('[data-light]').boundingBox()
  const box = await target.boundingBox()
  return light !== null && box !== null && Math.abs(light.x - box.x) < 6 && Math.abs(light.y - box.y) < 6
}

test('a new user is offered the tour once, which covers nothing, and leads from page to page', async () => {
  // As for somebody new: what the fixture has dismissed is offered again.
  for (const settingName of ['showInitialTour', 'whatsNewScreen'] as const)
    await storeSetting(settingName, '')
  await page.evaluate(() => sessionStorage.clear())
  await page.goto(`${fixture.product.url}/`)
  await expect(page).toHaveURL(/\/projects\/\d+/)
  await expect(offer()).toBeVisible()
  const card = await offer().boundingBox()
  for (const place of [page.getByRole('main'), page.getByRole('textbox', { name: 'Message' })]) {
    const box = await place.boundingBox()
    expect(card && box && (card.x + card.width <= box.x || card.y + card.height <= box.y)).toBe(true)
  }
  await isAccessible(page)
  await offer().getByRole('button', { name: 'Start tour' }).click()
  await expect(tour()).toContainText('1/8')
  await expect(tour().getByRole('button', { name: 'Previous' })).toBeDisabled()
  await expect(tour().getByRole('button', { name: 'Next' })).toBeFocused()
  await expect(page).toHaveURL(`${fixture.product.url}/`)
  await isAccessibleAgain(page)
  const navigation = page.getByRole('navigation')
  const targets = [
    navigation.getByRole('link', { name: /^New chat Ctrl/ }),
    navigation.locator('[data-tour="search"]'),
    page.locator('[data-tour="projects"]'),
    page.locator('[data-tour="tabs"]'),
    page.locator('[data-tour="composer"]'),
    page.locator('[data-tour="share"], [data-tour="compare"]').first(),
  ]
  for (const [at, target] of targets.entries()) {
    await page.keyboard.press('Enter')
    await expect(tour()).toContainText(`${at + 2}/8`)
    await expect.poll(() => lightsUp(target), { message: `what step ${at + 2} is about` }).toBe(true)
  }
  await expect(page).toHaveURL(/\/projects\/\d+/)
  await page.keyboard.press('ArrowLeft')
  await expect(tour()).toContainText('6/8')
  await page.keyboard.press('ArrowRight')
  await page.keyboard.press('ArrowRight')
  await expect(tour()).toContainText('8/8')
  await expect(tour().getByRole('button', { name: 'Next' })).toBeDisabled()
  await expect(tour().getByRole('button', { name: 'Finish' })).toBeFocused()
  await expect.poll(() => lightsUp(navigation.getByRole('link', { name: 'Help' }))).toBe(true)
  await expect(tour().getByRole('button', { name: 'Finish' })).toHaveAttribute('data-kind', 'fill')
  await page.keyboard.press('Escape')
  // Nobody has told the new user what the product can do: the release notes follow the tour, once.
  const news = page.getByRole('dialog', { name: /^What’s new/ })
  await news.getByRole('button', { name: 'Close' }).last().click()
  await expect(tour()).toBeHidden()
  await page.reload()
  await expect(page.getByRole('button', { name: /user menu/ })).toBeVisible()
  await expect(offer(), 'the tour is offered once').toHaveCount(0)
})

test('tiles can be hidden, stay hidden after a reload, and can be restored', async () => {
  await openDashboard()
  await expect(tiles().getByRole('link', { name: /^Chats and projects 1 in all/ })).toBeVisible()
  await isAccessibleAgain(page)
  await page.getByRole('button', { name: 'Edit tiles' }).click()
  await tiles().getByRole('button', { name: 'Help Shown' }).click()
  await expect(tiles().getByRole('button', { name: 'Help Hidden' })).toBeFocused()
  await isAccessibleAgain(page)
  await page.getByRole('button', { name: 'Done' }).click()
  await expect(tiles().getByRole('link', { name: /^Help/ })).toHaveCount(0)
  await page.reload()
  await expect(tiles().getByRole('link', { name: /^Models/ })).toBeVisible()
  await expect(tiles().getByRole('link', { name: /^Help/ })).toHaveCount(0)
  await page.getByRole('button', { name: 'Edit tiles' }).click()
  await page.getByRole('button', { name: 'Restore all tiles' }).click()
  await page.getByRole('button', { name: 'Done' }).click()
  await expect(tiles().getByRole('link', { name: /^Help/ })).toBeVisible()
})

test('tiles show how many items of each kind there are, live, and lead to their lists', async () => {
  await openDashboard()
  const { client } = fixture
  const { data } = await client.call(contract.prompts.outputs)
  const body = {
    title: 'Summary',
    prompt: 'Summarise {{text}}',
    outputFormId: data.PromptOutputs[0]?.id ?? 0,
  }
  await client.call(contract.prompts.create, { body })
  const lists = [
    ['Prompts 1 in all', '/prompts'],
    ['Data sources None yet', '/datasources'],
    ['Custom instructions None yet', '/custinsts'],
    [/^Prompt ideas \d+ in all/, '/plugins/prompt-ideas'],
    ['Golden sets None yet', '/goldensets'],
    ['Chatbots None yet', '/users/me/chatbots'],
  ] as const
  for (const [name, address] of lists) {
    await tiles().getByRole('link', { name }).click()
    await expect(page).toHaveURL(fixture.product.url + address)
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await page.goBack()
  }
})

test('the palette finds pages, actions and earlier questions by keyboard', async () => {
  await openDashboard()
  await page
    .getByRole('region', { name: 'Continue' })
    .getByRole('link', { name: /^New chat \S/ })
    .click()
  for (const question of ['How do I add a tab?', 'Where do narwhals change the theme?']) {
    await page.getByRole('textbox', { name: 'Message' }).fill(question)
    await page.keyboard.press('Enter')
    await expect(page.getByText(question).last()).toBeVisible()
    await expect(page.getByRole('article').last()).toContainText('Quoted from the help')
    await expect(page.getByRole('button', { name: 'Send', exact: true })).toBeVisible()
  }
  await page.keyboard.press('Control+k')
  await expect(field()).toBeFocused()
  await expect(page.getByRole('option', { selected: true })).toContainText('How do I add a tab?')
  // The Shift symbol is an icon; screen readers read its name.
  await expect(page.getByRole('option', { name: 'New chat or project Ctrl Shift P' })).toBeVisible()
  await isAccessibleAgain(page)
  await field().fill('narwhal')
  const found = page.getByRole('group', { name: 'Found', exact: true }).getByRole('option').first()
  await expect(found).toContainText('narwhals')
  await expect(found).toHaveAttribute('aria-selected', 'true')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/projects\/\d+\?tab=\d+/)
  await expect(field()).toBeHidden()
  await expect(page.getByText('Where do narwhals change the theme?').last()).toBeInViewport()

  await page.keyboard.press('Control+k')
  await field().fill('dark')
  await expect(page.getByRole('option', { selected: true })).toContainText('Switch to dark theme')
  await page.keyboard.press('Enter')
  await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', 'dark')
  await expect(field()).toBeHidden()
  await page.keyboard.press('Control+k')
  await field().fill('zzzzqq')
  await expect(page.getByRole('status').filter({ hasText: 'No results for “zzzzqq”.' })).toBeVisible()
  await isAccessible(page)
  await field().fill('about')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/about$/)
})

test('a shortcut opens the list of shortcuts, and About links to the release notes', async () => {
  await visit(page, `${fixture.product.url}/about`)
  await expect(page.getByRole('heading', { level: 1, name: 'About' })).toBeVisible()
  await expect(field()).toBeHidden()
  await page.keyboard.press('Control+/')
  const dialog = page.getByRole('dialog', { name: 'Keyboard shortcuts' })
  await expect(dialog.getByRole('listitem').filter({ hasText: 'Add a tab' })).toContainText('CtrlShift,')
  await isAccessibleAgain(page)
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
  await page.getByRole('link', { name: 'Release notes' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Release notes' })).toBeVisible()
  await expect(page.getByText('The first version of Polylogue.')).toBeVisible()
  await isAccessibleAgain(page)
})

test('the news of a new version open once', async () => {
  await visit(page, `${fixture.product.url}/release-notes`)
  await storeSetting('whatsNewScreen', '0.9.0')
  await page.reload()
  const dialog = page.getByRole('dialog', { name: /^What’s new in Polylogue/ })
  await expect(dialog).toContainText('The first version of Polylogue.')
  await isAccessibleAgain(page)
  const stored = page.waitForResponse((response) => response.url().endsWith('/setting'))
  await dialog.getByRole('button', { name: 'Close' }).last().click()
  await expect(dialog).toBeHidden()
  expect((await stored).status()).toBe(200)
  await page.reload()
  await expect(page.getByRole('heading', { level: 1, name: 'Release notes' })).toBeVisible()
  // Longer than the delay after which it would open automatically.
  const opened = dialog.waitFor({ state: 'visible', timeout: 2000 }).then(
    () => true,
    () => false,
  )
  expect(await opened).toBe(false)
})
