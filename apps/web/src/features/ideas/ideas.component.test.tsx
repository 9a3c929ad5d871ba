// The page of prompt ideas with its dialogs, and the menu of ideas at the message field.
import type { Idea } from '@polylogue/contract'
import { contract, IDEA_CATEGORIES } from '@polylogue/contract/browser'
import { screen, waitFor, within } from '@testing-library/dom'
import { useQueryClient, type QueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { FillerContext } from '#features/conversation/index.ts'
import { useStoredSettings } from '#features/settings/index.ts'
import { isDisabled } from '#test/button.ts'
import { openDialog, openPage } from '#test/page.tsx'
import { serverOf } from '#test/server.ts'
import { IdeasButton } from './button.tsx'
import { IdeasPage } from './page.tsx'

// A menu that hides itself has nothing to focus, and the focus trap prints the whole page.
beforeEach(() => void vi.spyOn(console, 'warn').mockReturnValue())
afterEach(() => vi.restoreAllMocks())

const SOME_TIME = '2026-01-05T08:00:00.000Z'
const IdeaCategories = IDEA_CATEGORIES.map((name, at) => ({ id: at + 1, name, label: name }))

const ideaOf = (id: number, some: Partial<Idea> = {}): Idea => ({
  id,
  prompt: `Idea number ${id}`,
  categoryId: 1,
  category: 'Writing',
  modified: SOME_TIME,
  can: { edit: true, remove: true },
  ...some,
})

/** A server with these ideas, which keeps changes; `total` of them by the pager. */
function suggesting(first: readonly Idea[], total = first.length) {
  let ideas = [...first]
  const server = serverOf()
    .answer(contract.ideas.list, () => ({ Ideas: ideas, IdeaCategories }), {
      total,
      pages: Math.ceil(total / 10),
      canCreate: true,
    })
    .answer(contract.ideas.create, ({ body }) => {
      const made = ideaOf(90, body as Partial<Idea>)
      ideas = [made, ...ideas]
      return { Idea: made }
    })
    .answer(contract.ideas.update, ({ path, body }) => {
      const id = Number(path.split('/').at(-1))
      ideas = ideas.map((idea) => (idea.id === id ? { ...idea, ...(body as Partial<Idea>) } : idea))
      return { Idea: ideas.find((idea) => idea.id === id)! }
    })
    .answer(contract.ideas.remove, ({ path }) => {
      ideas = ideas.filter(({ id }) => id !== Number(path.split('/').at(-1)))
      return {}
    })
  const asked = () => server.requests.filter(({ path }) => path === 'ideas').map(({ query }) => query)
  return { server, asked, store: (changed: readonly Idea[]) => (ideas = [...changed]) }
}

let cache: QueryClient
function View() {
  const client = useQueryClient()
  useEffect(() => {
    cache = client
  }, [client])
  return <IdeasPage />
}

const open = (server: ReturnType<typeof suggesting>['server'], at = '/plugins/prompt-ideas') =>
  openPage(<View />, { server, at })

const ten = Array.from({ length: 10 }, (_, at) => ideaOf(at + 1))
const cards = () => within(screen.getByRole('list', { name: 'Prompt ideas' })).getAllByRole('listitem')
const prompt = async () => within(await openDialog()).getByLabelText<HTMLTextAreaElement>('Prompt')
const PAGER = 'Pages of ideas'

test('the pager and the filter by category are in the address, and another category begins at its first page', async () => {
  const { server, asked } = suggesting(ten, 60)
  const { user, address } = await open(server)
  const pager = within(await screen.findByRole('navigation', { name: PAGER }))
  expect(pager.getByRole('status').textContent).toBe('1–10 of 60')
  expect(cards()).toHaveLength(10)
  expect(within(cards()[0]!).getByText('Writing')).toBeTruthy()
  await user.click(pager.getByRole('button', { name: 'Next page' }))
  await waitFor(() => expect(asked().at(-1)?.get('page')).toBe('2'))
  expect(address()).toBe('/plugins/prompt-ideas?page=2')
  expect(pager.getByRole('status').textContent).toBe('11–20 of 60')
  await user.selectOptions(screen.getByLabelText('Category'), 'Meetings')
  await waitFor(() => expect(asked().at(-1)?.get('category')).toBe('3'))
  expect(asked().at(-1)?.get('page')).toBe('1')
  expect(address()).toBe('/plugins/prompt-ideas?category=3')
  await user.selectOptions(screen.getByLabelText('Category'), 'All categories')
  await waitFor(() => expect(address()).toBe('/plugins/prompt-ideas'))
})

test('the address opens a further page of a category', async () => {
  const { server, asked } = suggesting(ten, 60)
  await open(server, '/plugins/prompt-ideas?page=2&category=3')
  const pager = await screen.findByRole('navigation', { name: PAGER })
  expect(within(pager).getByRole('status').textContent).toBe('11–20 of 60')
  expect([asked()[0]?.get('page'), asked()[0]?.get('category')]).toEqual(['2', '3'])
})

test('ideas that fit a page have no pager', async () => {
  await open(suggesting(ten.slice(4)).server)
  await screen.findByText('Idea number 5')
  expect(screen.queryByRole('navigation', { name: PAGER })).toBeNull()
})

test('each idea offers what the person may do with it', async () => {
  const can = { edit: false, remove: false }
  await open(suggesting([ideaOf(1), ideaOf(2, { can })]).server)
  await screen.findByText('Idea number 1')
  const names = cards().map((card) => within(card).getAllByRole('button').length)
  expect(names).toEqual([3, 1])
})

test('a new idea needs a prompt and a category; a failed save keeps it, and the saved idea is listed', async () => {
  const { server } = suggesting(ten)
  const { user, address } = await open(server, '/plugins/prompt-ideas?page=1')
  await user.click(await screen.findByRole('button', { name: 'New idea' }))
  const dialog = within(await openDialog())
  expect((await prompt()).getAttribute('rows')).toBe('3')
  expect(dialog.getByText('Enter a prompt.')).toBeTruthy()
  expect(isDisabled('Add idea')).toBe(true)
  await user.click(await prompt())
  await user.paste('\n\nExplain {{topic}}.\n')
  expect(dialog.getByText('Choose a category.', { selector: ':not(option)' })).toBeTruthy()
  expect(isDisabled('Add idea')).toBe(true)
  await user.selectOptions(dialog.getByLabelText('Category'), 'Learning')
  server.refuse(contract.ideas.create, { status: 409, errorCode: 'TOO_MANY_IDEAS' }, () => true)
  await user.click(dialog.getByRole('button', { name: 'Add idea' }))
  expect(await dialog.findByText(/^Could not save the idea/)).toBeTruthy()
  expect((await prompt()).value).toBe('\n\nExplain {{topic}}.\n')
  server.answer(contract.ideas.create, { Idea: ideaOf(90) })
  await user.click(dialog.getByRole('button', { name: 'Add idea' }))
  expect(await screen.findByText('Idea added.')).toBeTruthy()
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(server.sentTo(contract.ideas.create).at(-1)).toEqual({ prompt: 'Explain {{topic}}.', categoryId: 6 })
  expect(address()).toBe('/plugins/prompt-ideas')
})

test('a concurrent change of an idea is shown and can be overwritten', async () => {
  const { server, store } = suggesting([ideaOf(1)])
  const { user } = await open(server)
  await user.click(await screen.findByRole('button', { name: /^Edit/ }))
  await user.clear(await prompt())
  await user.type(await prompt(), 'Two pictures')
  const later = '2026-01-06T08:00:00.000Z'
  server.refuse(contract.ideas.update, { status: 409, errorCode: 'CONFLICT' }, ({ body }) => {
    store([ideaOf(1, { prompt: 'Explain it.', modified: later })])
    return (body as { ifModified: string }).ifModified !== later
  })
  await user.click(screen.getByRole('button', { name: 'Save changes' }))
  expect(await within(await openDialog()).findByText('Explain it.')).toBeTruthy()
  await user.click(screen.getByRole('button', { name: 'Save my version' }))
  expect(await screen.findByText('Idea saved.')).toBeTruthy()
  expect(server.sentTo(contract.ideas.update)).toEqual([
    { prompt: 'Two pictures', language: 'en', ifModified: SOME_TIME },
    { prompt: 'Two pictures', language: 'en', ifModified: later },
  ])
})

test('only what changed is sent: a built-in idea stays translated when only its category changes', async () => {
  const { server } = suggesting([ideaOf(1)])
  const { user } = await open(server)
  await user.click(await screen.findByRole('button', { name: /^Edit/ }))
  await user.selectOptions(within(await openDialog()).getByLabelText('Category'), 'E-mail')
  await user.click(screen.getByRole('button', { name: 'Save changes' }))
  expect(await screen.findByText('Idea saved.')).toBeTruthy()
  expect(server.sentTo(contract.ideas.update)).toEqual([
    { categoryId: 2, language: 'en', ifModified: SOME_TIME },
  ])
})

test('an open dialog stays when new ideas move its idea to the next page', async () => {
  const { server, store } = suggesting([ideaOf(1)])
  const { user } = await open(server)
  await user.click(await screen.findByRole('button', { name: /^Edit/ }))
  await user.type(await prompt(), ' with a song')
  store([ideaOf(2)])
  await cache.invalidateQueries()
  expect(await screen.findByText('Idea number 2')).toBeTruthy()
  expect((await prompt()).value).toBe('Idea number 1 with a song')
})

test('deleting an idea asks for confirmation', async () => {
  const { server } = suggesting([ideaOf(1), ideaOf(2)])
  const { user } = await open(server)
  const ask = async () => {
    await user.click(await screen.findByRole('button', { name: 'Delete “Idea number 1”' }))
    return within(await openDialog())
  }
  const first = await ask()
  expect(first.getByText(/Delete “Idea number 1” for everybody\?/)).toBeTruthy()
  await user.click(first.getByRole('button', { name: 'Cancel' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(server.sentTo(contract.ideas.remove)).toHaveLength(0)
  await user.click((await ask()).getByRole('button', { name: 'Delete idea' }))
  expect(await screen.findByText('Idea deleted.')).toBeTruthy()
  await waitFor(() => expect(screen.queryByText('Idea number 1')).toBeNull())
})

/** Loads the settings, as the shell does. */
function Button() {
  useStoredSettings()
  return <IdeasButton />
}

/** Opens the menu at the message field. */
async function openMenu(server: ReturnType<typeof suggesting>['server']) {
  const fill = vi.fn<(text: string) => void>()
  const filler = { fill } as never
  const { user, address } = await openPage(
    <FillerContext value={filler}>
      <Button />
    </FillerContext>,
    { server },
  )
  await user.click(await screen.findByRole('button', { name: 'Prompt ideas' }))
  // Without a layout the menu hides itself: its button seems out of sight.
  const entry = (name: string | RegExp) => screen.findByRole('menuitem', { name, hidden: true })
  const entries = () => screen.getAllByRole('menuitem', { hidden: true })
  return { user, address, fill, entry, entries }
}

test('the menu goes through all ideas of one order, then begins another', async () => {
  const { server, asked } = suggesting(ten.slice(0, 4), 12)
  server.answer(contract.ideas.list, { Ideas: ten.slice(0, 4), IdeaCategories }, { total: 12, pages: 3 })
  const { user, entry, entries } = await openMenu(server)
  await entry('Idea number 4')
  expect(entries()).toHaveLength(6)
  for (const count of [2, 3, 4]) {
    await user.click(await entry('More ideas'))
    await waitFor(() => expect(asked()).toHaveLength(count))
  }
  expect(asked().map((query) => query.get('page'))).toEqual(['1', '2', '3', '1'])
  const seeds = asked().map((query) => query.get('seed'))
  expect(new Set(seeds.slice(0, 3)).size).toBe(1)
  expect(seeds[3]).not.toBe(seeds[0])
})

test('an idea without placeholders goes to the message field at once', async () => {
  const { user, entry, fill } = await openMenu(suggesting(ten.slice(0, 4)).server)
  await user.click(await entry('Idea number 2'))
  expect(fill).toHaveBeenCalledExactlyOnceWith('Idea number 2')
})

test('the menu says that the ideas cannot be loaded, and can try again', async () => {
  const { server } = suggesting(ten.slice(0, 4))
  const failing = server.refuse(contract.ideas.list, { status: 403, errorCode: 'PERMISSION_DENIED' })
  const { user, entry } = await openMenu(failing)
  const again = await entry('Try again')
  server.answer(contract.ideas.list, { Ideas: ten.slice(0, 4), IdeaCategories }, { total: 4, pages: 1 })
  await user.click(again)
  expect(await entry('Idea number 4')).toBeTruthy()
})
