// The dialogs of a golden set and of its prompts, while somebody else changes the set.
import type { GoldenPrompt, GoldenSet } from '@polylogue/contract'
import { contract } from '@polylogue/contract/browser'
import { screen, waitFor, within } from '@testing-library/dom'
import { useQueryClient, type QueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { expect, test } from 'vitest'
import { useStoredSettings } from '#features/settings/index.ts'
import { modelOf } from '#test/models.ts'
import { openDialog, openPage } from '#test/page.tsx'
import { serverOf } from '#test/server.ts'
import { USER_ID } from '#test/user.ts'
import { useGoldenSet } from '../api.ts'
import { NewSetDialog } from '../item/new-dialog.tsx'
import { SetDialogs } from '../item/set-dialogs.tsx'
import { Prompts } from './prompts.tsx'

const asked = (title: string, prompt = `Ask ${title}`): GoldenPrompt => ({
  promptId: 0,
  title,
  prompt,
  checks: [],
})

const setOf = (...prompts: GoldenPrompt[]): GoldenSet => ({
  id: 5,
  uuId: '00000000-0000-4000-8000-000000000005',
  name: 'Tenders',
  description: '',
  ownerId: USER_ID,
  promptCount: prompts.length,
  newestRun: null,
  assocContexts: [{ contextId: 11, hasReadAccess: true, hasWriteAccess: true, hasAdminAccess: true }],
  context: { id: 30, ownerContextId: 11 },
  created: '2026-01-05T08:00:00.000Z',
  modified: '2026-01-05T08:00:00.000Z',
  prompts,
})

let cache: QueryClient
/** The prompts of the set as it is stored; loads the settings, as the shell does. */
function View() {
  useStoredSettings()
  const client = useQueryClient()
  useEffect(() => {
    cache = client
  }, [client])
  const { data } = useGoldenSet(5)
  return data ? <Prompts set={data} /> : null
}

/** Opens a set; `change` is what somebody else stores, and the page reads it again. */
async function open(...titles: string[]) {
  let set = setOf(...titles.map((title) => asked(title)))
  let minute = 0
  const store = (prompts: GoldenPrompt[]) => {
    const modified = `2026-01-05T09:${String(++minute).padStart(2, '0')}:00.000Z`
    return (set = { ...set, modified, prompts })
  }
  const server = serverOf()
    .answer(contract.settings.list, { Settings: [] })
    .answer(contract.models.list, { Models: [modelOf(2, 'mistral')] })
    .answer(contract.goldensets.get, () => ({ GoldenSet: set }))
    .answer(contract.goldensets.update, ({ body }) => ({
      GoldenSet: store((body as { prompts: GoldenPrompt[] }).prompts),
    }))
    .refuse(
      contract.goldensets.update,
      { status: 409, errorCode: 'CONFLICT' },
      ({ body }) => (body as { ifModified: string }).ifModified !== set.modified,
    )
  const page = await openPage(<View />, { server, at: '/goldensets/5' })
  return {
    ...page,
    server,
    texts: () => set.prompts.map(({ prompt }) => prompt),
    async change(prompts: GoldenPrompt[]) {
      store(prompts)
      await cache.invalidateQueries()
      // Also while the page behind the dialog is inert.
      await waitFor(() =>
        expect([...document.querySelectorAll('ol > li h3')].map(({ textContent }) => textContent)).toEqual(
          prompts.map(({ title }) => title),
        ),
      )
    },
    async press(name: string) {
      await page.user.click(await screen.findByRole('button', { name }))
      return within(await openDialog())
    },
  }
}

const isClosed = () => waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())

