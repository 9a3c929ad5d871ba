import type { CDPSession } from '@playwright/test'
import { metric, openFixture, STORY } from './page.ts'
import { chooseModel } from './page-streaming.ts'

async function used(cdp: CDPSession): Promise<number> {
  for (let round = 0; round < 3; round++) await cdp.send('HeapProfiler.collectGarbage')
  return metric(cdp, 'JSHeapUsedSize')
}

/**
 * Compares an hour of 200 answers with its first ten minutes. The answers follow each other without pauses, so the hour
 * takes a few minutes. Measures the page's heap after a sixth of the answers and after all of them.
 */
export async function memory(answers: number): Promise<Record<string, string>> {
  const model = 'script?rate=2000'
  // The text that a model of 30 tokens/s writes in 18 s: an hour is 200 of them.
  const fixture = await openFixture([model], 1, STORY.slice(0, STORY.length / 4))
  await chooseModel(fixture, fixture.tabIds[0] ?? 0, model)
  const context = await fixture.signedIn()
  const page = await context.newPage()
  const cdp = await context.newCDPSession(page)
  await cdp.send('Performance.enable')
  await page.goto(`${fixture.product.url}/projects/${fixture.projectId}`)
  const composer = page.locator('textarea').first()
  const sixth = Math.ceil(answers / 6)
  let early = NaN
  for (let index = 1; index <= answers; index++) {
    await composer.fill(`Question ${index}.`)
    await composer.press('Enter')
    // Waits for the answer to this question, and for its end: its actions appear only then.
    const turn = page
      .locator('[data-turn]')
      .last()
      .filter({ has: page.getByText(`Question ${index}.`) })
    await turn.getByRole('toolbar', { name: 'Actions for this answer' }).waitFor()
    if (index === sixth) early = await used(cdp)
  }
  const late = await used(cdp)
  await context.close()
  await fixture.close()
  const mb = (bytes: number) => (bytes / 1e6).toFixed(1)
  return {
    'heap after all answers against after a sixth of them (≤ 1.2)': `${(late / early).toFixed(2)} (${mb(late)} against ${mb(early)} MB, ${answers} answers)`,
  }
}
