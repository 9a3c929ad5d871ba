import type { InstallationUsage } from '@polylogue/contract'
import { contract } from '@polylogue/contract/browser'
import { screen, waitFor, within } from '@testing-library/dom'
import { expect, test, vi } from 'vitest'
import { openPage } from '#test/page.tsx'
import { serverOf } from '#test/server.ts'
import { userOf } from '#test/user.ts'
import { statsPage } from './page.tsx'

const { View } = statsPage
const sum = (prompts: number, some: object = {}) => ({
  prompts,
  failed: 0,
  stopped: 0,
  tokensPrompt: prompts * 10,
  tokensResponse: prompts * 100,
  ms: prompts * 1_500,
  ...some,
})
const USAGE: InstallationUsage = {
  from: '2026-02-26',
  to: '2026-02-28',
  total: sum(7, { failed: 2, stopped: 1 }),
  byDay: [{ day: '2026-02-27', ...sum(7, { failed: 2, stopped: 1 }) }],
  byModel: [
    { modelName: 'llama', modelTagName: '3b', ...sum(4) },
    { modelName: '=cmd()', modelTagName: '1b', ...sum(3, { failed: 2, stopped: 1, tokensPrompt: 900 }) },
  ],
  byGroup: [
    { contextId: 5, name: 'Netz', ...sum(6) },
    { contextId: null, name: '', ...sum(1) },
  ],
}
const { byGroup: _, ...OWN } = USAGE

const serving = (user = userOf()) =>
  serverOf(user)
    .answer(contract.usage.ofUser, { usage: OWN })
    .answer(contract.usage.ofInstallation, { usage: USAGE })
const asked = (server: ReturnType<typeof serving>) =>
  server.requests
    .filter(({ path }) => path.endsWith('usage'))
    .map(({ path, query }) => `${path}?${query.toString()}`)
const firstCells = (name: string) =>
  within(screen.getByRole('table', { name }))
    .getAllByRole('row')
    .slice(1)
    .map((row) => within(row).getAllByRole('cell')[0]?.textContent)

const WHOSE = 'Whose usage'
const BY_GROUP = 'By group'

test('a person sees their own usage and no other (ACCOUNT-10)', async () => {
  const server = serving(userOf({ permissions: ['can_use_chat'] }))
  await openPage(<View />, { server, at: '/stats?whose=everybody' })
  expect(await screen.findByText('Answers', { selector: 'dt' })).toBeTruthy()
  expect(screen.queryByRole('radiogroup', { name: WHOSE })).toBeNull()
  expect(screen.queryByRole('table', { name: BY_GROUP })).toBeNull()
  expect(asked(server)).toEqual(['users/1/usage?days=30'])
})

test('whoever may see the system chooses between their own usage and everybody’s', async () => {
  const { user, server, address } = await openPage(<View />, { server: serving(), at: '/stats' })
  await user.click(await screen.findByRole('radio', { name: 'Everybody’s' }))
  expect(screen.getByRole('radiogroup', { name: WHOSE })).toBeTruthy()
  expect(await screen.findByRole('table', { name: BY_GROUP })).toBeTruthy()
  expect(firstCells(BY_GROUP)).toEqual(['Netz', 'No group'])
  expect(asked(server)).toEqual(['users/1/usage?days=30', 'usage?days=30'])
  expect(address()).toBe('/stats?whose=everybody')
})

test('a measure orders the tables and changes the bars of the days', async () => {
  const { user } = await openPage(<View />, { server: serving(), at: '/stats' })
  await screen.findByRole('table', { name: 'By model' })
  expect(firstCells('By model')).toEqual(['llama3b', '=cmd()1b'])
  await user.click(screen.getByRole('radio', { name: 'Input tokens' }))
  await waitFor(() => expect(firstCells('By model')).toEqual(['=cmd()1b', 'llama3b']))
  expect(screen.getByRole('img').getAttribute('aria-label')).toBe(
    'Input tokens of 3 days, at most 70 per day. The table shows the numbers.',
  )
  await user.click(screen.getByRole('radio', { name: 'Waiting time' }))
  await waitFor(() => expect(screen.getByRole('img').getAttribute('aria-label')).toMatch(/at most 1.5 s/))
  await user.click(screen.getByRole('button', { name: 'As a table' }))
  const [, day] = within(screen.getByRole('table', { name: 'By day (UTC)' })).getAllByRole('row')
  expect(
    day &&
      within(day)
        .getAllByRole('cell')
        .map(({ textContent }) => textContent),
  ).toEqual([expect.stringContaining('27 Feb'), '7', '4', '2', '70', '700', '1.5 s'])
})

