import type { Page } from '@playwright/test'
import { openHouse, slowPage } from './page.ts'
import { begin, chooseModel } from './page-streaming.ts'
import { summary } from './figures.ts'

const EVENTS = `
  window.waits = []
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) if (entry.name === 'keydown') window.waits.push(entry.duration)
  }).observe({ type: 'event', durationThreshold: 16, buffered: true })`

const KEYS = 120

/** Key to paint in the composer while four tabs of the project are written to, and before anything is: what the machine costs. */
export async function typing(): Promise<Record<string, string>> {
  const model = 'script?rate=40'
  const house = await openHouse([model], 4)
  const context = await house.signedIn()
  const { page } = await slowPage(context)
  await page.addInitScript(EVENTS)
  await page.goto(`${house.product.url}/projects/${house.projectId}`)
  await page.locator('textarea').first().waitFor()
  // What is fetched once everything stands.
  await page.waitForTimeout(3_000)
  const idle = await keysToPaint(page)
  for (const tab of house.tabIds) await chooseModel(house, tab, model)
  await begin(page, house, model, 0)
  for (const index of [1, 2, 3]) {
    await page.getByRole('tab').nth(index).click()
    await page.locator('textarea').first().fill('Compare the bids.')
    await page.keyboard.press('Enter')
    await page.locator('article').last().getByText('Bids for lot 2').first().waitFor()
  }
  const { p50, p95, max } = await keysToPaint(page)
  await context.close()
  await house.close()
  return {
    'key to paint while four tabs stream, p95 (≤ 50 ms)': `${p95} ms (p50 ${p50}, worst ${max}); while nothing streams ${idle.p95} ms (p50 ${idle.p50}, worst ${idle.max})`,
  }
}

async function keysToPaint(page: Page) {
  await page.locator('textarea').first().focus()
  await page.evaluate(() => ((window as unknown as { waits: number[] }).waits = []))
  for (let key = 0; key < KEYS; key++) {
    await page.keyboard.press(key % 7 === 6 ? 'Space' : 'e')
    await page.waitForTimeout(60)
  }
  const waits = await page.evaluate(() => (window as unknown as { waits: number[] }).waits)
  // Faster ones than the observer tells of count as its threshold.
  const all = [...waits, ...Array.from({ length: Math.max(0, KEYS - waits.length) }, () => 16)]
  await page.locator('textarea').first().fill('')
  return summary(all) ?? { p50: NaN, p95: NaN, max: NaN }
}

/** How long 20,000 pasted lines hold up the page. */
export async function pasting(): Promise<Record<string, string>> {
  const house = await openHouse(['mock?tokens=10'], 1)
  const context = await house.signedIn()
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  const { page } = await slowPage(context)
  await page.goto(`${house.product.url}/projects/${house.projectId}`)
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
  await house.close()
  return {
    'pasting 20,000 lines: longest block (≤ 300 ms)': `${Math.round(Math.max(0, ...blocked))} ms, ${Math.round(blocked.reduce((sum, ms) => sum + ms, 0))} ms in all`,
  }
}
