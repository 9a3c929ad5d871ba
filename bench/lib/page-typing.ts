import { setTimeout as sleep } from 'node:timers/promises'
import { summary } from './figures.ts'
import { openFixture, slowPage } from './page.ts'
import { chooseModel } from './page-streaming.ts'
import { openQuietBrowser, type QuietPage } from './quiet-browser.ts'

const EVENTS = `
  window.waits = []
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) if (entry.name === 'keydown') window.waits.push(entry.duration)
  }).observe({ type: 'event', durationThreshold: 16, buffered: true })`

const KEYS = 120

const COMPOSER = `document.querySelector('textarea')`
const BEGUN = `[...document.querySelectorAll('article')].at(-1)?.textContent.includes('Bids for lot 2')`

/** Measures key to paint in the composer while four tabs of the project stream, and before: the baseline of the machine. */
export async function typing(): Promise<Record<string, string>> {
  const model = 'script?rate=40'
  const fixture = await openFixture([model], 4)
  for (const tab of fixture.tabIds) await chooseModel(fixture, tab, model)
  await fixture.browser.close()
  const browser = await openQuietBrowser(fixture.product.url, fixture.stored)
  const page = await browser.open(EVENTS)
  await page.go(`${fixture.product.url}/projects/${fixture.projectId}`)
  await page.until(`!!${COMPOSER}`)
  // Waits for requests after the first render.
  await sleep(3_000)
  const idle = await keysToPaint(page)
  for (let index = 0; index < fixture.tabIds.length; index++) {
    await page.value(`document.querySelectorAll('[role=tab]')[${index}].click()`)
    await page.until(`document.querySelectorAll('[role=tab]')[${index}].ariaSelected === 'true'`)
    await page.value(`${COMPOSER}.focus()`)
    await page.write('Compare the bids.')
    await page.press('Enter')
    await page.until(BEGUN)
  }
  const { p50, p95, max } = await keysToPaint(page)
  await browser.close()
  await fixture.close()
  return {
    'key to paint while four tabs stream, p95 (≤ 50 ms)': `${p95} ms (p50 ${p50}, worst ${max}); while nothing streams ${idle.p95} ms (p50 ${idle.p50}, worst ${idle.max})`,
  }
}

async function keysToPaint(page: QuietPage) {
  await page.value(`${COMPOSER}.focus()`)
  await page.value('window.waits = []')
  for (let key = 0; key < KEYS; key++) {
    await page.press(key % 7 === 6 ? ' ' : 'e')
    await sleep(60)
  }
  const waits = (await page.value('window.waits')) as number[]
  // The observer reports only slow events; the others count as its threshold of 16 ms.
  const all = [...waits, ...Array.from({ length: Math.max(0, KEYS - waits.length) }, () => 16)]
  await page.value(`${COMPOSER}.select()`)
  await page.write('')
  return summary(all) ?? { p50: NaN, p95: NaN, max: NaN }
}

/** Measures how long pasting 20,000 lines blocks the page. */
export async function pasting(): Promise<Record<string, string>> {
  const fixture = await openFixture(['mock?tokens=10'], 1)
  const context = await fixture.signedIn()
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  const { page } = await slowPage(context)
  await page.goto(`${fixture.product.url}/projects/${fixture.projectId}`)
  const composer = page.locator('textarea').first()
  await composer.waitFor()
  await page.evaluate(async () => {
    const line = 'SELECT vendor_id FROM fin.payments;'
    await navigator.clipboard.writeText(Array.from({ length: 20_000 }, () => line).join('\n'))
    const state = window as unknown as { blocked: number[] }
    state.blocked = []
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) state.blocked.push(entry.duration)
    }).observe({ entryTypes: ['longtask'] })
  })
  await composer.focus()
  await page.keyboard.press('Control+V')
  await page.getByText('Pasted text, 20,000 lines').waitFor()
  await page.waitForTimeout(1_500)
  const blocked = await page.evaluate(() => (window as unknown as { blocked: number[] }).blocked)
  await context.close()
  await fixture.close()
  return {
    'pasting 20,000 lines: longest block (≤ 300 ms)': `${Math.round(Math.max(0, ...blocked))} ms, ${Math.round(blocked.reduce((sum, ms) => sum + ms, 0))} ms in all`,
  }
}
