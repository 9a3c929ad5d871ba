// Opens every page, dialog and menu and checks each: axe in both themes, no overflow in a small or zoomed window, texts,
// keyboard, screenshots. `npm run test:full` (TEST_FULL=1) adds axe in every language and on a phone, the Tab walk on a
// phone, the remaining screenshots and, on a phone, the remaining pages in English, all in Bulgarian and all sizes in both.
// Update screenshots with TEST_FULL=1 and --update-snapshots, then run every-page/shrink.ts.
import { expect, test, type Browser, type Page } from '@playwright/test'
import { keepAxe } from './accessible.ts'
import { isFull } from './full.ts'
import { strangeColumns } from './every-page/columns.ts'
import { beyondTheEdge, findings, lostWords, moving, smallTargets, textsIn } from './every-page/checks.ts'
import { DIALOGS } from './every-page/dialogs.ts'
import { SIGNED_OUT } from './every-page/signed-out.ts'
import { pageWith } from './fixture.ts'
import { go, VIEWERS, type Entry, type Opening, type Viewer } from './every-page/entry.ts'
import { putFrames } from './every-page/frames.ts'
import { freezeReplies, NOW } from './every-page/frozen.ts'
import { byKeyboard } from './every-page/keyboard.ts'
import { MENUS } from './every-page/menus.ts'
import { PAGES } from './every-page/pages.ts'
import { PEOPLE } from './every-page/people.ts'
import { seed, type Seeded } from './every-page/seed.ts'
import { SYSTEM } from './every-page/system-sample.ts'
import { USAGE } from './every-page/usage-sample.ts'
import { hasScreenshot, tellingOf } from './every-page/screenshot-rows.ts'
import { strangeTo, wordsOf, type Language } from './every-page/words.ts'

const ENTRIES = [...PAGES, ...PEOPLE, ...DIALOGS, ...MENUS, ...SIGNED_OUT]
const WITH_SCREENSHOT = tellingOf(ENTRIES)
const WIDE = { width: 1440, height: 900 }
/** 1440 × 900 at 200 % zoom. */
const MAGNIFIED = { width: 720, height: 450 }
const PHONE = { width: 390, height: 844 }
/** 640 px at 200 % zoom. */
const NARROW = { width: 320, height: 640 }
const FURTHER_SIZES = [
  [NARROW, '320 px wide'],
  [MAGNIFIED, '720 × 450'],
] as const

interface Variant {
  language: Language
  viewport: typeof WIDE
}

// Each test opens over a hundred pages, dialogs and menus. One after the other they still end before the files on the other
// workers, and need one installation; in all languages they run side by side, each worker with an installation of its own.
test.describe.configure({ mode: isFull ? 'parallel' : 'default', timeout: 900_000 })

let fixture: Seeded

test.beforeAll(async () => {
  // The timeout of the tests does not apply to hooks, and seeding takes minutes on a busy machine.
  test.setTimeout(300_000)
  fixture = await seed()
})
test.afterAll(() => fixture.close())

/** German has long words; it is tested in the dark theme. */
const themeOf = (language: Language) => (language === 'de' ? 'dark' : 'light')

/** Opens Anna's page at the help. */
async function openIn(browser: Browser, { language, viewport }: Variant, viewer: Viewer): Promise<Opening> {
  const remembered = { language, theme: themeOf(language), smallScreenTold: 'true' }
  const named = Object.entries(remembered).map(([name, value]) => ({ name: `polylogue.${name}`, value }))
  const signedIn = viewer === 'stranger' || viewer === 'newcomer' ? [] : fixture.storage
  const context = await browser.newContext({
    baseURL: fixture.product.url,
    viewport,
    hasTouch: viewport.width <= 1024,
    // Without animations: axe must not check colours during a fade-in.
    reducedMotion: 'reduce',
    timezoneId: 'Europe/Berlin',
  })
  const page = await pageWith(context, fixture.product.url, [...signedIn, ...named])
  page.setDefaultTimeout(15_000)
  await page.clock.setFixedTime(NOW)
  await keepAxe(page)
  await putFrames(page)
  await page.addInitScript(freezeReplies, { now: NOW, viewer, system: SYSTEM, usage: USAGE })
  await begin(page)
  return { page, fixture, words: wordsOf(language) }
}

async function begin(page: Page): Promise<void> {
  await page.goto('/about')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await expect(page.locator('#start-up')).toHaveCount(0)
}

/** Opens the entries of this screen in turn and collects what is wrong. An entry without a URL follows the one before. */
async function walk(
  browser: Browser,
  variant: Variant,
  look: (page: Page, entry: Entry) => Promise<string[]>,
  entries: readonly Entry[] = ENTRIES,
): Promise<string[]> {
  const screen = variant.viewport === WIDE ? 'wide' : 'small'
  const wrong: string[] = []
  for (const viewer of VIEWERS) {
    const own = entries.filter((entry) => (entry.as ?? 'anna') === viewer)
    const here = own.filter((entry) => (entry.screen ?? screen) === screen)
    if (here.length === 0) continue
    const opening = await openIn(browser, variant, viewer)
    // In a step: else Playwright looks through all earlier calls of the test for each call.
    for (const [at, { name }] of here.entries())
      wrong.push(...(await test.step(name, () => visitTwice(opening, here, at, look))))
    await opening.page.context().close()
  }
  return wrong
}

