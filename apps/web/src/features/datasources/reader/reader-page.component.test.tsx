import type { ChunkPreview, Datasource, MediaItem } from '@polylogue/contract'
import { contract } from '@polylogue/contract/browser'
import { fireEvent, screen, waitFor, within } from '@testing-library/dom'
import { expect, test, vi } from 'vitest'
import { datasourceOf, mediaOf } from '#test/datasources.ts'
import { openDialog, openPage } from '#test/page.tsx'
import { serverOf } from '#test/server.ts'
import { readerPage } from './reader-page.tsx'

const TEXT = 'The deadline is in March. Late bids are excluded. Lots have prices.'
const at = (from: number, to: number, page: number | null = null) => ({
  from,
  to,
  page,
  heading: '',
  head: '',
  tokens: 8,
})
const CHUNKS = [at(0, 26, 1), at(26, 50, 2)].map((chunk, index) => ({
  ...chunk,
  chunkId: index + 1,
  isOff: false,
  note: '',
}))
const preview = (some: Partial<ChunkPreview> = {}): ChunkPreview => ({
  characters: TEXT.length,
  chunks: [at(0, 26), at(26, 50), at(50, TEXT.length)].map((chunk, index) => ({
    ...chunk,
    isStored: index === 0,
  })),
  tokens: { least: 5, median: 8, most: 9 },
  stored: 2,
  changed: 1,
  documents: 4,
  ...some,
})
const IN_USE = preview({ chunks: preview().chunks.slice(0, 2), changed: 0, documents: 0 })

interface Opening {
  media?: Partial<MediaItem>
  datasource?: Partial<Datasource>
  original?: string
  search?: string
}

async function open({ media = {}, datasource = {}, original = TEXT, search = '' }: Opening = {}) {
  const item = mediaOf(1, 'manual.md', { characters: TEXT.length, chunks: 2, ...media })
  const state = { datasource: datasourceOf({ media: [item], mediaCount: 4, ...datasource }) }
  const document = { media_id: 1, datasourceId: 9, name: item.name, text: TEXT, chunks: CHUNKS }
  const server = serverOf()
    .answer(contract.datasources.get, () => ({ datasource: state.datasource }))
    .answer(contract.media.text, { document })
    .answer(contract.media.cut, ({ body }) => ({
      preview: (body as { chunkSize: number }).chunkSize === state.datasource.chunkSize ? IN_USE : preview(),
    }))
  const { fetch } = server
  const withOriginal: typeof fetch = (input, init) =>
    /media\/1\/binary/.test(input instanceof Request ? input.url : String(input))
      ? Promise.resolve(new Response(original))
      : fetch(input, init)
  Object.assign(server, { fetch: withOriginal })
  const page = await openPage(<readerPage.View />, {
    server,
    at: `/datasources/9/media/1${search}`,
    path: '/datasources/:id/media/:mediaId',
  })
  const text = within(await screen.findByRole('group', { name: 'Text of the document', hidden: true }))
  return { ...page, server, state, text }
}

/** Opens the panel, too. */
async function openCutting(opening?: Opening) {
  const page = await open(opening)
  await page.user.click(screen.getByRole('button', { name: 'Change passages' }))
  const panel = within(await screen.findByRole('region', { name: 'Change passages' }))
  const status = await panel.findByRole('status')
  const slider = (name: string) => panel.getByRole<HTMLInputElement>('slider', { name })
  const slide = (name: string, value: number) => fireEvent.input(slider(name), { target: { value } })
  const isGrey = (name: string) => panel.getByRole<HTMLButtonElement>('button', { name }).disabled
  await waitFor(() => expect(status.textContent).toContain('These are the passages in use.'))
  return { ...page, panel, status, slider, slide, isGrey }
}

const USE = 'Use for this data source'
const NEW = 'New'
const ACTIONS = 'Actions for Passage 1'

test('sliders split the open document and say what would change; nothing is stored', async () => {
  const { server, status, slide, isGrey, text } = await openCutting()
  expect(status.textContent).toContain('2 passages.')
  expect(text.getByRole('button', { name: ACTIONS })).toBeTruthy()
  expect(isGrey(USE)).toBe(true)
  slide('Passage length', 64)
  await waitFor(() => expect(status.textContent).toContain('1 of 2 passages of this document'))
  expect(server.sentTo(contract.media.cut).at(-1)).toEqual({
    chunkSize: 64,
    chunkOverlap: 32,
    useContextual: true,
  })
  expect(status.textContent).toContain('3 passages.')
  expect(status.textContent).toContain('Shortest 5, median 8, longest 9 tokens.')
  expect(status.textContent).toContain('4 documents of this data source would be indexed again.')
  expect(text.getAllByText(NEW)).toHaveLength(2)
  expect(isGrey(USE)).toBe(false)
  expect(server.sentTo(contract.datasources.update)).toEqual([])
})

test('a newer request aborts the older one', async () => {
  const { server, status, slide } = await openCutting()
  const aborted = vi.fn<() => void>()
  const { fetch } = server
  let held = 0
  vi.stubGlobal('fetch', ((input, init) => {
    if (!JSON.stringify(input).includes('/chunks') || held++ > 0) return fetch(input, init)
    return new Promise((_, reject) => {
      init?.signal?.addEventListener('abort', () => {
        aborted()
        reject(init.signal?.reason as Error)
      })
    })
  }) satisfies typeof fetch)
  slide('Passage length', 65)
  await waitFor(() => expect(held).toBe(1))
  expect(status.getAttribute('aria-busy')).toBe('true')
  slide('Passage length', 66)
  await waitFor(() => expect(aborted).toHaveBeenCalledOnce())
  await waitFor(() => expect(status.getAttribute('aria-busy')).toBeNull())
  expect(server.sentTo(contract.media.cut).at(-1)).toMatchObject({ chunkSize: 66 })
})

