// Content and code that arrive late: what is pressed meanwhile is not lost.
import { contract } from '@polylogue/contract'
import { expect, test, type Page } from '@playwright/test'
import { openSharedFixture, type Fixture } from './fixture.ts'

test.describe.configure({ mode: 'serial' })

let fixture: Fixture
/** Ids of Anna's tokens. */
const tokens: number[] = []

test.beforeAll(async () => {
  fixture = await openSharedFixture({ models: ['llama3.3'] })
  for (const name of ['Nightly summary', 'Monthly report', 'Archive', 'Dashboard', 'Backup']) {
    const params = { userId: 1 }
    const body = { name, description: '' }
    const { data } = await fixture.client.call(contract.apitokens.saveOfUser, { params, body })
    tokens.push(data.ApiToken?.id ?? 0)
  }
})
test.afterAll(async () => {
  for (const id of tokens)
    await fixture.client.call(contract.apitokens.removeOfUser, { params: { userId: 1, id } })
  await fixture.close()
})

const dialog = (page: Page) => page.getByRole('dialog')
const newToken = (page: Page) => dialog(page).getByRole('button', { name: 'New token' })

/** Opens the user's API tokens; requests that `late` matches wait until `arrive` is called. */
async function openTokens(page: Page, late: RegExp): Promise<{ arrive: () => void }> {
  let arrive = () => {}
  const free = new Promise<void>((resolve) => (arrive = resolve))
  await page.route(late, async (route) => {
    await free
    await route.continue()
  })
  await page.goto(`${fixture.product.url}/users/me?dialog=api-tokens`)
  await expect(newToken(page)).toBeEnabled()
  return { arrive }
}

test('a press counts when a list that arrives moves its button before the release', async ({ browser }) => {
  const page = await fixture.open(browser, '/sign-in')
  const { arrive } = await openTokens(page, /apitokens\/users/)
  // The dialog may still be opening: then the press is not on its button yet.
  await expect(async () => {
    await page.mouse.up()
    await newToken(page).hover()
    await page.mouse.down()
    expect(await newToken(page).evaluate((button) => button.matches(':active'))).toBe(true)
  }).toPass()
  const at = (await newToken(page).boundingBox())?.y
  arrive()
  await expect(dialog(page).getByText('Nightly summary')).toBeVisible()
  await expect.poll(async () => (await newToken(page).boundingBox())?.y).not.toBe(at)
  await page.mouse.up()
  await expect(dialog(page).getByLabel('Name')).toBeVisible()
  // A press that leaves its button is none, as before.
  await dialog(page).getByRole('button', { name: 'Cancel' }).hover()
  await page.mouse.down()
  await dialog(page).getByLabel('Name').hover()
  await page.mouse.up()
  await dialog(page).getByLabel('Name').fill('Still open')
  await expect(dialog(page).getByLabel('Name')).toHaveValue('Still open')
  await page.context().close()
})

test('a dialog that is opened from another one opens however late its code arrives', async ({ browser }) => {
  const page = await fixture.open(browser, '/sign-in')
  const { arrive } = await openTokens(page, /new-token-dialog/)
  await newToken(page).click()
  await expect(page).toHaveURL(/dialog=new-token/)
  arrive()
  await expect(dialog(page).getByLabel('Name')).toBeFocused()
  await page.context().close()
})