/**
 * Returns what is wrong with an entry. What a second visit does not find is listed as flaky: on a busy machine one of two
 * hundred entries must not repeat them all.
 */
async function visitTwice(
  opening: Opening,
  entries: readonly Entry[],
  at: number,
  look: (page: Page, entry: Entry) => Promise<string[]>,
): Promise<string[]> {
  const entry = entries[at]
  if (!entry) return []
  const found = await visit(opening, entry, look)
  if (found.length === 0) return []
  // An entry without a URL needs those before it.
  const start = entries.findLastIndex((one, index) => index <= at && one.at)
  for (const before of entries.slice(Math.max(start, 0), at))
    await visit(opening, before, () => Promise.resolve([]))
  const again = await visit(opening, entry, look)
  const named = (what: string) => `${entry.name}: ${what}`
  if (again.length === 0)
    test.info().annotations.push({ type: 'flaky', description: found.map(named).join('\n') })
  return again.map(named)
}

async function visit(
  opening: Opening,
  entry: Entry,
  look: (page: Page, entry: Entry) => Promise<string[]>,
): Promise<string[]> {
  const { page } = opening
  const failed: string[] = []
  const note = (error: Error) => failed.push(`fails in the page: ${error.message}`)
  page.on('pageerror', note)
  try {
    if (entry.at) await go(page, entry.at(fixture))
    await entry.open?.(opening)
    await entry.ready(opening).first().waitFor()
    const found = await look(page, entry)
    await entry.close?.(opening)
    return [...found, ...failed]
  } catch (error) {
    await page.context().setOffline(false)
    await begin(page)
    return [`does not open: ${error instanceof Error ? error.message : String(error)}`, ...failed]
  } finally {
    page.off('pageerror', note)
  }
}

const show = (page: Page, theme: 'light' | 'dark') =>
  page.evaluate((name) => document.documentElement.setAttribute('data-mantine-color-scheme', name), theme)

async function picture(page: Page, entry: Entry, variant: string): Promise<void> {
  if (entry.unpictured !== undefined || !(isFull || hasScreenshot(entry))) return
  await page.mouse.move(0, 0)
  const options = { maxDiffPixelRatio: 0.02, animations: 'disabled', caret: 'hide' } as const
  const name = `${entry.name}-${variant}.png`
  if (entry.part) await expect.soft(entry.part(page).last()).toHaveScreenshot(name, options)
  else await expect.soft(page).toHaveScreenshot(name, options)
}

for (const language of isFull ? (['en', 'de', 'bg'] as const) : (['en'] as const))
  test(`everything is accessible, in both themes: ${language}`, async ({ browser }) => {
    const wrong = await walk(browser, { language, viewport: WIDE }, async (page, entry) => {
      const theme = themeOf(language)
      const other = theme === 'dark' ? 'light' : 'dark'
      const found = await findings(page)
      found.push(...(await moving(page)).map((what) => `moves: ${what}`))
      if (language !== 'bg') await picture(page, entry, `${theme}-${language}`)
      await show(page, other)
      found.push(...(await findings(page, true)).map((what) => `${other}: ${what}`))
      await show(page, theme)
      // Last, because it moves the focus; once per screen, because it is slow.
      if (language === 'en') found.push(...(await strangeColumns(page)), ...(await byKeyboard(page)))
      return found
    })
    expect(wrong).toEqual([])
  })

// One after the other, also in all languages: the tests above take longer.
test.describe('on a phone', () => {
  test.describe.configure({ mode: 'default' })

  for (const language of isFull ? (['en', 'de', 'bg'] as const) : (['en', 'de'] as const))
    test(`nothing reaches beyond the edge of a small or magnified window: ${language}`, async ({
      browser,
    }) => {
      const strange = strangeTo(language)
      const entries = isFull || language !== 'en' ? ENTRIES : WITH_SCREENSHOT
      // German has the longest words; English is tested where its screenshots are.
      const sizes = isFull || language === 'de' ? FURTHER_SIZES : []
      const look = async (page: Page, entry: Entry) => {
        const found = await beyondTheEdge(page)
        if (language !== 'bg') found.push(...(await smallTargets(page)), ...(await lostWords(page)))
        if (language === 'en') {
          if (isFull) found.push(...(await findings(page)))
          await picture(page, entry, '390')
        } else found.push(...(await textsIn(page)).flatMap(strange))
        if (isFull && language === 'de') found.push(...(await byKeyboard(page)))
        for (const [size, named] of sizes) {
          await page.setViewportSize(size)
          found.push(...(await beyondTheEdge(page)).map((what) => `${named}: ${what}`))
        }
        if (sizes.length > 0) await page.setViewportSize(PHONE)
        return found
      }
      expect(await walk(browser, { language, viewport: PHONE }, look, entries)).toEqual([])
    })
})
