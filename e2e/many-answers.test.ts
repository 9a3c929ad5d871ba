// More answers in progress than a browser has connections per host: the page streams a few at a time and its other requests
// never wait for one; a comparison links to all of them, and they link to it.
import { ask } from '@polylogue/client'
import { contract } from '@polylogue/contract'
import { expect, test, type Page } from '@playwright/test'
import { openSharedFixture, scriptedModel, type Fixture } from './fixture.ts'

test.describe.configure({ mode: 'serial' })

const TABS = 7
const SENTENCES = 60
const TEXT = Array.from({ length: SENTENCES }, (_, index) => `Sentence ${index + 1} of the story.`).join(' ')
/** A model that answers immediately. */
const QUICK = 'mock?rate=0'
const COMPARE = '0199a0c0-1111-4222-8333-444444444444'

let fixture: Fixture
let page: Page
let project = 0
let tabs: number[] = []
let tagId = 0

test.beforeAll(async ({ browser }) => {
  fixture = await openSharedFixture({ models: ['script', 'mock', QUICK], settings: { text: TEXT, rate: 25 } })
  const defaults = await scriptedModel(fixture.client)
  tagId = defaults.defaultModelTagId
  const { data } = await fixture.client.call(contract.projects.create, {
    body: { name: 'Bids', type: 2, ...defaults },
  })
  project = data.project.id
  for (let index = 0; index < TABS; index += 1) {
    const made = await fixture.client.call(contract.tabs.create, {
      params: { id: project },
      body: { name: `Lot ${index + 1}`, ...defaults },
    })
    tabs.push(made.data.projecttab.id)
  }
  const { data: all } = await fixture.client.call(contract.tabs.list, { params: { id: project } })
  tabs = all.Projecttabs.filter(({ name }) => name.startsWith('Lot')).map(({ id }) => id)
  page = await fixture.open(browser, '/help')
})

test.afterAll(async () => {
  await page.context().close()
  await fixture.close()
})

/** Asks and closes the connection; the answer continues. */
async function begin(tabId: number, prompt: string, compareId: string): Promise<void> {
  const leave = new AbortController()
  const payload = { prompt, projectTabId: tabId, compareId }
  for await (const _ of ask(fixture.client, tagId, payload, { signal: leave.signal })) break
  leave.abort()
}

test('three of seven running answers stream after a reload, and other requests do not wait', async () => {
  await Promise.all(tabs.map((id) => begin(id, 'Which bid is the best?', COMPARE)))
  const followed: string[] = []
  page.on('request', (request) => {
    if (request.url().includes('/prompts/streams/')) followed.push(request.url())
  })
  await page.goto(`${fixture.product.url}/projects/${project}?compare=${COMPARE}`)
  const lane = (number: number) => page.getByRole('region', { name: `Lot ${number}`, exact: true })
  await expect(lane(1)).toContainText('Sentence 2 of')
  await expect(lane(TABS)).toContainText('Waiting for your other answers')
  const took = await page.evaluate(async () => {
    const since = performance.now()
    await Promise.all(Array.from({ length: 3 }, () => fetch('/api/v1/health', { cache: 'no-store' })))
    return performance.now() - since
  })
  expect(took).toBeLessThan(2_000)
  expect(followed).toHaveLength(3)
  for (let number = 1; number <= TABS; number += 1) {
    await expect(lane(number)).toContainText(`Sentence ${SENTENCES} of the story.`, { timeout: 40_000 })
    await expect(lane(number)).toContainText('Done')
  }
  expect(new Set(followed).size).toBe(TABS)
})

test('a message links to its comparison, also if another of its tabs was moved away', async () => {
  const { data } = await fixture.client.call(contract.projects.create, { body: { name: 'Archive', type: 2 } })
  await fixture.client.call(contract.tabs.move, {
    params: { id: tabs[1] ?? 0 },
    body: { projectId: data.project.id },
  })
  await page.goto(`${fixture.product.url}/projects/${project}?tab=${tabs[0]}`)
  await page.getByRole('link', { name: 'Compared' }).click()
  await expect(page).toHaveURL(new RegExp(`compare=${COMPARE}`))
  await expect(page.getByRole('region', { name: 'Lot 2', exact: true })).toContainText('Sentence 60 of')
  await expect(page.getByRole('region', { name: /^Lot/ })).toHaveCount(TABS)
})

test('all comparisons of a project are listed page by page @full', async () => {
  const last = tabs.at(-1) ?? 0
  const { data } = await fixture.client.call(contract.models.list)
  const quick = data.Models.flatMap(({ tags }) => tags).find(({ fullName }) => fullName === `${QUICK}:latest`)
  for (let number = 1; number <= 31; number += 1)
    await fixture.client.call(contract.answers.ask, {
      params: { id: quick?.modelId ?? 0 },
      body: {
        prompt: `Question ${number}`,
        projectTabId: last,
        modelTagId: quick?.id ?? 0,
        compareId: crypto.randomUUID(),
      },
    })
  await page.goto(`${fixture.product.url}/projects/${project}?compare=${COMPARE}`)
  await page.getByRole('button', { name: 'Earlier comparisons' }).click()
  await expect(page.getByRole('menuitem', { name: /^Question/ })).toHaveCount(30)
  await page.getByRole('menuitem', { name: 'Show more' }).click()
  await expect(page.getByRole('menuitem', { name: /^Question/ })).toHaveCount(31)
  await page.getByRole('menuitem', { name: /^Question 1\D/ }).click()
  await expect(page.getByRole('heading', { name: 'Question', level: 2 })).toBeAttached()
  await expect(page).not.toHaveURL(new RegExp(COMPARE))
})