test('an overlap that is too large is reported, and the settings are reset', async () => {
  const { user, panel, status, slider, slide, isGrey, text } = await openCutting()
  slide('Passage length', 64)
  slide('Overlap', 100)
  expect(await panel.findByText('The overlap must be smaller than the passage.')).toBeTruthy()
  expect(isGrey(USE)).toBe(true)
  await user.click(panel.getByRole('button', { name: 'Back to the passages in use' }))
  expect(slider('Passage length').value).toBe('256')
  await waitFor(() => expect(status.textContent).toContain('These are the passages in use.'))
  expect(text.queryByText(NEW)).toBeNull()
})

test('settings are used after a confirmation, which stays open when saving fails', async () => {
  const { user, server, state, panel, status, slider, slide, isGrey } = await openCutting()
  slide('Passage length', 128)
  await waitFor(() => expect(isGrey(USE)).toBe(false))
  await user.click(panel.getByRole('button', { name: USE }))
  const dialog = within(await openDialog())
  expect(dialog.getByText(/Index \d documents of “Handbook” again/)).toBeTruthy()
  server.refuse(contract.datasources.update, { status: 500, errorCode: 'UNEXPECTED' })
  await user.click(dialog.getByRole('button', { name: USE }))
  expect(await dialog.findByText(/^Cannot update Data Source/)).toBeTruthy()
  server.answer(contract.datasources.update, () => {
    state.datasource = datasourceOf({ ...state.datasource, chunkSize: 128 })
    return { datasource: state.datasource }
  })
  await user.click(dialog.getByRole('button', { name: USE }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(server.sentTo(contract.datasources.update).at(-1)).toMatchObject({
    chunkSize: 128,
    chunkOverlap: 32,
  })
  await waitFor(() => expect(slider('Passage length').value).toBe('128'))
  await waitFor(() => expect(status.textContent).toContain('These are the passages in use.'))
})

test('readers try settings and do not use them', async () => {
  const own = { contextId: 11, hasReadAccess: true, hasWriteAccess: false, hasAdminAccess: false }
  const { panel, text } = await openCutting({ datasource: { assocContexts: [own] } })
  expect(panel.queryByRole('button', { name: USE })).toBeNull()
  expect(text.queryByRole('button', { name: ACTIONS })).toBeNull()
})

const GUESSED: MediaItem['warnings'][number] = {
  code: 'encoding_guessed',
  pages: [],
  names: ['windows-1252'],
}

test('a text whose encoding was guessed is read in another one', async () => {
  const { user, server } = await open({
    media: {
      name: 'sizes.csv',
      mime_type: 'text/csv',
      warnings: [GUESSED],
    },
  })
  const leftOut = within(screen.getByRole('region', { name: 'Left out of this document' }))
  expect(leftOut.getByText(/Windows-1252 was taken/)).toBeTruthy()
  await user.click(leftOut.getByRole('button', { name: 'Read as …' }))
  const dialog = within(await openDialog('Read as another encoding'))
  const field = dialog.getByRole<HTMLSelectElement>('combobox', { name: 'Encoding' })
  expect(field.selectedOptions[0]?.textContent).toBe('Automatic – Windows-1252')
  await user.selectOptions(field, 'Cyrillic – KOI8-R')
  server.answer(contract.media.update, { media: mediaOf(1, 'sizes.csv') } as never)
  await user.click(dialog.getByRole('button', { name: 'Read again' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(server.sentTo(contract.media.update)).toEqual([{ encoding: 'koi8-r' }])
})

/** On a narrow page the original is shown in place of the text. */
const ORIGINAL = { search: '?show=original' }

const original = async (name: string) => {
  const region = within(await screen.findByRole('region', { name: 'Original' }))
  return { region, shown: await region.findByRole('group', { name: `Original of ${name}` }) }
}

test('the original of a text is shown', async () => {
  await open({ ...ORIGINAL, media: { name: 'seas.txt' }, original: 'Ships sail on seas.' })
  expect((await original('seas.txt')).shown.textContent).toBe('Ships sail on seas.')
})

test('the original of a Markdown document is drawn, or shown as it is written', async () => {
  const { user } = await open({
    ...ORIGINAL,
    media: { mime_type: 'text/markdown' },
    original: '# Chapter 1\n\nRules.',
  })
  const { region, shown } = await original('manual.md')
  expect(await within(shown).findByRole('heading', { name: 'Chapter 1' })).toBeTruthy()
  await user.click(region.getByText('Source text'))
  await waitFor(async () => expect((await original('manual.md')).shown.textContent).toContain('# Chapter 1'))
  expect(region.queryByRole('heading')).toBeNull()
})

test('a passage that is not the quoted one any more says so', async () => {
  await open({ search: '?from=0&to=25&sum=0000000000000000' })
  expect(await screen.findByText(/The document has changed since this passage was quoted/)).toBeTruthy()
})
