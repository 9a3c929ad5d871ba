import { setTimeout as sleep } from 'node:timers/promises'
import { contract } from '@polylogue/contract'
import { middle, openFixture, STORY, type Fixture } from './page.ts'
import { openQuietBrowser, type QuietPage } from './quiet-browser.ts'

const MESSAGES = 2_000
const ROUNDS = 5

/** Creates two chats of 2,000 messages in one project, and a share link of the first; returns the link's path. */
async function fill({ client }: Fixture): Promise<string> {
  const answer = STORY.slice(0, 900)
  const chat = (name: string) => ({
    name,
    turns: Array.from({ length: MESSAGES }, (_, index) => ({
      queryText: `Question ${index + 1} of ${name}`,
      responseText: `${answer}\n\nEnd of answer ${index + 1} of ${name}.`,
    })),
  })
  const body = { name: 'Long', chats: [chat('Alpha'), chat('Beta')] }
  const { project } = (await client.call(contract.projects.import, { body })).data
  const { Projecttabs } = (await client.call(contract.tabs.list, { params: { id: project.id } })).data
  const tabId = Projecttabs.find(({ name }) => name === 'Alpha')?.id ?? 0
  return (await client.call(contract.shares.create, { body: { tabId } })).data.share.uri ?? ''
}

// Measures from the next click to the frame after the text is visible.
const SEEN = `window.seen = (text) => new Promise((resolve) => {
  const isThere = () => [...document.querySelectorAll('article')].slice(-2).some((one) => {
    if (!one.textContent.includes(text)) return false
    const { bottom, top } = one.getBoundingClientRect()
    return top < innerHeight && bottom > 0
  })
  addEventListener('click', () => {
    const began = performance.now()
    const look = () => {
      if (!isThere()) return requestAnimationFrame(look)
      requestAnimationFrame(() => setTimeout(() => resolve(performance.now() - began)))
    }
    look()
  }, { capture: true, once: true })
})`

// Sets `shown` to the milliseconds from the navigation to the frame after the newest answer.
const SHOWN = `
  const look = () => {
    const there = [...document.querySelectorAll('article')].some((one) =>
      one.textContent.includes('End of answer ${MESSAGES} of'))
    if (!there) return requestAnimationFrame(look)
    requestAnimationFrame(() => setTimeout(() => { window.shown = performance.now() }))
  }
  requestAnimationFrame(look)`

const CARD = `[...document.querySelectorAll('main a')].find((link) => /Long/.test(link.ariaLabel ?? link.textContent))`
const tab = (name: string) =>
  `[...document.querySelectorAll('[role=tab]')].find((one) => one.textContent.includes('${name}'))`

/** Returns the milliseconds from the mouse-up to the newest answer of a chat. */
async function seen(page: QuietPage, element: string, name: string): Promise<number> {
  const ms = page.value(`seen('End of answer ${MESSAGES} of ${name}.')`)
  await page.click(element)
  return Number(await ms)
}

/** Opens a chat of 2,000 messages, switches between two of them, and reloads one and its share link in turns. */
export async function longChats(): Promise<Record<string, string>> {
  const fixture = await openFixture(['mock?tokens=10'], 1)
  const link = fixture.product.url + (await fill(fixture))
  await fixture.browser.close()
  const browser = await openQuietBrowser(fixture.product.url, fixture.stored)
  const opened: number[] = []
  const switched: number[] = []
  const reloaded: number[] = []
  const shared: number[] = []
  for (let round = 0; round < ROUNDS; round++) {
    const visits = await browser.private()
    const page = await visits.open(SEEN)
    await page.go(`${fixture.product.url}/projects`)
    await page.until(`!!(${CARD})`)
    // Waits for requests after the first render.
    await sleep(1_500)
    opened.push(await seen(page, CARD, 'Alpha'))
    // Both chats have been opened once; now measures switching between them.
    await seen(page, tab('Beta'), 'Beta')
    for (let turn = 0; turn < 3; turn++)
      for (const name of ['Alpha', 'Beta']) switched.push(await seen(page, tab(name), name))
    const address = String(await page.value('location.href'))
    await page.close()
    const again = await visits.open(SHOWN)
    for (let turn = 0; turn < 4; turn++)
      for (const [from, figures] of [
        [address, reloaded],
        [link, shared],
      ] as const) {
        await again.go(from)
        const ms = Number(await again.until('window.shown'))
        // The first load fills the browser's cache.
        if (turn > 0) figures.push(ms)
      }
    await again.close()
    await visits.close()
  }
  await browser.close()
  await fixture.close()
  return {
    'chat with 2,000 messages: newest visible (≤ 500 ms)': `${middle(opened)} ms`,
    'changing between two such chats (≤ 150 ms)': `${middle(switched)} ms, worst ${Math.round(Math.max(...switched))} ms`,
    'reloading one of them: newest visible': `${middle(reloaded)} ms`,
    'its share link against that (≤ 1.1 ×)': `${middle(shared)} ms, ${(middle(shared) / middle(reloaded)).toFixed(2)} ×`,
  }
}
