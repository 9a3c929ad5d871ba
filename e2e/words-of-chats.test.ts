// The menus, dialogs and notices of a chat say chat, those of a project say project.
import { contract } from '@polylogue/contract'
import { expect, test, type Page } from '@playwright/test'
import { openSharedFixture, type Fixture } from './fixture.ts'

const GUIDE = { defaultModelId: 1, defaultModelTagId: 1 }
const KINDS = [
  { type: 0, noun: 'chat', name: 'Sperrmüll' },
  { type: 2, noun: 'project', name: 'Stadtwerke' },
]

let fixture: Fixture
let page: Page

test.beforeAll(async ({ browser }) => {
  fixture = await openSharedFixture({ models: ['llama3.3'] })
  for (const { type, name } of KINDS) {
    const { data } = await fixture.client.call(contract.projects.create, { body: { name, type, ...GUIDE } })
    const params = { id: data.project.id }
    await fixture.client.call(contract.tabs.create, { params, body: { name: 'First', ...GUIDE } })
  }
  page = await fixture.open(browser, '/projects', { reducedMotion: 'reduce' })
})

test.afterAll(async () => {
  await page.context().close()
  await fixture.close()
})

const dialog = () => page.getByRole('dialog')
const row = (name: string) =>
  page.getByRole('navigation', { name: 'Main navigation' }).getByRole('link', { name, exact: true })

for (const { noun, name } of KINDS)
  test(`the menus, dialogs and notices of a ${noun}`, async () => {
    const verbs = (other: string) =>
      new RegExp(`(?:Edit|Delete|Save|Name of the) ${other}|${other} updated`, 'i')
    const never = verbs(noun === 'chat' ? 'project' : 'chat')
    const menu = async (place: string, item: string) => {
      await page
        .getByRole(place === 'row' ? 'navigation' : 'banner')
        .getByRole('button', { name: `Actions for “${name}”` })
        .click()
      await expect(page.getByRole('menu')).not.toContainText(never)
      await page.getByRole('menuitem', { name: item }).click()
    }
    await row(name).click()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(name)

    await menu('bar', 'Rename')
    await expect(page.getByRole('textbox', { name: `Name of the ${noun}` })).toBeFocused()
    await page.keyboard.press('Escape')

    await menu('bar', `Edit ${noun}`)
    await expect(dialog()).toContainText(`Edit ${noun}`)
    await expect(dialog()).not.toContainText(never)
    await dialog().getByLabel('Description').fill('All of it')
    await dialog()
      .getByRole('button', { name: `Save ${noun}` })
      .click()
    await expect(page.getByText(noun === 'chat' ? 'Chat updated' : 'Project updated')).toBeVisible()

    await row(name).hover()
    await menu('row', `Delete ${noun}`)
    const lost = noun === 'chat' ? 'with all its messages' : 'with all its tabs and messages'
    await expect(dialog()).toContainText(`Delete “${name}” ${lost}?`)
    await dialog()
      .getByRole('button', { name: `Delete ${noun}` })
      .click()
    await expect(row(name)).toHaveCount(0)
  })
