import type { Message, Project, Tab } from '@polylogue/contract'
import { contract } from '@polylogue/contract/browser'
import { screen, waitFor, within } from '@testing-library/dom'
import { useState } from 'react'
import { expect, onTestFinished, test, vi } from 'vitest'
import type { PaperKind, PaperOrder } from '#features/paper/index.ts'
import { openDialog, openPage } from '#test/page.tsx'
import { serverOf, type Server } from '#test/server.ts'
import { DownloadDialog } from './saving-dialog.tsx'

const PROJECT = { id: 5, name: 'Tender' } as Project
const tab = (id: number, name: string) => ({ id, projectId: 5, name }) as Tab
const TABS = [tab(1, 'Bids'), tab(2, 'Law')]
const message = (id: number) =>
  ({
    id,
    turnId: id,
    queryText: `Question ${id}`,
    responseText: `Answer ${id}`,
    state: 2,
    options: {},
    attachments: [],
    sources: [],
    modelName: 'Llama',
    modelTagName: '',
    created: '2026-01-05T08:00:00.000Z',
  }) as unknown as Message

type Ordered = PaperOrder & { kind: PaperKind }

/** Stands for the browser's workers: the test answers what the page orders. */
class FakeWorker extends EventTarget {
  static readonly all: FakeWorker[] = []
  ordered: Ordered | undefined
  ended = false

  constructor() {
    super()
    FakeWorker.all.push(this)
  }

  postMessage(ordered: Ordered): void {
    this.ordered = ordered
  }

  terminate(): void {
    this.ended = true
  }

  send(data: object): void {
    this.dispatchEvent(new MessageEvent('message', { data }))
  }
}

async function open(tabs: readonly Tab[] = TABS, only?: Message) {
  FakeWorker.all.length = 0
  vi.stubGlobal('Worker', FakeWorker)
  const saved: string[] = []
  const click = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (
    this: HTMLAnchorElement,
  ) {
    saved.push(this.download)
  })
  onTestFinished(() => click.mockRestore())
  const server = serverOf()
    .refuse(contract.queries.attachment, { status: 404, errorCode: 'NOT_FOUND' })
    .answer(contract.tabs.list, { Projecttabs: [...tabs] })
    .answer(contract.queries.list, ({ path }) => ({ Queries: [message(Number(/\d+/.exec(path)?.[0]))] }))
  const onClose = vi.fn()
  const [first] = tabs
  /** A closed dialog is opened again. */
  function Again() {
    const [count, setCount] = useState(0)
    return (
      <DownloadDialog
        key={count}
        opened
        project={PROJECT}
        tab={first ?? tab(1, 'Bids')}
        message={only}
        shownIds={() => []}
        onClose={() => {
          onClose()
          setCount(count + 1)
        }}
      />
    )
  }
  const page = await openPage(<Again />, { server })
  const dialog = within(await openDialog())
  return { ...page, dialog, onClose, saved }
}

const ordered = () => waitFor(() => FakeWorker.all[0] ?? Promise.reject(new Error('nothing is ordered yet')))
/** Returns which messages and attachments were read. */
const loaded = (server: Server) =>
  server.requests.map(({ path }) => path).filter((path) => path.includes('queries'))
const ALL = 'All tabs'

test('EXPORT-1: all tabs are downloaded as Word by keyboard, with progress', async () => {
  const { user, dialog, onClose, saved } = await open()
  const word = await dialog.findByRole('radio', { name: /^Word/ })
  expect((word as HTMLInputElement).checked).toBe(true)
  expect(dialog.getByRole('radio', { name: /^PNG/ })).toBeTruthy()
  await user.click(await dialog.findByRole('radio', { name: ALL }))
  expect(dialog.queryByRole('radio', { name: /^PNG/ })).toBeNull()
  dialog.getByRole('checkbox', { name: 'Prompt options' }).focus()
  await user.keyboard(' ')
  dialog.getByRole('button', { name: 'Download' }).focus()
  await user.keyboard('{Enter}')
  const worker = await ordered()
  expect(worker.ordered).toMatchObject({
    kind: 'docx',
    details: { model: true, date: true, options: true },
    paper: {
      title: 'Tender',
      chats: [
        { name: 'Bids', messages: [{ answer: 'Answer 1', model: 'Llama' }] },
        { name: 'Law', messages: [{ answer: 'Answer 2' }] },
      ],
    },
  })
  worker.send({ done: 1, all: 2 })
  expect(await dialog.findByText('1 of 2 messages written')).toBeTruthy()
  worker.send({ file: new Blob(['x']) })
  await waitFor(() => expect(onClose).toHaveBeenCalledTimes(1))
  expect(saved).toEqual([expect.stringMatching(/^Tender \d{4}-\d\d-\d\d\.docx$/)])
  expect(worker.ended).toBe(true)
})

