// A throttled browser with the built product, for measuring pages.
import { chromium, type Browser, type BrowserContext, type CDPSession, type Page } from '@playwright/test'
import { contract } from '@polylogue/contract'
import { findChromium } from '../../e2e/chromium.ts'
import { install, startModels, type Installation } from './installation.ts'
import { MEASURED_FLAGS, SLOWER, VIEWPORT } from './slow.ts'

/** A typical answer: headings, lists, a table, code. */
const PART =
  '## Bids for lot 2\n\nOnly **Brückner** meets the specification in full; Voltaris costs less and names no delivery ' +
  'time for the transformers, which the tender asks for in section 4.2.\n\n| Bidder | Net price | Delivery |\n| --- | ---: ' +
  '| ---: |\n| Brückner Elektrotechnik | 1,284,500 € | 14 weeks |\n| Voltaris | 1,197,300 € | 22 weeks |\n\n```sql\nSELECT ' +
  'v.name, sum(p.net) AS total\nFROM fin.payments p JOIN fin.vendors v USING (vendor_id)\nGROUP BY v.name;\n```\n\n- Ask ' +
  'for the missing page of the test report.\n- Check the option for `lot 3` with *both* bidders.\n\n'
export const STORY = PART.repeat(12)
/** Long enough that it is still streaming when a measurement at 200 words a second ends. */
export const LONG_STORY = PART.repeat(30)

export interface Fixture extends Installation {
  browser: Browser
  /** Returns a new browser context, signed in, with an empty cache. */
  signedIn(): Promise<BrowserContext>
  /** The localStorage of signed-in pages. */
  stored: readonly { name: string; value: string }[]
  close(): Promise<void>
}

/** Starts the product, scripted models of the given names that answer with `text`, and a browser. */
export async function openFixture(models: readonly string[], tabs: number, text = STORY): Promise<Fixture> {
  const server = await startModels({ text, models: ['mock', 'script', ...models].join(',') })
  const fixture = await install(server.url, tabs)
  const executablePath = findChromium()
  const launch = {
    ...(executablePath && { executablePath }),
    args: MEASURED_FLAGS,
  }
  const browser = await chromium.launch(launch)
  const storage = await signIn(browser, fixture)
  return {
    ...fixture,
    browser,
    signedIn: () => browser.newContext({ viewport: VIEWPORT, storageState: storage }),
    stored: storage.origins[0]?.localStorage ?? [],
    async close() {
      await browser.close()
      await fixture.product[Symbol.asyncDispose]()
      server.stop()
    },
  }
}

/** Signs in once, dismisses the offers for new users, and returns the storage state. */
async function signIn(browser: Browser, { product, client, person }: Installation) {
  for (const [settingName, settingValue] of [
    ['showInitialTour', 'true'],
    ['whatsNewScreen', '1.0.0'],
    ['proMode', 'true'],
  ] as const)
    await client.call(contract.settings.setByName, { params: { id: 1 }, body: { settingName, settingValue } })
  const context = await browser.newContext()
  const page = await context.newPage()
  await page.goto(`${product.url}/sign-in`)
  await page.locator('input[autocomplete=username]').fill(person.email)
  await page.locator('input[type=password]').fill(person.password)
  await page.keyboard.press('Enter')
  await page.locator('textarea').first().waitFor()
  const state = await context.storageState()
  await context.close()
  return state
}

/** Opens a page with CPU throttling. */
export async function slowPage(context: BrowserContext): Promise<{ page: Page; cdp: CDPSession }> {
  const page = await context.newPage()
  const cdp = await context.newCDPSession(page)
  await cdp.send('Emulation.setCPUThrottlingRate', { rate: SLOWER })
  return { page, cdp }
}

/** Returns one metric of `Performance.getMetrics`, in its unit. */
export async function metric(cdp: CDPSession, name: string): Promise<number> {
  const { metrics } = await cdp.send('Performance.getMetrics')
  return metrics.find((one) => one.name === name)?.value ?? NaN
}

/** Returns the median. */
export function middle(tries: readonly number[]): number {
  const sorted = tries.toSorted((one, other) => one - other)
  return Math.round(sorted[Math.floor(sorted.length / 2)] ?? NaN)
}
