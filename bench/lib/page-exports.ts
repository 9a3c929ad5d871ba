import { contract } from '@polylogue/contract'
import type { Page } from '@playwright/test'
import { openFixture, STORY, type Fixture } from './page.ts'

/** Tabs of the project, and messages of each. */
const [TABS, MESSAGES] = [5, 100]
const FORMULAS = '\n\nWith $E = mc^2$ and\n\n\\[ \\sum_{k=1}^{n} \\frac{a_k^2}{b_k} \\]\n'

async function fill({ client }: Fixture): Promise<number> {
  const chats = Array.from({ length: TABS }, (_, tab) => ({
    name: `Lot ${tab + 1}`,
    turns: Array.from({ length: MESSAGES }, (_unused, index) => ({
      queryText: `Question ${index + 1} of lot ${tab + 1}`,
      responseText: STORY.slice(0, 2_000) + FORMULAS,
    })),
  }))
  return (await client.call(contract.projects.import, { body: { name: 'Project', chats } })).data.project.id
}

// Prints nothing: what counts is the time until the browser has the whole document. Notes tasks and progress.
function watch() {
  if (window.top !== window)
    window.print = () => {
      Reflect.set(window.parent, 'printed', true)
      dispatchEvent(new Event('afterprint'))
    }
  const state = { tasks: [] as number[], said: [] as string[] }
  Reflect.set(window, 'noted', state)
  new PerformanceObserver((list) => {
    for (const { duration } of list.getEntries()) state.tasks.push(Math.round(duration))
  }).observe({ entryTypes: ['longtask'] })
  const look = () => {
    const said = document.querySelector('[role=dialog] [role=status]')?.textContent
    if (said && said !== state.said.at(-1)) state.said.push(said)
    requestAnimationFrame(look)
  }
  requestAnimationFrame(look)
}

interface Noted {
  tasks: number[]
  said: string[]
}

/** Milliseconds until the dialog has closed, or, for a cancelled export, from the click on Cancel until nothing is left. */
async function exported(
  page: Page,
  address: string,
  format: RegExp,
  cancelled = false,
): Promise<[number, Noted]> {
  await page.goto(address)
  const dialog = page.getByRole('dialog')
  await dialog.getByText('All tabs').click()
  await dialog.getByText(format).click()
  await page.evaluate(() => Object.assign(Reflect.get(window, 'noted') as Noted, { tasks: [], said: [] }))
  let began = performance.now()
  await dialog.getByRole('button', { name: 'Download' }).click()
  if (cancelled) {
    await dialog.getByText('messages written').waitFor()
    began = performance.now()
    await dialog.getByRole('button', { name: 'Cancel' }).click()
  }
  await dialog.waitFor({ state: 'hidden', timeout: 180_000 })
  if (cancelled) await page.waitForFunction(() => !document.querySelector('iframe[name=paper]'))
  const ms = performance.now() - began
  return [ms, await page.evaluate(() => Reflect.get(window, 'noted') as Noted)]
}

/** Returns the seconds of processor time that the browser's pages and workers have used. */
async function processor({ browser }: Fixture): Promise<number> {
  const session = await browser.newBrowserCDPSession()
  const { processInfo } = await session.send('SystemInfo.getProcessInfo')
  await session.detach()
  return processInfo.reduce((sum, { type, cpuTime }) => sum + (type === 'renderer' ? cpuTime : 0), 0)
}

/** Exports a project of 500 messages as each document, and cancels one. */
export async function exporting(): Promise<Record<string, string>> {
  const fixture = await openFixture(['mock?tokens=10'], 1)
  const id = await fill(fixture)
  const context = await fixture.signedIn()
  const page = await context.newPage()
  await page.addInitScript(watch)
  const address = `${fixture.product.url}/projects/${id}?dialog=download`
  const figures: Record<string, string> = {}
  for (const [name, format] of [
    ['Word', /^Word/],
    ['PDF, until the print dialog', /^PDF/],
    ['Markdown', /^Markdown/],
  ] as const) {
    const before = await processor(fixture)
    const [ms, { tasks, said }] = await exported(page, address, format)
    const used = (await processor(fixture)) - before
    figures[`${name} of ${TABS * MESSAGES} messages (≤ 20 s)`] =
      `${(ms / 1_000).toFixed(1)} s, ${used.toFixed(1)} s of a processor with loading the page; longest task of the page ${Math.max(0, ...tasks)} ms; ${said.length} states of progress, last “${said.at(-1) ?? ''}”`
  }
  const [ms] = await exported(page, address, /^Word/, true)
  figures['cancelled, until nothing goes on'] = `${Math.round(ms)} ms`
  await fixture.close()
  return figures
}