test('EXPORT-6: cancelling ends the work at once', async () => {
  const { user, dialog, onClose, saved } = await open()
  await user.click(await dialog.findByRole('button', { name: 'Download' }))
  const worker = await ordered()
  await user.click(dialog.getByRole('button', { name: 'Cancel' }))
  expect(worker.ended).toBe(true)
  expect(onClose).toHaveBeenCalledTimes(1)
  expect(saved).toEqual([])
})

test('a document that cannot be written says so, and the choices stay', async () => {
  const { user, dialog } = await open()
  await user.click(await dialog.findByRole('radio', { name: /^Markdown/ }))
  await user.click(dialog.getByRole('button', { name: 'Download' }))
  const worker = await ordered()
  expect(worker.ordered?.kind).toBe('md')
  worker.send({ error: 'out of memory' })
  expect(await dialog.findByText(/^Could not create the file/)).toBeTruthy()
  expect((dialog.getByRole('radio', { name: /^Markdown/ }) as HTMLInputElement).checked).toBe(true)
  // The next dialog begins with the same format.
  expect(localStorage.getItem('polylogue.exportFormat')).toBe('md')
})

test('an answer is downloaded alone, without loading the others', async () => {
  const { user, dialog, server } = await open(TABS, message(7))
  expect(await screen.findByRole('heading', { name: 'Download this answer' })).toBeTruthy()
  expect(dialog.queryByRole('radio', { name: ALL })).toBeNull()
  await user.click(dialog.getByRole('button', { name: 'Download' }))
  const worker = await ordered()
  expect(worker.ordered?.paper.chats).toMatchObject([{ messages: [{ answer: 'Answer 7' }] }])
  expect(loaded(server)).toEqual([])
})

test('EXPORT-8: only pictures of a question are loaded; one that is gone is named only', async () => {
  const attachments = [
    { name: 'a.png', mime_type: 'image/png' },
    { name: 'b.pdf', mime_type: 'application/pdf' },
  ]
  const { user, dialog, server } = await open(TABS, { ...message(7), attachments } as unknown as Message)
  await user.click(await dialog.findByRole('button', { name: 'Download' }))
  const worker = await ordered()
  expect(loaded(server)).toEqual([expect.stringContaining('queries/7/attachments/0')])
  expect(worker.ordered?.paper.chats[0]?.messages[0]?.files).toEqual([
    { name: 'a.png', picture: undefined },
    { name: 'b.pdf', picture: undefined },
  ])
})

test('pictures are not loaded when they are unwanted, now and the next time', async () => {
  const attachments = [{ name: 'a.png', mime_type: 'image/png' }]
  const { user, dialog, server } = await open(TABS, { ...message(7), attachments } as unknown as Message)
  await user.click(await dialog.findByRole('checkbox', { name: 'Attached pictures' }))
  await user.click(dialog.getByRole('button', { name: 'Download' }))
  await ordered()
  expect(server.requests.filter(({ path }) => path.includes('attachments'))).toEqual([])
  expect(localStorage.getItem('polylogue.exportDetails')).toBe('model date noPictures')
})

test('a page may leave its pictures out, and a table has none', async () => {
  const attachments = [{ name: 'a.png', mime_type: 'image/png' }]
  const { user, dialog, server, saved } = await open(TABS, {
    ...message(7),
    attachments,
  } as unknown as Message)
  await user.click(await dialog.findByRole('radio', { name: /^CSV/ }))
  expect(dialog.queryByRole('checkbox')).toBeNull()
  await user.click(dialog.getByRole('radio', { name: /^HTML/ }))
  expect(dialog.getAllByRole('checkbox').length).toBe(1)
  await user.click(dialog.getByRole('checkbox', { name: 'Attached pictures' }))
  await user.click(dialog.getByRole('button', { name: 'Download' }))
  await waitFor(() => expect(saved).toEqual([expect.stringMatching(/\.html$/)]))
  expect(server.requests.filter(({ path }) => path.includes('attachments'))).toEqual([])
})

test('EXPORT-4: the next dialog begins with the format and the choices of the last download', async () => {
  const attachments = [{ name: 'a.png', mime_type: 'image/png' }]
  const { user, dialog, onClose } = await open(TABS, { ...message(7), attachments } as unknown as Message)
  await user.click(await dialog.findByRole('radio', { name: /^Markdown/ }))
  await user.click(dialog.getByRole('checkbox', { name: 'Attached pictures' }))
  await user.click(dialog.getByRole('button', { name: 'Download' }))
  const worker = await ordered()
  worker.send({ file: new Blob(['x']) })
  await waitFor(() => expect(onClose).toHaveBeenCalledOnce())
  const again = within(await openDialog())
  const isChecked = (role: string, name: string | RegExp) =>
    again.findByRole<HTMLInputElement>(role, { name }).then(({ checked }) => checked)
  expect(await isChecked('radio', /^Markdown/)).toBe(true)
  expect(await isChecked('checkbox', 'Attached pictures')).toBe(false)
})