test('an edited prompt is found again when somebody else deletes the one before it', async () => {
  const { user, press, change, texts } = await open('Alpha', 'Beta', 'Gamma')
  const dialog = await press('Edit “Beta”')
  const text = dialog.getByLabelText<HTMLTextAreaElement>('Prompt')
  expect(text.value).toBe('Ask Beta')
  await user.clear(text)
  await user.type(text, 'Beta of Anna')
  await change([asked('Beta'), asked('Gamma')])
  expect(text.value).toBe('Beta of Anna')
  await user.click(dialog.getByRole('button', { name: 'Save changes' }))
  const alert = await dialog.findByRole('alert')
  await waitFor(() => expect(alert.textContent).toContain('Ask Beta'))
  expect(alert.textContent).not.toContain('Gamma')
  await user.click(dialog.getByRole('button', { name: 'Save my version' }))
  await isClosed()
  expect(texts()).toEqual(['Beta of Anna', 'Ask Gamma'])
})

test('an edited prompt takes the saved version, and is saved over it', async () => {
  const { user, press, change, texts } = await open('Beta', 'Gamma')
  const dialog = await press('Edit “Gamma”')
  const text = dialog.getByLabelText<HTMLTextAreaElement>('Prompt')
  await user.type(text, ' of Anna')
  await change([asked('Gamma'), asked('Delta')])
  await user.click(dialog.getByRole('button', { name: 'Save changes' }))
  await user.click(await dialog.findByRole('button', { name: 'Use the saved version' }))
  await waitFor(() => expect(text.value).toBe('Ask Gamma'))
  await user.type(text, ' again')
  await user.click(dialog.getByRole('button', { name: 'Save changes' }))
  await isClosed()
  expect(texts()).toEqual(['Ask Gamma again', 'Ask Delta'])
})

test('an edited prompt that somebody else deletes is added again', async () => {
  const { user, press, change, texts } = await open('Delta', 'Epsilon')
  const dialog = await press('Edit “Epsilon”')
  const text = dialog.getByLabelText<HTMLTextAreaElement>('Prompt')
  await user.clear(text)
  await user.type(text, 'Epsilon of Anna')
  await change([asked('Delta'), asked('Zeta')])
  expect((await dialog.findByRole('alert')).textContent).toMatch(
    /^This prompt is no longer in the golden set\./,
  )
  expect(text.value).toBe('Epsilon of Anna')
  await user.click(dialog.getByRole('button', { name: 'Add prompt' }))
  await isClosed()
  expect(texts()).toEqual(['Ask Delta', 'Ask Zeta', 'Epsilon of Anna'])
})

test('deleting a prompt deletes it at its new place', async () => {
  const { user, press, change, texts } = await open('Alpha', 'Beta', 'Gamma')
  const dialog = await press('Delete “Beta”')
  expect(dialog.getByText(/Delete “Beta” from/)).toBeTruthy()
  await change([asked('Beta'), asked('Gamma')])
  expect(dialog.getByText(/Delete “Beta” from/)).toBeTruthy()
  await user.click(dialog.getByRole('button', { name: 'Delete prompt' }))
  await isClosed()
  expect(texts()).toEqual(['Ask Gamma'])
})

test('deleting a prompt that is gone deletes no other one', async () => {
  const { user, press, change, texts, server } = await open('Gamma')
  const dialog = await press('Delete “Gamma”')
  await change([asked('Delta')])
  await user.click(dialog.getByRole('button', { name: 'Delete prompt' }))
  await isClosed()
  expect(await screen.findByText('“Gamma” is no longer in the golden set')).toBeTruthy()
  expect(texts()).toEqual(['Ask Delta'])
  expect(server.sentTo(contract.goldensets.update)).toEqual([])
})

