// The list of saved prompts with its filters, and the dialogs of a prompt: save, edit, versions, run.
import type { PromptVersion, SavedPrompt } from '@polylogue/contract'
import { contract } from '@polylogue/contract/browser'
import { screen, waitFor, within } from '@testing-library/dom'
import { useQueryClient, type QueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { BeginChatContext, type BeginChat } from '#lib/begin-chat.ts'
import { useStoredSettings } from '#features/settings/index.ts'
import { isDisabled } from '#test/button.ts'
import { modelOf } from '#test/models.ts'
import { openDialog, openPage } from '#test/page.tsx'
import { serverOf, type Server } from '#test/server.ts'
import { USER_ID } from '#test/user.ts'
import { PromptDialogs } from './dialogs.tsx'
import { PromptList } from './list/list.tsx'

// A menu that hides itself has nothing to focus, and the focus trap prints the whole page.
beforeEach(() => void vi.spyOn(console, 'warn').mockReturnValue())
afterEach(() => vi.restoreAllMocks())

const SOME_TIME = '2026-01-05T08:00:00.000Z'
const LATER = '2026-01-06T08:00:00.000Z'
const OUTPUTS = [
  { id: 1, name: 'text', label: 'Text' },
  { id: 3, name: 'table', label: 'Table' },
]
const access = (may: boolean) => [
  { contextId: 11, hasReadAccess: true, hasWriteAccess: may, hasAdminAccess: may },
]

const promptOf = (some: Partial<SavedPrompt> = {}): SavedPrompt => ({
  id: 4,
  uuId: '00000000-0000-4000-8000-000000000004',
  title: 'Letter',
  comment: '',
  prompt: 'Write a letter.',
  type: 1,
  state: 1,
  promptOutput: OUTPUTS[0]!,
  model: { id: 0, name: '' },
  mediaId: 0,
  categories: [],
  tags: [],
  options: {},
  custInstWhoId: 0,
  custInstRespondId: 0,
  assocContexts: access(true),
  context: { id: 30, ownerContextId: 11 },
  creator: { id: USER_ID },
  changedBy: { id: USER_ID },
  versions: 1,
  likes: 0,
  liked: false,
  usageCount: 0,
  ratings: { up: 0, down: 0 },
  lastChecked: null,
  waitsForApproval: false,
  created: SOME_TIME,
  modified: SOME_TIME,
  ...some,
})

const versionOf = (version: number, prompt = `Version ${version}`): PromptVersion => ({
  version,
  title: 'Letter',
  comment: '',
  prompt,
  promptOutput: OUTPUTS[0]!,
  model: { id: 0, name: '' },
  options: {},
  changedBy: { id: USER_ID },
  changed: SOME_TIME,
})

/** A server with these prompts, of which a search for “zebra” finds none. */
const serverWith = (...prompts: SavedPrompt[]): Server =>
  serverOf()
    .answer(contract.settings.list, { Settings: [] })
    .answer(contract.prompts.list, ({ query }) => ({ Prompts: query.get('q') === 'zebra' ? [] : prompts }), {
      total: prompts.length,
    })
    .answer(contract.prompts.get, () => ({ Prompt: prompts[0]! }))
    .answer(contract.prompts.contexts, { PromptContexts: [] })
    .answer(contract.prompts.outputs, { PromptOutputs: OUTPUTS })
    .answer(contract.labels.categories, { Categories: [] }, { canDelete: false })
    .answer(
      contract.labels.tags,
      { Tags: [{ id: 8, name: 'monthly', description: '' }] },
      { canDelete: false },
    )
    .answer(contract.models.list, { Models: [modelOf(2, 'mistral')] })
    .answer(contract.custinsts.list, { CustomInstructionsWho: [], CustomInstructionsRespond: [] })
    .answer(contract.projects.list, { Projects: [] } as never)

let cache: QueryClient
/** Loads the settings, as the shell does. */
function View() {
  useStoredSettings()
  const client = useQueryClient()
  useEffect(() => {
    cache = client
  }, [client])
  const [isOpen, setOpen] = useState(true)
  return (
    <>
      <button type="button" onClick={() => setOpen(!isOpen)}>
        Close and open
      </button>
      {isOpen && <PromptList heading="h2" />}
      <PromptDialogs opened={false} />
    </>
  )
}

const open = (server: Server, at = '/prompts') => openPage(<View />, { server, at })
const searched = ({ requests }: Server) =>
  requests.filter(({ path }) => path === 'prompts').map(({ query }) => query)
/** Without a layout, a menu counts as scrolled away with its button, and is hidden. */
const entry = (role: string, name: string | RegExp) => screen.findByRole(role, { name, hidden: true })
const entries = async () =>
  (await screen.findAllByRole('menuitem', { hidden: true })).map(({ textContent }) => textContent)
const PROMPTS_OF = /^Prompts of:/
const EDIT = 'Edit “Letter”'

test('without prompts the list says so and has no filters', async () => {
  await open(serverWith())
  expect(await screen.findByText('No prompts yet')).toBeTruthy()
  expect(screen.queryByRole('searchbox')).toBeNull()
  expect(screen.getByRole('button', { name: 'New prompt' })).toBeTruthy()
})

test('the owner of a prompt edits it from its row', async () => {
  await open(serverWith(promptOf()))
  expect(await screen.findByRole('button', { name: EDIT })).toBeTruthy()
})

test('a search without a result says so, and is cleared', async () => {
  const server = serverWith(promptOf())
  server.answer(
    contract.prompts.list,
    ({ query }) => ({ Prompts: query.get('q') === null ? [promptOf()] : [] }),
    { total: 1 },
  )
  const { user } = await open(server)
  await user.type(await screen.findByRole('searchbox', { name: 'Search prompts' }), 'zebra')
  expect(await screen.findByText('No prompts found for “zebra”.')).toBeTruthy()
  await user.click(screen.getByRole('button', { name: 'Clear filters' }))
  expect(await screen.findByRole('heading', { name: 'Letter' })).toBeTruthy()
})

test('the search asks for the ticked fields and tags, and is kept when the list is closed', async () => {
  const server = serverWith(promptOf())
  const { user } = await open(server)
  await user.type(await screen.findByRole('searchbox', { name: 'Search prompts' }), 'tab')
  await waitFor(() => expect(searched(server).at(-1)?.get('q')).toBe('tab'))
  expect(searched(server).at(-1)?.get('in')).toBeNull()
  await user.click(screen.getByRole('button', { name: 'Search in: All fields' }))
  for (const name of ['Prompt', 'Comment', 'Categories', 'Tags'])
    await user.click(await entry('menuitemcheckbox', name))
  await waitFor(() => expect(searched(server).at(-1)?.get('in')).toBe('title'))
  await user.click(screen.getByRole('button', { name: 'Tags', hidden: true }))
  await user.click(await entry('option', /monthly/))
  await waitFor(() => expect(searched(server).at(-1)?.get('tags')).toBe('8'))
  const before = searched(server).at(-1)?.toString()
  await user.click(screen.getByRole('button', { name: 'Close and open', hidden: true }))
  await user.click(screen.getByRole('button', { name: 'Close and open', hidden: true }))
  const field = { name: 'Search prompts', hidden: true }
  expect((await screen.findByRole<HTMLInputElement>('searchbox', field)).value).toBe('tab')
  expect(screen.getByRole('button', { name: '1 tag', hidden: true })).toBeTruthy()
  expect(searched(server).at(-1)?.toString()).toBe(before)
})

test('a list that cannot be loaded is reported only in its place, and asked for again', async () => {
  const notice = { name: 'Close notification' }
  const server = serverWith(promptOf()).refuse(contract.prompts.list, { status: 400, errorCode: 'INVALID' })
  const { user } = await open(server)
  expect(await screen.findByText('Could not load the prompts')).toBeTruthy()
  expect(screen.queryByRole('button', notice)).toBeNull()
  server.answer(contract.prompts.list, { Prompts: [promptOf()] }, { total: 1 })
  await user.click(screen.getByRole('button', { name: 'Try again' }))
  expect(await screen.findByRole('heading', { name: 'Letter' })).toBeTruthy()
  server.refuse(contract.prompts.like)
  await user.click(screen.getByRole('button', { name: 'Like “Letter”, 0 likes' }))
  expect(await screen.findByRole('button', notice)).toBeTruthy()
})

test('the configured groups of the person filter the list', async () => {
  const server = serverWith(promptOf()).answer(contract.prompts.contexts, {
    PromptContexts: [{ id: 5, name: 'SEO' }],
  })
  const { user } = await open(server)
  expect((await screen.findByRole('button', { name: PROMPTS_OF })).textContent).toContain('All prompts')
  await user.click(screen.getByRole('button', { name: 'Prompts of: All prompts' }))
  await user.click(await entry('menuitemradio', 'SEO'))
  await waitFor(() => expect(searched(server).at(-1)?.get('context')).toBe('5'))
  expect(await screen.findByRole('button', { name: 'Prompts of: SEO', hidden: true })).toBeTruthy()
  await user.click(await entry('menuitemradio', 'All prompts'))
  expect(await screen.findByRole('button', { name: 'Prompts of: All prompts', hidden: true })).toBeTruthy()
})

test('without configured groups there is no such filter', async () => {
  await open(serverWith(promptOf()))
  await screen.findByRole('button', { name: 'Search in: All fields' })
  expect(screen.queryByRole('button', { name: PROMPTS_OF })).toBeNull()
})

test('a card shows what a prompt has', async () => {
  await open(
    serverWith(
      promptOf({
        promptOutput: OUTPUTS[1]!,
        categories: [{ id: 7, name: 'Sales' }],
        tags: [{ id: 8, name: 'monthly' }],
        usageCount: 1,
        ratings: { up: 1, down: 0 },
      }),
    ),
  )
  const card = (await screen.findByRole('heading', { name: 'Letter' })).closest('li')
  for (const fact of ['Table', 'Sales', '#monthly', 'Used 1 time', '1 good, 0 bad answers'])
    await waitFor(() => expect(card?.textContent).toContain(fact))
})

test('a reader can like a prompt, and neither edit nor delete it', async () => {
  const server = serverWith(promptOf({ assocContexts: access(false), creator: { id: 2 } })).answer(
    contract.prompts.like,
    {} as never,
  )
  const { user } = await open(server)
  await user.click(await screen.findByRole('button', { name: 'Actions for “Letter”' }))
  expect(await entries()).toEqual(['Run prompt', 'Copy text', 'Duplicate prompt', 'Versions', 'Sharing info'])
  expect(screen.queryByRole('button', { name: EDIT, hidden: true })).toBeNull()
  server.answer(contract.prompts.list, () => new Promise<never>(() => undefined))
  await user.click(screen.getByRole('button', { name: 'Like “Letter”, 0 likes', hidden: true }))
  // At once, before the list is read again.
  const liked = await screen.findByRole('button', { name: 'Like “Letter”, 1 like', hidden: true })
  expect(liked.getAttribute('aria-pressed')).toBe('true')
  expect(server.sentTo(contract.prompts.like)).toEqual([{ liked: true }])
})

test('a new prompt needs a text and a title; a failed save keeps it', async () => {
  const server = serverWith().refuse(contract.prompts.create, { status: 409, errorCode: 'TOO_MANY_PROMPTS' })
  const { user } = await open(server, '/prompts?dialog=new-prompt')
  const dialog = within(await openDialog('New prompt'))
  expect(dialog.getByText('Enter a prompt.')).toBeTruthy()
  await user.click(dialog.getByLabelText('Prompt'))
  await user.paste('Summarise {{topic}}.')
  expect(dialog.getByText('Enter a title.')).toBeTruthy()
  expect(isDisabled('Save prompt')).toBe(true)
  expect(
    within(await dialog.findByRole('list', { name: 'Placeholders' })).getByText('{{topic}}'),
  ).toBeTruthy()
  await user.type(dialog.getByLabelText('Title'), 'Summary')
  expect(dialog.getByLabelText('Answer format (optional)')).toHaveProperty('value', '1')
  await user.selectOptions(dialog.getByLabelText('Answer format (optional)'), 'Table')
  await user.click(dialog.getByRole('button', { name: 'Save prompt' }))
  expect(await dialog.findByText(/^Could not save the prompt/)).toBeTruthy()
  expect(dialog.getByLabelText('Title')).toHaveProperty('value', 'Summary')
  server.answer(contract.prompts.create, { Prompt: promptOf({ title: 'Summary' }) })
  await user.click(dialog.getByRole('button', { name: 'Save prompt' }))
  expect(await screen.findByText('Prompt saved.')).toBeTruthy()
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(server.sentTo(contract.prompts.create).at(-1)).toMatchObject({
    title: 'Summary',
    prompt: 'Summarise {{topic}}.',
    outputFormId: 3,
  })
})

test('a change by somebody else is shown already before saving, and can be overwritten', async () => {
  let stored = promptOf()
  const server = serverWith()
    .answer(contract.prompts.get, () => ({ Prompt: stored }))
    .answer(contract.prompts.update, ({ body }) => ({
      Prompt: { ...stored, ...(body as Partial<SavedPrompt>) },
    }))
    .refuse(
      contract.prompts.update,
      { status: 409, errorCode: 'CONFLICT' },
      ({ body }) => (body as { ifModified: string }).ifModified !== stored.modified,
    )
  const { user } = await open(server, '/prompts?dialog=edit-prompt&prompt=4')
  const dialog = within(await openDialog())
  await user.type(dialog.getByLabelText('Prompt'), ' In three lines.')
  expect((await dialog.findByRole('region', { name: 'Your changes to the prompt' })).textContent).toContain(
    'In three lines',
  )
  expect(dialog.queryByText(/^Somebody else saved in the meantime\./)).toBeNull()
  stored = promptOf({ prompt: 'Write for the board.', modified: LATER })
  await cache.invalidateQueries()
  expect(await dialog.findByText(/^Somebody else saved in the meantime\./)).toBeTruthy()
  await user.click(dialog.getByRole('button', { name: 'Save changes' }))
  await waitFor(() => expect(server.sentTo(contract.prompts.update)).toHaveLength(1))
  expect(await dialog.findByText('Write for the board.')).toBeTruthy()
  await user.click(await dialog.findByRole('button', { name: 'Save my version' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(server.sentTo(contract.prompts.update)).toMatchObject([
    { prompt: 'Write a letter. In three lines.', ifModified: SOME_TIME },
    { prompt: 'Write a letter. In three lines.', ifModified: LATER },
  ])
})

test('the last ten of many versions are shown first, with what the next one changed; one is restored', async () => {
  const versions = Array.from({ length: 12 }, (_, at) => versionOf(12 - at))
  const server = serverWith(promptOf({ versions: 12 }))
    .answer(contract.prompts.versions, { PromptVersions: versions })
    .answer(contract.prompts.update, { Prompt: promptOf() })
  const { user } = await open(server, '/prompts?dialog=prompt-versions&prompt=4')
  const dialog = within(await openDialog())
  await waitFor(() => expect(dialog.getAllByRole('listitem')).toHaveLength(10))
  await user.click(dialog.getByRole('button', { name: 'Show more' }))
  expect(dialog.getAllByRole('listitem')).toHaveLength(12)
  expect(dialog.getByRole('region', { name: 'Changes after version 2' }).textContent).toContain('3')
  // What is in use is not offered.
  expect(dialog.getByRole('button', { name: 'Restore version 11' })).toBeTruthy()
  expect(dialog.queryByRole('button', { name: 'Restore version 12' })).toBeNull()
  await user.click(dialog.getByRole('button', { name: 'Restore version 1' }))
  await waitFor(() =>
    expect(server.sentTo(contract.prompts.update)).toMatchObject([
      { prompt: 'Version 1', ifModified: SOME_TIME },
    ]),
  )
})

test('a prompt is duplicated, with a notice when that fails', async () => {
  const server = serverWith(promptOf()).refuse(contract.prompts.create, { status: 409 })
  const { user } = await open(server)
  const duplicate = async () => {
    await user.click(await screen.findByRole('button', { name: 'Actions for “Letter”', hidden: true }))
    await user.click(await entry('menuitem', 'Duplicate prompt'))
  }
  await duplicate()
  expect(await screen.findByText('Cannot duplicate prompt.')).toBeTruthy()
  server.answer(contract.prompts.create, { Prompt: promptOf({ title: 'Letter (copy)' }) })
  await duplicate()
  expect(await screen.findByText('“Letter (copy)” added.')).toBeTruthy()
  expect(server.sentTo(contract.prompts.create).at(-1)).toMatchObject({
    title: 'Letter (copy)',
    prompt: 'Write a letter.',
  })
})

test('the copy of a prompt with a title in Hebrew has no marks of direction in its stored title', async () => {
  const server = serverWith(promptOf({ title: 'מכתב' })).answer(contract.prompts.create, {
    Prompt: promptOf(),
  })
  const { user } = await open(server)
  await user.click(await screen.findByRole('button', { name: /^Actions for/, hidden: true }))
  await user.click(await entry('menuitem', 'Duplicate prompt'))
  await waitFor(() =>
    expect(server.sentTo(contract.prompts.create)).toMatchObject([{ title: 'מכתב (copy)' }]),
  )
})

test('a prompt is deleted after a question; a refusal keeps it in the dialog', async () => {
  const server = serverWith(promptOf()).refuse(contract.prompts.remove, { status: 409 })
  const { user } = await open(server, '/prompts?dialog=delete-prompt&prompt=4')
  const dialog = within(await openDialog())
  await user.click(dialog.getByRole('button', { name: 'Delete prompt' }))
  expect(await dialog.findByText(/^Could not delete the prompt/)).toBeTruthy()
})

test('running needs the required placeholders; what is typed stays when it fails', async () => {
  const prompt = 'Write to {{name | required}} about {{topic | type=select options="costs,dates" required}}.'
  const begin = vi.fn<BeginChat>().mockRejectedValue(new Error('gone'))
  const server = serverWith(promptOf({ prompt, promptOutput: OUTPUTS[1]! }))
  const { user } = await openPage(
    <BeginChatContext value={begin}>
      <View />
    </BeginChatContext>,
    { server, at: '/prompts?dialog=execute-prompt&prompt=4' },
  )
  const dialog = within(await openDialog())
  const run = await dialog.findByRole<HTMLButtonElement>('button', { name: 'Run in a new chat' })
  expect(run.disabled).toBe(true)
  expect(dialog.getByText('Fill in: Name, Topic')).toBeTruthy()
  await user.type(dialog.getByLabelText('Name'), 'Ms Berg')
  await user.selectOptions(dialog.getByLabelText('Topic'), 'dates')
  const preview = dialog.getByRole('region', { name: 'Preview' })
  expect(preview.textContent).toContain('Write to Ms Berg about dates.')
  expect(preview.textContent).toContain('Answer as a table.')
  expect(dialog.queryByText(/^Fill in/)).toBeNull()
  await waitFor(() => expect(run.disabled).toBe(false))
  await user.click(run)
  expect(await dialog.findByRole('alert')).toBeTruthy()
  expect(dialog.getByLabelText('Name')).toHaveProperty('value', 'Ms Berg')
  const text = 'Write to Ms Berg about dates.\n\nAnswer as a table.'
  expect(begin.mock.lastCall?.[0]).toMatchObject({ question: { text, promptId: 4 } })
})
