import { contract } from '@polylogue/contract'
import type { Page } from '@playwright/test'
import { LONG_STORY, metric, openFixture, slowPage, type Fixture } from './page.ts'

const FRAMES = `window.frames_ = () => {
  const state = { count: 0, on: true, began: performance.now() }
  const tick = () => { if (!state.on) return; state.count++; requestAnimationFrame(tick) }
  requestAnimationFrame(tick)
  return () => { state.on = false; return { count: state.count, ms: performance.now() - state.began } }
}`

const SECONDS = 8

/**
 * Measures main-thread script per token at 200 tokens/s, and frames at 50 tokens/s compared with a page that only appends
 * plain text.
 */
export async function streaming(): Promise<Record<string, string>> {
  const fixture = await openFixture(['script?rate=200', 'script?rate=50'], 2, LONG_STORY)
  const perToken = await scriptPerToken(fixture, 'script?rate=200')
  const shown = await framesShown(fixture, 'script?rate=50')
  const plain = await framesOfPlainText(fixture)
  await fixture.close()
  return {
    'script per token at 200 tokens/s (≤ 1 ms)': `${perToken.toFixed(2)} ms`,
    'frames lost at 50 tokens/s beyond plain text’s own (≤ 10 points)': `${((plain - shown) * 100).toFixed(1)} points (${(shown * 100).toFixed(1)} % shown, plain text ${(plain * 100).toFixed(1)} %)`,
  }
}

async function scriptPerToken(fixture: Fixture, model: string): Promise<number> {
  const context = await fixture.signedIn()
  const { page, cdp } = await slowPage(context)
  await cdp.send('Performance.enable')
  await begin(page, fixture, model, 0)
  await page.waitForTimeout(1_500)
  const before = await metric(cdp, 'ScriptDuration')
  await page.waitForTimeout(SECONDS * 1_000)
  const after = await metric(cdp, 'ScriptDuration')
  await stillWriting(page)
  await context.close()
  return ((after - before) * 1_000) / (SECONDS * 200)
}

/** Returns the share of rendered frames while an answer was streamed. */
async function framesShown(fixture: Fixture, model: string): Promise<number> {
  const context = await fixture.signedIn()
  const { page } = await slowPage(context)
  await page.addInitScript(FRAMES)
  await begin(page, fixture, model, 1)
  await page.waitForTimeout(1_500)
  const share = await framesDuring(page)
  await stillWriting(page)
  await context.close()
  return share
}

// Rejects a measurement after the end of the answer: it would cost nothing.
async function stillWriting(page: Page): Promise<void> {
  if (!(await page.getByRole('button', { name: 'Stop' }).isVisible())) throw new Error('The answer has ended')
}

async function framesOfPlainText(fixture: Fixture): Promise<number> {
  const { page } = await slowPage(await fixture.signedIn())
  await page.addInitScript(FRAMES)
  await page.setContent('<p style="width:740px;font:16px/26px sans-serif"></p>')
  await page.evaluate(FRAMES)
  await page.evaluate(() => {
    const text = document.querySelector('p')?.appendChild(document.createTextNode(''))
    setInterval(() => text?.appendData('transformers '), 20)
  })
  const share = await framesDuring(page)
  await page.context().close()
  return share
}

async function framesDuring(page: Page): Promise<number> {
  const handle = await page.evaluateHandle(() =>
    (window as unknown as { frames_(): () => { count: number; ms: number } }).frames_(),
  )
  await page.waitForTimeout(SECONDS * 1_000)
  const { count, ms } = await handle.evaluate((end) => end())
  return count / (ms * 0.06)
}

/** Opens a tab, chooses the model and asks. */
export async function begin(page: Page, fixture: Fixture, model: string, tab: number): Promise<void> {
  const tabId = fixture.tabIds[tab] ?? 0
  await chooseModel(fixture, tabId, model)
  await page.goto(`${fixture.product.url}/projects/${fixture.projectId}?tab=${tabId}`)
  const composer = page.locator('textarea').first()
  await composer.fill('Compare the bids.')
  await composer.press('Enter')
  await page.locator('article').last().getByText('Bids for lot 2').first().waitFor()
}

export async function chooseModel(fixture: Fixture, tabId: number, model: string): Promise<void> {
  const { data } = await fixture.client.call(contract.models.list)
  const found = data.Models.find((one) => one.name === model)
  const defaultModelTagId = found?.tags[0]?.id
  if (!found || !defaultModelTagId) throw new Error(`${model} was not discovered`)
  await fixture.client.call(contract.tabs.update, {
    params: { id: tabId },
    body: { defaultModelId: found.id, defaultModelTagId },
  })
}
