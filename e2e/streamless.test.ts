// Models without streaming, by their configured names: the switch is disabled and says why, in a chat and in a comparison,
// and an answer appears when it is complete (STREAM-8, PAGE-6).
import { expect, test } from '@playwright/test'
import { isAccessible } from './accessible.ts'
import { makeBids, openSharedFixture, type Fixture } from './fixture.ts'
import { STREAMLESS } from './shared-product.ts'

const ANSWER = Array.from({ length: 30 }, (_, index) => `Sentence ${index + 1}.`).join(' ')

let fixture: Fixture

test.beforeAll(async () => {
  fixture = await openSharedFixture({ models: [STREAMLESS], settings: { text: ANSWER, rate: 20 } })
})
test.afterAll(() => fixture.close())

test('the stream switch is disabled with a reason, and the answer appears when complete', async ({
  browser,
}) => {
  const id = await makeBids(fixture.client, ['Costs', 'Letters'], STREAMLESS)
  const page = await fixture.open(browser, `/projects/${id}`, { reducedMotion: 'reduce' })
  await page.getByRole('button', { name: 'Add to the message' }).click()
  const stream = page.getByRole('menuitemcheckbox', { name: 'This model does not stream' })
  await expect(stream).not.toBeChecked()
  await expect(stream).toBeDisabled()
  await isAccessible(page)
  await page.keyboard.press('Escape')
  await page.getByRole('textbox', { name: 'Message', exact: true }).fill('How much is it?')
  await page.keyboard.press('Enter')
  const answer = page.getByRole('article').last()
  await expect(page.getByRole('button', { name: 'Stop' })).toBeVisible()
  const seen = new Set<string>()
  await expect
    .poll(async () => {
      const text = (await answer.textContent()) ?? ''
      for (const sentence of text.match(/Sentence \d+\./g) ?? []) seen.add(sentence)
      // The text is either absent or complete.
      if (seen.size > 0) expect(text).toContain('Sentence 30.')
      return seen.size
    })
    .toBe(30)
  await page.getByRole('banner').getByRole('button', { name: 'Compare' }).click()
  await expect(
    page.getByRole('dialog').getByRole('switch', { name: 'Show answers while they are written' }),
  ).toBeDisabled()
  await expect(
    page.getByRole('dialog').getByRole('switch', { name: 'Show answers while they are written' }),
  ).not.toBeChecked()
  await isAccessible(page)
  await page.context().close()
})