test('a new prompt needs a title, a text and whole checks; a failed save keeps it', async () => {
  const { user, press, server, texts } = await open()
  const dialog = await press('Add prompt')
  const add = dialog.getByRole('button', { name: 'Add prompt' })
  await user.click(add)
  expect(await dialog.findByText('Enter a title.')).toBeTruthy()
  expect(dialog.getByText('Enter a prompt.')).toBeTruthy()
  await user.type(dialog.getByLabelText('Title'), 'Price')
  await user.type(dialog.getByLabelText('Prompt'), 'What is the price?')
  const check = async (number: number, kind: string) => {
    await user.click(dialog.getByRole('button', { name: 'Add check' }))
    const group = within(await dialog.findByRole('group', { name: `Check ${number}` }))
    await user.selectOptions(group.getByLabelText('Type'), kind)
    return group
  }
  const contains = await check(1, 'Contains text')
  const matches = await check(2, 'Matches a pattern')
  await user.type(matches.getByLabelText('Regular expression'), '(')
  expect(matches.getByText('This is not a valid regular expression.')).toBeTruthy()
  await user.type(matches.getByLabelText('Regular expression'), 'eur)')
  const json = await check(3, 'Is JSON')
  await user.type(json.getByLabelText('JSON Schema'), '[[')
  expect(json.getByText('This is not a JSON object.')).toBeTruthy()
  await user.clear(json.getByLabelText('JSON Schema'))
  await user.click(add)
  expect(await contains.findByText('Enter a text.')).toBeTruthy()
  expect(server.sentTo(contract.goldensets.update)).toEqual([])
  await user.type(contains.getByLabelText('Text'), 'offer')
  let fails = true
  server.refuse(contract.goldensets.update, { status: 429, errorCode: 'TOO_MANY_ATTEMPTS' }, () => fails)
  await user.click(add)
  expect(await dialog.findByText(/^Could not save/)).toBeTruthy()
  expect(contains.getByLabelText('Text')).toHaveProperty('value', 'offer')
  fails = false
  await user.click(add)
  await isClosed()
  expect(texts()).toEqual(['What is the price?'])
  expect(server.sentTo(contract.goldensets.update).at(-1)).toMatchObject({
    prompts: [
      {
        checks: [
          { kind: 'contains', text: 'offer' },
          { kind: 'matches', pattern: '(eur)' },
          { kind: 'json', schema: '' },
        ],
      },
    ],
  })
})

test('a failed save keeps the name of a new set', async () => {
  const server = serverOf().refuse(contract.goldensets.create, { status: 409 })
  const { user, address } = await openPage(<NewSetDialog opened onClose={() => undefined} />, { server })
  const dialog = within(await openDialog())
  await user.type(dialog.getByLabelText('Name'), 'Tender answers')
  await user.click(dialog.getByRole('button', { name: 'Create golden set' }))
  expect(await dialog.findByText(/^Could not save/)).toBeTruthy()
  expect(dialog.getByLabelText('Name')).toHaveProperty('value', 'Tender answers')
  server.answer(contract.goldensets.create, { GoldenSet: setOf() })
  await user.click(dialog.getByRole('button', { name: 'Create golden set' }))
  await waitFor(() => expect(address()).toBe('/goldensets/5'))
})

test('the dialog of a set that somebody else deletes keeps what was typed', async () => {
  let forget: () => void = () => undefined
  const Sets = () => {
    const [sets, setSets] = useState([setOf()])
    useEffect(() => {
      forget = () => setSets([])
    }, [])
    return <SetDialogs sets={sets} />
  }
  const server = serverOf().refuse(contract.goldensets.update, { status: 404, errorCode: 'NOT_FOUND' })
  const { user } = await openPage(<Sets />, {
    server,
    at: '/goldensets?dialog=edit-goldenset&goldenset=5',
  })
  const dialog = within(await openDialog())
  const name = dialog.getByLabelText<HTMLInputElement>('Name')
  await user.clear(name)
  await user.type(name, 'Work of Anna')
  forget()
  await user.type(name, ' and Bea')
  await user.click(dialog.getByRole('button', { name: 'Save changes' }))
  expect(await dialog.findByText(/^Could not save/)).toBeTruthy()
  expect(name.value).toBe('Work of Anna and Bea')
})
