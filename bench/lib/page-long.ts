import { contract } from '@polylogue/contract'
import { middle, openHouse, slowPage, STORY, type House } from './page.ts'

const MESSAGES = 2_000

/** Two chats of 2,000 messages in one project. */
async function fill(house: House): Promise<void> {
  const answer = STORY.slice(0, 900)
  const chat = (name: string) => ({
    name,
    turns: Array.from({ length: MESSAGES }, (_, index) => ({
      queryText: `Question ${index + 1} of ${name}`,
      responseText: `${answer}\n\nEnd of answer ${index + 1} of ${name}.`,
    })),
  })
  const body = { name: 'Long', chats: [chat('Alpha'), chat('Beta')] }
  await house.client.call(contract.projects.import, { body })
}

// From a click to the frame after the text is in view.
const SEEN = `window.seen = (click, text) => new Promise((resolve) => {
  const began = performance.now()
  const isThere = () => [...document.querySelectorAll('article')].slice(-2).some((one) => {
    if (!one.textContent.includes(text)) return false
    const { bottom, top } = one.getBoundingClientRect()
    return top < innerHeight && bottom > 0
  })
  const look = () => {
    if (!isThere()) return requestAnimationFrame(look)
    requestAnimationFrame(() => setTimeout(() => resolve(performance.now() - began)))
  }
  click.click()
  look()
})`

/** The newest of 2,000 messages, and changing between two such chats. */
export async function longChats(): Promise<Record<string, string>> {
  const house = await openHouse(['mock?tokens=10'], 1)
  await fill(house)
  const opened: number[] = []
  const switched: number[] = []
  const last = (name: string) => `End of answer ${MESSAGES} of ${name}.`
  for (let round = 0; round < 5; round++) {
    const context = await house.signedIn()
    const { page } = await slowPage(context)
    await page.addInitScript(SEEN)
    await page.goto(`${house.product.url}/projects`)
    const card = page.getByRole('main').getByRole('link', { name: /Long/ }).first()
    await card.waitFor()
    // What is fetched once everything stands.
    await page.waitForTimeout(1_500)
    const seen = (element: Element, text: string) =>
      (window as unknown as { seen(click: Element, text: string): Promise<number> }).seen(element, text)
    opened.push(await card.evaluate(seen, last('Alpha')))
    const tab = (name: string) => page.getByRole('tab', { name })
    // Both have been seen once: then they are changed between.
    await tab('Beta').evaluate(seen, last('Beta'))
    for (let turn = 0; turn < 3; turn++) {
      switched.push(await tab('Alpha').evaluate(seen, last('Alpha')))
      switched.push(await tab('Beta').evaluate(seen, last('Beta')))
    }
    await context.close()
  }
  await house.close()
  return {
    'chat with 2,000 messages: newest visible (≤ 500 ms)': `${middle(opened)} ms`,
    'changing between two such chats (≤ 150 ms)': `${middle(switched)} ms, worst ${Math.round(Math.max(...switched))} ms`,
  }
}
