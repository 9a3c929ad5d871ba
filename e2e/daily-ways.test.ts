// Everyday tasks by the shortest route: answers without streaming, options of a comparison, shortcuts that no browser
// intercepts, the palette, and notices that cover no control.
import { contract } from '@polylogue/contract'
import { expect, test, type Page } from '@playwright/test'
import { isAccessible, isAccessibleAgain } from './accessible.ts'
import { makeBids, openSharedFixture, PHONE, type Fixture, visit } from './fixture.ts'

const ANSWER = Array.from({ length: 60 }, (_, index) => `Sentence ${index + 1}.`).join(' ')
const script = { text: ANSWER, rate: 40, think: 0 }

let fixture: Fixture
let page: Page
let project = 0

test.beforeAll(async ({ browser }) => {
  fixture = await openSharedFixture({ models: ['script', 'second', 'third'], settings: script })
  project = await makeBids(fixture.client, ['Costs', 'Letters', 'Minutes'])
  page = await fixture.open(browser, `/projects/${project}`, { reducedMotion: 'reduce' })
  page.setDefaultTimeout(10_000)
})

test.beforeEach(async () => {
  await visit(page, `${fixture.product.url}/projects/${project}`)
  await expect(message()).toBeVisible()
})

test.afterAll(async () => {
  await page.context().close()
  await fixture.close()
})

const message = () => page.getByRole('textbox', { name: 'Message', exact: true })
const dialog = () => page.getByRole('dialog')
const answer = () => page.getByRole('article').last()
const stream = () => page.getByRole('menuitemcheckbox', { name: 'Show answers while they are written' })

test('without streaming, answers of a tab appear when complete; other tabs still stream @full', async () => {
  // A tab keeps its choice.
  const own = await makeBids(fixture.client, ['Costs', 'Letters'])
  await visit(page, `${fixture.product.url}/projects/${own}`)
  const open = () => page.getByRole('button', { name: 'Add to the message' }).click()
  await open()
  await expect(stream()).toBeChecked()
  await stream().click()
  await expect(stream()).not.toBeChecked()
  await isAccessible(page)
  await page.keyboard.press('Escape')
  // A reload takes seconds on a busy machine.
  script.rate = 15
  await message().fill('How much is it?')
  await message().press('Enter')
  await expect(answer()).toContainText('The answer appears here when it is complete.')
  await page.reload()
  await expect(answer()).toContainText('The answer appears here when it is complete.')
  await expect(answer()).not.toContainText('Sentence 1.')
  await expect(answer()).toContainText('Sentence 60.', { timeout: 20_000 })
  await expect(answer()).toContainText('Sentence 1.')
  script.rate = 40
  await open()
  await expect(stream()).not.toBeChecked()
  await page.keyboard.press('Escape')
  // Another chat is still streaming.
  await page.getByRole('tab', { name: /^Letters/ }).click()
  await open()
  await expect(stream()).toBeChecked()
  await page.keyboard.press('Escape')
  await message().fill('And by post?')
  await message().press('Enter')
  await expect(answer()).toContainText('Sentence 2.')
  await expect(page.getByRole('button', { name: 'Stop' })).toBeVisible()
  await expect(answer()).toContainText('Sentence 60.', { timeout: 20_000 })
})

test('reasoning is announced once, however many events arrive', async () => {
  script.think = 40
  await page.evaluate(() => {
    const heard: string[] = []
    Object.assign(window, { heard })
    const look = ({ target }: MutationRecord) => {
      const element = target instanceof Element ? target : target.parentElement
      const region = element?.closest('[role="status"], [aria-live]')
      if (region) heard.push(region.textContent ?? '')
    }
    new MutationObserver((records) => records.forEach(look)).observe(document.body, {
      subtree: true,
      childList: true,
      characterData: true,
    })
  })
  const answers = await page.getByRole('article').count()
  await message().fill('Think first.')
  await message().press('Enter')
  // Until this answer starts, the last article is the previous answer.
  await expect.poll(() => page.getByRole('article').count()).toBeGreaterThan(answers)
  await expect(answer()).toContainText('Sentence 60.', { timeout: 20_000 })
  script.think = 0
  const heard = await page.evaluate(() => (window as unknown as { heard: string[] }).heard)
  expect(heard.filter((text) => /reason/i.test(text))).toEqual(['The model is reasoning'])
  expect(heard.filter((text) => text.includes('Sentence'))).toEqual([])
})