/** 40 days, of which each has as many prompts as its place. */
const LONG = Array.from({ length: 40 }, (_, index) => ({
  day: new Date(Date.UTC(2026, 0, 1 + index)).toISOString().slice(0, 10),
  ...sum(index + 1),
}))

test('the day under the pointer is said below the bars, also where its bar is thin or low', async () => {
  const server = serving().answer(contract.usage.ofUser, {
    usage: { ...OWN, from: '2026-01-01', to: '2026-02-09', byDay: LONG },
  })
  const { user } = await openPage(<View />, { server, at: '/stats' })
  const bars = await screen.findByRole('img')
  vi.spyOn(bars, 'getBoundingClientRect').mockReturnValue(new DOMRect(100, 0, 400, 160))
  expect(screen.getByText('at most 40')).toBeTruthy()
  await user.pointer({ target: bars, coords: { clientX: 100 + 12 } })
  expect(screen.getByText(/^2 Jan.*: 2 prompts$/i)).toBeTruthy()
  await user.pointer({ target: bars, coords: { clientX: 100 + 405 } })
  expect(screen.getByText(/^9 Feb.*: 40 prompts$/i)).toBeTruthy()
  await user.pointer({ target: document.body })
  expect(screen.getByText('at most 40')).toBeTruthy()
})

test('the table of a long period begins with its newest month', async () => {
  const server = serving().answer(contract.usage.ofUser, { usage: { ...OWN, byDay: LONG } })
  const { user } = await openPage(<View />, { server, at: '/stats' })
  await user.click(await screen.findByRole('button', { name: 'As a table' }))
  expect(firstCells('By day (UTC)')).toHaveLength(31)
  expect(firstCells('By day (UTC)')[0]).toContain('9 Feb')
  await user.click(screen.getByRole('button', { name: 'Show all 40 rows' }))
  expect(firstCells('By day (UTC)')).toHaveLength(40)
})

test('dates begin with the shown days, and are asked for only when they are a period', async () => {
  const { user, server } = await openPage(<View />, { server: serving(), at: '/stats' })
  await screen.findByRole('table', { name: 'By model' })
  await user.click(screen.getByRole('radio', { name: 'Dates' }))
  const to = await screen.findByLabelText('To (UTC)')
  await waitFor(() => expect(asked(server).at(-1)).toBe('users/1/usage?from=2026-02-26&to=2026-02-28'))
  await user.clear(to)
  expect((await screen.findByRole('alert')).textContent).toBe('Enter two dates.')
  expect(screen.queryByRole('table', { name: 'By model' })).toBeNull()
  await user.type(to, '2026-02-27')
  await waitFor(() => expect(asked(server).at(-1)).toBe('users/1/usage?from=2026-02-26&to=2026-02-27'))
  expect(await screen.findByRole('table', { name: 'By model' })).toBeTruthy()
})

test('the CSV has what is shown, and no formula', async () => {
  const files: Blob[] = []
  vi.spyOn(URL, 'createObjectURL').mockImplementation((file) => {
    files.push(file as Blob)
    return 'blob:x'
  })
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => undefined)
  const { user } = await openPage(<View />, { server: serving(), at: '/stats?whose=everybody' })
  await user.click(await screen.findByRole('button', { name: 'Download CSV' }))
  expect((await files[0]?.text())?.replace('\ufeff', '').split('\r\n')).toEqual([
    'Summed by,Name,Prompts,Answers,Errors,Stopped,Input tokens,Output tokens,Average waiting time in seconds',
    'Total,2026-02-26/2026-02-28,7,4,2,1,70,700,1.5',
    'Day (UTC),2026-02-27,7,4,2,1,70,700,1.5',
    'Model,llama:3b,4,4,0,0,40,400,1.5',
    "Model,'=cmd():1b,3,0,2,1,900,300,1.5",
    'Group,Netz,6,6,0,0,60,600,1.5',
    'Group,No group,1,1,0,0,10,100,1.5',
    '',
  ])
})

test('statistics that cannot be loaded say so, with another try', async () => {
  const server = serving().refuse(contract.usage.ofUser, { status: 503, errorCode: 'DATABASE_UNAVAILABLE' })
  const { user } = await openPage(<View />, { server, at: '/stats' })
  expect(await screen.findByRole('heading', { name: 'Could not load the statistics' })).toBeTruthy()
  server.answer(contract.usage.ofUser, { usage: { ...OWN, total: sum(0), byDay: [], byModel: [] } })
  await user.click(screen.getByRole('button', { name: 'Try again' }))
  expect(await screen.findByText('No prompts in this period')).toBeTruthy()
})
