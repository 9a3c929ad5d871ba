import { contract } from '@polylogue/contract'
import type { BrowserContext } from '@playwright/test'
import { middle, openHouse, slowPage, type House } from './page.ts'

// When the composer can be typed into and the last answer stands above it.
const WATCH = `
  new MutationObserver((_, observer) => {
    if (!document.querySelector('textarea') || !document.querySelector('article')) return
    observer.disconnect()
    requestAnimationFrame(() => setTimeout(() => { window.usable(String(performance.now())) }))
  }).observe(document, { childList: true, subtree: true })`

async function usable(context: BrowserContext, url: string, slow4G: boolean) {
  const { page, cdp } = await slowPage(context, { slow4G })
  let bytes = 0
  cdp.on('Network.loadingFinished', (event) => (bytes += event.encodedDataLength))
  await page.addInitScript(WATCH)
  // The page tells it itself: asking it again and again would cost it time.
  const told = new Promise<number>((resolve) => {
    cdp.on('Runtime.bindingCalled', ({ name, payload }) => name === 'usable' && resolve(Number(payload)))
  })
  await cdp.send('Runtime.enable')
  await cdp.send('Runtime.addBinding', { name: 'usable' })
  await page.goto(url, { waitUntil: 'commit' })
  const ms = await told
  await page.close()
  return { ms, kB: Math.round(bytes / 1000) }
}

/** How often a page was opened before what a browser keeps of it is complete: the second time V8 keeps what it compiled. */
const VISITS = 3

/**
 * A chat with an answer in it, from an empty cache and from a warm one: of the browser's second visit, and of one that was here
 * often.
 */
export async function loading(): Promise<Record<string, string>> {
  const house = await openHouse(['mock?tokens=80'], 1)
  const url = await askedOnce(house)
  const cold: number[] = []
  const warm: number[] = []
  let kB = 0
  for (let round = 0; round < 3; round++) {
    const context = await house.signedIn()
    const first = await usable(context, url, true)
    cold.push(first.ms)
    kB = first.kB
    warm.push((await usable(context, url, true)).ms)
    await context.close()
  }
  const context = await house.settled()
  const settled: number[] = []
  for (let visit = 0; visit < VISITS + 3; visit++) {
    const { ms } = await usable(context, url, true)
    if (visit >= VISITS) settled.push(ms)
  }
  await context.close()
  await house.close()
  return {
    'usable on slow 4G, empty cache (≤ 3,000 ms)': `${middle(cold)} ms, ${kB} kB until then`,
    'usable on slow 4G, second visit (≤ 800 ms)': `${middle(warm)} ms`,
    'usable on slow 4G, warm cache (≤ 800 ms)': `${middle(settled)} ms`,
  }
}

async function askedOnce(house: House): Promise<string> {
  const body = { projectTabId: house.tabIds[0] ?? 0, prompt: 'Compare the bids.', modelTagId: house.tagId }
  const models = await house.client.call(contract.models.list)
  const model = models.data.Models.find((one) => one.tags.some((tag) => tag.id === house.tagId))
  await house.client.call(contract.prompts.ask, { params: { id: model?.id ?? 0 }, body })
  return `${house.product.url}/projects/${house.projectId}`
}
