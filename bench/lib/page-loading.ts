import { contract } from '@polylogue/contract'
import { middle, openFixture, type Fixture } from './page.ts'
import { openQuietBrowser, type Visits } from './quiet-browser.ts'

// Time until the composer is usable and the last answer is rendered.
const script = `
  new MutationObserver((_, observer) => {
    if (!document.querySelector('textarea') || !document.querySelector('article')) return
    observer.disconnect()
    requestAnimationFrame(() => setTimeout(() => { window.usable = performance.now() }))
  }).observe(document, { childList: true, subtree: true })`
const how = { script, ready: 'window.usable' }

/** Visits until the browser cache is complete: V8 caches compiled code on the second visit. */
const VISITS = 3

/**
 * Loads a chat with an answer on slow 4G: with an empty cache, on the second visit, and with a complete cache.
 */
export async function loading(): Promise<Record<string, string>> {
  const fixture = await openFixture(['mock?tokens=80'], 1)
  const url = await askedOnce(fixture)
  await fixture.browser.close()
  const browser = await openQuietBrowser(fixture.product.url, fixture.stored)
  const cold: number[] = []
  const second: number[] = []
  let kB = 0
  for (let round = 0; round < 3; round++) {
    const visits = await browser.private()
    const first = await visits.visit(url, how)
    cold.push(first.ms)
    kB = first.kB
    second.push((await visits.visit(url, how)).ms)
    await visits.close()
  }
  const warm = await often(browser, url)
  await browser.close()
  await fixture.close()
  return {
    'usable on slow 4G, empty cache (≤ 3,000 ms)': `${middle(cold)} ms, ${kB} kB until then`,
    'usable on slow 4G, second visit (≤ 800 ms)': `${middle(second)} ms`,
    'usable on slow 4G, warm cache (≤ 800 ms)': `${middle(warm)} ms`,
  }
}

async function often(visits: Visits, url: string): Promise<number[]> {
  const took: number[] = []
  for (let visit = 0; visit < VISITS + 5; visit++) {
    const { ms } = await visits.visit(url, how)
    if (visit >= VISITS) took.push(ms)
  }
  return took
}

async function askedOnce(fixture: Fixture): Promise<string> {
  const body = {
    projectTabId: fixture.tabIds[0] ?? 0,
    prompt: 'Compare the bids.',
    modelTagId: fixture.tagId,
  }
  const models = await fixture.client.call(contract.models.list)
  const model = models.data.Models.find((one) => one.tags.some((tag) => tag.id === fixture.tagId))
  await fixture.client.call(contract.answers.ask, { params: { id: model?.id ?? 0 }, body })
  return `${fixture.product.url}/projects/${fixture.projectId}`
}
