// Provokes the messages that chats show (PAGE-5). `bids` is a project with an empty tab, `asked` has one message
// with an image, and the model of `broken` fails.
import { expect, type Page } from '@playwright/test'
import { button, inDialog, type Said } from './said.ts'

/** Creates a data source without documents, on the page of the list. */
async function makeDatasource(page: Page, name: string): Promise<void> {
  await button(page, 'New data source').click()
  await page.getByRole('dialog').getByLabel('Name', { exact: true }).fill(name)
  await inDialog(page, 'Create data source').click()
  await expect(page.getByRole('dialog')).toHaveCount(0)
}

export const CHAT: readonly Said[] = [
  {
    sentence: 'Cannot load app tour scenario',
    path: '/?dialog=tour',
    fails: [['GET', /app-tour-scenarios/, 500]],
  },
  {
    sentence: 'Project updated',
    path: 'harbour?dialog=edit-project',
    async act(page) {
      await page.getByRole('dialog').getByLabel('Description').fill('All lots')
      await inDialog(page, 'Save project').click()
    },
  },
  {
    sentence: 'Tabs updated',
    path: 'bids',
    async act(page) {
      await button(page, 'Actions for “Lot 1”').click()
      await page.getByRole('menuitem', { name: 'Edit tab' }).click()
      await page.getByRole('dialog').getByLabel('Description').fill('The first one')
      await inDialog(page, 'Save tab').click()
    },
  },
  { sentence: 'No custom instructions yet', path: 'bids?panel=custinsts' },
  {
    sentence: 'Cannot delete custom instruction',
    path: 'bids?panel=custinsts',
    fails: [['DELETE', /\/custinsts\/\d+$/]],
    async act(page) {
      await button(page, 'Add instruction').click()
      await page.getByRole('dialog').getByLabel('Name').fill('Brief')
      await page.getByRole('dialog').getByLabel('Instruction', { exact: true }).fill('Be brief.')
      await inDialog(page, 'Add instruction').click()
      await button(page, 'Actions for “Brief”').click()
      await page.getByRole('menuitem', { name: 'Delete instruction' }).click()
      await inDialog(page, 'Delete instruction').click()
    },
  },
  { sentence: 'No data sources yet', path: 'bids?panel=datasources' },
  { sentence: 'No documents yet', path: 'bids?dialog=new-datasource' },
  {
    sentence: 'Cannot get /datasources',
    path: '/datasources',
    fails: [['GET', /\/datasources\?/]],
  },
  {
    sentence: 'Cannot get data source with id 99999',
    path: '/datasources/99999',
    fails: [['GET', /\/datasources\/99999$/, 500]],
  },
  {
    sentence: 'Cannot create Data Source',
    path: '/datasources?dialog=new-datasource',
    fails: [['POST', /\/datasources$/]],
    async act(page) {
      await page.getByRole('dialog').getByLabel('Name', { exact: true }).fill('Rules')
      await inDialog(page, 'Create data source').click()
      await expect(page.getByRole('dialog').getByLabel('Name', { exact: true })).toHaveValue('Rules')
    },
  },
  {
    sentence: 'Cannot update Data Source',
    path: '/datasources',
    fails: [['PUT', /\/datasources\/\d+$/]],
    async act(page) {
      await makeDatasource(page, 'Plans')
      await button(page, 'Edit “Plans”').click()
      await page.getByRole('dialog').getByLabel('Summary').fill('All plans')
      await inDialog(page, 'Save data source').click()
      await expect(page.getByRole('dialog').getByLabel('Summary')).toHaveValue('All plans')
    },
  },
  {
    sentence: 'Cannot delete Data Source',
    path: '/datasources',
    fails: [['DELETE', /\/datasources\/\d+$/]],
    async act(page) {
      await makeDatasource(page, 'Maps')
      await button(page, 'Actions for “Maps”').click()
      await page.getByRole('menuitem', { name: 'Delete data source' }).click()
      await inDialog(page, 'Delete data source').click()
    },
  },
  { sentence: 'There is nothing to replay', path: 'bids?dialog=replay' },
  {
    sentence: 'Not allowed',
    path: 'bids',
    async act(page) {
      const file = { name: 'tool.exe', mimeType: 'application/x-msdownload', buffer: Buffer.from('MZ') }
      await page.locator('input[type=file]').first().setInputFiles(file)
    },
  },
  {
    sentence: 'Try again',
    path: 'broken',
    async act(page) {
      await page.getByRole('textbox', { name: 'Message' }).fill('Where?')
      await page.keyboard.press('Enter')
      await expect(page.getByRole('main').getByRole('alert')).toBeVisible()
      // The question returns to the composer and can be sent again.
      await expect(page.getByRole('textbox', { name: 'Message' })).toHaveValue('Where?')
      await expect(page.getByRole('button', { name: 'Send', exact: true })).toBeEnabled()
    },
  },
  {
    sentence: 'Something went wrong on the server.',
    path: 'bids',
    fails: [['POST', /\/prompts\/\d+\/stream$/, 500]],
    problem: { errorCode: 'UNEXPECTED', errorMessage: 'Something went wrong.' },
    async act(page) {
      await page.getByRole('textbox', { name: 'Message' }).fill('Where?')
      await page.keyboard.press('Enter')
      await expect(page.getByRole('main').getByRole('alert')).toBeVisible()
      await expect(page.getByRole('textbox', { name: 'Message' })).toHaveValue('Where?')
    },
  },
  {
    sentence: 'The replay cannot begin today.',
    path: 'asked?dialog=replay',
    fails: [['POST', /\/prompts\/replay$/, 400]],
    problem: { errorCode: 'OF_A_LATER_VERSION', errorMessage: 'The replay cannot begin today.' },
    async act(page) {
      const begin = inDialog(page, /^Replay/)
      await begin.click()
      await expect(page.getByRole('dialog').getByRole('alert')).toBeVisible()
      await expect(begin).toBeEnabled()
    },
  },
  {
    sentence: 'Could not load the image',
    path: 'asked',
    fails: [['GET', /\/queries\/\d+\/attachments\/0$/, 500]],
  },
]