test('a comparison has its own prompt options @full', async () => {
  await page.getByRole('banner').getByRole('button', { name: 'Compare' }).click()
  await dialog().getByRole('button', { name: 'Prompt options' }).click()
  const options = page.getByRole('dialog', { name: 'Prompt options' })
  await options.getByRole('spinbutton', { name: /^Temperature/ }).fill('0.3')
  await isAccessible(page)
  await options.getByRole('button', { name: 'Save options' }).click()
  await expect(options).toHaveCount(0)
  await expect(dialog().getByRole('button', { name: 'Prompt options, 1 changed' })).toBeVisible()
  await dialog().getByRole('button', { name: 'Prompt options, 1 changed' }).click()
  await expect(options).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(options, 'Escape closes the dialog alone').toHaveCount(0)
  await dialog().getByRole('textbox', { name: 'Message to all tabs' }).fill('Who pays?')
  await page.keyboard.press('Enter')
  for (const name of ['Costs', 'Letters', 'Minutes'])
    await expect(page.getByRole('region', { name })).toContainText('Done', { timeout: 20_000 })
  expect(fixture.models.stats().lastBody).toMatchObject({ temperature: 0.3 })
  await page.goto(`${fixture.product.url}/projects/${project}`)
})

test('shortcuts that Windows and Firefox intercept have a second key @full', async () => {
  await expect(message()).toBeVisible()
  await page.keyboard.press('Control+Shift+L')
  await expect(page.getByRole('dialog', { name: /New/ })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(dialog()).toHaveCount(0)
  await page.getByRole('heading', { level: 1 }).click()
  await page.keyboard.press('Control+Shift+Enter')
  await expect(message()).toBeFocused()
  await page.keyboard.press('Control+/')
  await expect(dialog().getByRole('listitem').filter({ hasText: 'New chat or project' })).toContainText(
    'CtrlShiftPorCtrlShiftL',
  )
  await isAccessibleAgain(page)
})

test('Ctrl+K works right after Escape, while the dialog is closing', async () => {
  await page.emulateMedia({ reducedMotion: 'no-preference' })
  await visit(page, `${fixture.product.url}/projects/${project}`)
  await expect(message()).toBeVisible()
  await page.keyboard.press('Control+/')
  await expect(dialog().getByRole('listitem').first()).toBeVisible()
  await page.keyboard.press('Escape')
  await page.keyboard.press('Control+K')
  await expect(page.getByRole('combobox', { name: 'Search chats, pages and actions' })).toBeFocused()
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await page.keyboard.press('Escape')
  await expect(dialog()).toHaveCount(0)
})

test('Ctrl+K works before the page has rendered the closing of a dialog @full', async () => {
  await page.keyboard.press('Control+/')
  await expect(dialog().getByRole('listitem').first()).toBeVisible()
  // Both keys in one task: nothing is rendered between them.
  await page.evaluate(() => {
    const press = (key: string, ctrlKey: boolean) => {
      const code = key === 'k' ? 'KeyK' : key
      document.activeElement?.dispatchEvent(
        new KeyboardEvent('keydown', { key, code, ctrlKey, bubbles: true, cancelable: true }),
      )
    }
    press('Escape', false)
    press('k', true)
  })
  await expect(page.getByRole('combobox', { name: 'Search chats, pages and actions' })).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(dialog()).toHaveCount(0)
})

test('the palette finds the actions of the project @full', async () => {
  await page.keyboard.press('Escape')
  await page.keyboard.press('Control+K')
  const field = dialog().getByRole('combobox')
  await expect(field).toBeFocused()
  await page.keyboard.type('compare')
  await expect(field).toHaveValue('compare')
  await expect(dialog().getByRole('option', { name: /^Compare answers/ })).toBeVisible()
  await field.fill('share')
  await expect(
    dialog()
      .getByRole('option', { name: /^Share/ })
      .first(),
  ).toBeVisible()
  await field.fill('replay')
  await dialog()
    .getByRole('option', { name: /^Replay prompts/ })
    .click()
  await expect(page.getByRole('dialog', { name: 'Replay prompts' })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(dialog()).toHaveCount(0)
})

/** Returns the controls that a notice covers. */
const covered = () =>
  page.evaluate(() => {
    const notices = [...document.querySelectorAll('section[aria-live] > div')].map((one) =>
      one.getBoundingClientRect(),
    )
    // A dialog covers the row of tabs.
    const kept = document.querySelector('[aria-modal="true"]')
      ? '[data-keep-clear]:not([data-keep-clear="above"])'
      : '[data-keep-clear]'
    const wanted = document.querySelectorAll(
      `${kept} :is(button, textarea), [aria-modal="true"] :is(button, input, select)`,
    )
    const lies = (element: Element) => {
      const { left, right, top, bottom } = element.getBoundingClientRect()
      return notices.some(
        (one) => one.left < right && left < one.right && one.top < bottom && top < one.bottom,
      )
    }
    return {
      notices: notices.length,
      covered: [...wanted].filter(lies).map((one) => one.outerHTML.slice(0, 90)),
    }
  })

test('notices do not cover Send, Stop or the controls of a dialog', async () => {
  // Otherwise the narrow window gets a notice of its own, at any time after it was resized.
  await page.evaluate(() => localStorage.setItem('polylogue.smallScreenTold', 'true'))
  for (const size of [
    { width: 1440, height: 900 },
    { width: 1100, height: 620 },
    { width: 390, height: 844 },
  ]) {
    await page.setViewportSize(size)
    await visit(page, `${fixture.product.url}/projects/${project}`)
    await message().fill('Once more?')
    await message().press('Enter')
    await page.getByRole('button', { name: 'Stop' }).click()
    await expect(
      page.getByRole('region', { name: 'Notifications' }).getByText('Prompt aborted'),
    ).toBeVisible()
    expect(await covered()).toEqual({ notices: 1, covered: [] })
    for (const name of ['replay', 'prompt-options', 'edit-project']) {
      await page.evaluate((dialog) => {
        history.pushState(null, '', `?dialog=${dialog}`)
        dispatchEvent(new PopStateEvent('popstate'))
      }, name)
      await expect(dialog()).toBeVisible()
      // A notice under the pointer stays open.
      await page.getByRole('region', { name: 'Notifications' }).getByText('Prompt aborted').hover()
      await expect.poll(covered, { message: `${name} at ${size.width}` }).toEqual({ notices: 1, covered: [] })
      await page.keyboard.press('Escape')
      await expect(dialog()).toHaveCount(0)
    }
  }
  await page.setViewportSize({ width: 1440, height: 900 })
})

/** Returns the controls of a dialog that are covered. */
const hidden = () =>
  page.evaluate(() => {
    const isHidden = (element: Element) => {
      const { left, top, width, height } = element.getBoundingClientRect()
      const [x, y] = [left + width / 2, top + height / 2]
      const above = document.elementFromPoint(x, y)
      return above?.closest('section[aria-live]') !== null && above !== null
    }
    const offered = document.querySelectorAll('[aria-modal="true"] :is(button, a, input, select)')
    return [...offered].filter(isHidden).map((one) => one.outerHTML.slice(0, 90))
  })

test('three notices wait beneath a tall dialog if there is no room for them @full', async () => {
  await page.goto(`${fixture.product.url}/projects/${project}`)
  await message().fill('Is it good?')
  await message().press('Enter')
  await expect(answer()).toContainText('Sentence 60.')
  await page.setViewportSize({ width: 390, height: 844 })
  const codes = ['UNEXPECTED', 'PERMISSION_DENIED', 'NOT_FOUND']
  await page.route(/\/rating$/, (route) => {
    const errorCode = codes.shift() ?? ''
    const messageContent = { meta: { requestId: '' }, data: null }
    return route.fulfill({ status: 409, json: { errorCode, errorMessage: errorCode, messageContent } })
  })
  const notices = page.getByRole('region', { name: 'Notifications' })
  for (const count of [1, 2, 3]) {
    await answer().getByRole('button', { name: 'Good answer' }).click()
    await expect(notices.locator('> div')).toHaveCount(count)
  }
  await page.evaluate(() => {
    history.pushState(null, '', '?dialog=prompt-options')
    dispatchEvent(new PopStateEvent('popstate'))
  })
  await expect(dialog()).toBeVisible()
  await expect.poll(hidden).toEqual([])
  await dialog().getByRole('spinbutton').last().focus()
  await expect.poll(hidden, 'after it scrolled').toEqual([])
  await page.keyboard.press('Escape')
  await expect(dialog()).toHaveCount(0)
  for (const left of [2, 1, 0]) {
    await notices.getByRole('button').first().click()
    await expect(notices.locator('> div')).toHaveCount(left)
  }
  await page.unroute(/\/rating$/)
  await page.setViewportSize({ width: 1440, height: 900 })
})

test('comparing three models from a chat with one takes four clicks and keys', async () => {
  script.rate = 2_000
  const { data: list } = await fixture.client.call(contract.models.list)
  const one = list.Models.find(({ name }) => name === 'script')
  const model = { defaultModelId: one?.id ?? 0, defaultModelTagId: one?.tags[0]?.id ?? 0 }
  const { data } = await fixture.client.call(contract.projects.create, {
    body: { name: 'New chat', autoNamed: true, ...model },
  })
  const { id } = data.project
  await fixture.client.call(contract.tabs.create, { params: { id }, body: { name: 'First', ...model } })
  await visit(page, `${fixture.product.url}/projects/${id}`)
  const acts = [
    () => page.getByRole('banner').getByRole('button', { name: 'Compare' }).click(),
    () => dialog().getByRole('button', { name: 'second', exact: true }).click(),
    () => dialog().getByRole('button', { name: 'third', exact: true }).click(),
    () => page.keyboard.press('Enter'),
  ]
  for (const [at, act] of acts.entries()) {
    await act()
    if (at === 0) {
      await expect(dialog().getByRole('textbox', { name: 'Message to all tabs' })).toBeFocused()
      await page.keyboard.type('Which is best?')
      await isAccessibleAgain(page)
    }
  }
  for (const name of ['First', 'second', 'third'])
    await expect(page.getByRole('region', { name })).toContainText('Done', { timeout: 20_000 })
  await expect(
    page.getByRole('banner').getByRole('link', { name: 'Which is best?' }),
    'the question names the chat',
  ).toBeVisible()
})

test('from 1024 px on Compare and Share have a text that is not cut off', async () => {
  for (const width of [1024, 1025, 1440]) {
    await page.setViewportSize({ width, height: 800 })
    await visit(page, `${fixture.product.url}/projects/${project}`)
    for (const name of ['Compare', 'Share']) {
      const button = page.getByRole('banner').getByRole('button', { name, exact: true })
      await expect(button).toHaveText(name)
      await expect(button).toBeInViewport({ ratio: 1 })
      const isCut = await button.evaluate(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth)
      expect(isCut, `${name} at ${width} px is cut`).toBe(false)
    }
  }
})

test('on a small screen the top bar has one menu, and only a comparison says what it lacks @full', async ({
  browser,
}) => {
  const told = (on: Page) => on.evaluate(() => localStorage.getItem('polylogue.smallScreenTold'))
  const phone = await fixture.open(browser, `/projects/${project}`, PHONE)
  const bar = phone.getByRole('banner')
  await bar.getByRole('button', { name: 'Open navigation' }).click()
  const drawer = phone.getByRole('dialog')
  await expect(drawer).toBeVisible()
  await phone.keyboard.press('Escape')
  await expect(bar.locator('button[aria-haspopup="menu"]')).toHaveCount(1)
  await bar.getByRole('button', { name: 'More', exact: true }).click()
  for (const name of ['Rename', 'Share', 'Ask all tabs', 'Set as start page'])
    await expect(phone.getByRole('menuitem', { name, exact: true })).toBeVisible()
  await isAccessible(phone)
  await phone.getByRole('menuitem', { name: 'Rename', exact: true }).click()
  await expect(phone.getByRole('textbox', { name: /name/i })).toBeFocused()
  const notice = phone.getByText('One answer at a time')
  await expect(notice).toHaveCount(0)
  await phone.goto(`${fixture.product.url}/projects/${project}?compare=${crypto.randomUUID()}`)
  await expect(notice).toBeVisible()
  expect(await told(phone)).toBe('true')
  await phone.context().close()
  const desk = { viewport: { width: 900, height: 800 }, hasTouch: false, isMobile: false }
  const narrow = await fixture.open(browser, `/projects/${project}`, desk)
  await expect(narrow.getByRole('textbox', { name: 'Message', exact: true })).toBeVisible()
  expect(await told(narrow)).toBeNull()
  await narrow.context().close()
})
