import type { SharedMessage, SharedPage as Shared } from '@polylogue/contract'
import { contract } from '@polylogue/contract/browser'
import { fireEvent, screen, waitFor } from '@testing-library/dom'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createApi } from '#lib/api.ts'
import { createSessionStore } from '#lib/session.ts'
import { openPage } from '#test/page.tsx'
import { serverOf, type Server } from '#test/server.ts'
import { Reader } from './reading.ts'
import { SharedPage } from './shared-page.tsx'

const MOMENT = '2026-11-24T09:00:00.000Z'

const shared = (some: Partial<Shared> = {}): { share: Shared } => ({
  share: {
    title: 'Tender',
    isProject: false,
    chats: [
      {
        index: 0,
        name: 'Tender',
        modelName: 'mistral',
        modelTagName: 'small',
        messageCount: 1,
        firstMessage: MOMENT,
        lastMessage: MOMENT,
      },
    ],
    goesOn: false,
    sharedAt: MOMENT,
    expires: null,
    sharedBy: null,
    omitted: 0,
    projectId: null,
    canCopy: true,
    ...some,
  },
})

const message = (position: number, question: string): SharedMessage => ({
  position,
  question,
  answer: 'Brückner is cheaper.',
  reasoning: null,
  state: 2,
  created: MOMENT,
  modelName: 'mistral',
  modelTagName: 'small',
  askedBy: null,
  sources: [],
  files: [],
})

const MISSING = { status: 404, errorCode: 'NOT_FOUND' }

// The page looks again only where somebody sees it.
beforeEach(() => void vi.spyOn(document, 'visibilityState', 'get').mockReturnValue('visible'))
afterEach(() => vi.restoreAllMocks())

/** A server that shows these messages. */
const showing = (...questions: string[]): Server =>
  serverOf()
    .answer(contract.shares.open, shared())
    .answer(
      contract.shares.messages,
      { messages: questions.map((text, at) => message(at, text)) },
      { before: null },
    )

function open(server: Server) {
  const store = createSessionStore(localStorage, window)
  const reader = new Reader({ api: createApi({ store }), hash: 'abc', retry: () => false })
  const acts = { onSignIn: vi.fn(), onLeave: vi.fn() }
  const opening = openPage(<SharedPage reader={reader} {...acts} />, { server, visitor: true })
  return { reader, acts, opening }
}

async function opened(server: Server) {
  const { opening, ...rest } = open(server)
  const page = await opening
  void rest.reader.open()
  return { ...page, ...rest }
}

/** Repeats the event, because the page may listen a moment after it shows its text. */
const comesAfter = (event: () => unknown, text: string) =>
  waitFor(() => {
    event()
    expect(screen.getByText(text)).toBeTruthy()
  })

const PRINT = 'Print'

test('while it loads, the page says so', async () => {
  let release: (data: { share: Shared }) => void = () => undefined
  const held = new Promise<{ share: Shared }>((resolve) => (release = resolve))
  await opened(showing('Who is cheaper?').answer(contract.shares.open, () => held))
  expect(await screen.findByText('Loading the shared chat')).toBeTruthy()
  expect(screen.queryByRole('button', { name: PRINT })).toBeNull()
  release(shared())
  expect(await screen.findByRole('heading', { level: 1, name: 'Tender' })).toBeTruthy()
  expect(screen.queryByText('Loading the shared chat')).toBeNull()
  expect(screen.getByRole('button', { name: PRINT })).toBeTruthy()
})

test('an address without a chat says that there is none, and shows nothing else', async () => {
  const server = showing('Who is cheaper?')
    .refuse(contract.shares.open, MISSING)
    .refuse(contract.shares.messages, MISSING)
  await opened(server)
  expect(await screen.findByText('Chat not found')).toBeTruthy()
  expect(screen.getByText('Ask the person who sent you the link for a new one.')).toBeTruthy()
  expect(screen.queryByRole('button', { name: PRINT })).toBeNull()
})

// An expired link and one that was ended get the same reply.
test.each(['focus', 'visibilitychange'])(
  'a link that ended while open is gone at %s, with its text',
  async (event) => {
    const server = showing('Who is cheaper?')
    await opened(server)
    expect(await screen.findByText('Brückner is cheaper.')).toBeTruthy()
    server.refuse(contract.shares.open, MISSING).refuse(contract.shares.messages, MISSING)
    await comesAfter(
      () => fireEvent(event === 'focus' ? window : document, new Event(event)),
      'This link has ended',
    )
    expect(screen.queryByText('Brückner is cheaper.')).toBeNull()
    expect(document.title).not.toContain('Tender')
  },
)

test('a link for signed-in people leads to the sign-in', async () => {
  const server = showing('Who is cheaper?').refuse(contract.shares.open, {
    status: 401,
    errorCode: 'SHARE_NEEDS_SIGN_IN',
  })
  const { user, acts } = await opened(server)
  await user.click(await screen.findByRole('button', { name: 'Sign in' }))
  expect(acts.onSignIn).toHaveBeenCalledOnce()
})

test('a busy server is asked again on request', async () => {
  const server = showing('Who is cheaper?').refuse(contract.shares.open, { status: 503, errorCode: 'BUSY' })
  const { user } = await opened(server)
  expect(await screen.findByText('The server is busy. Try again in a moment.')).toBeTruthy()
  server.answer(contract.shares.open, shared())
  await user.click(screen.getByRole('button', { name: 'Try again' }))
  expect(await screen.findByText('Who is cheaper?')).toBeTruthy()
})

test('when a look fails, the text stays and the page says that it may be old', async () => {
  const server = showing('Who is cheaper?')
  await opened(server)
  expect(await screen.findByText('Brückner is cheaper.')).toBeTruthy()
  server.refuse(contract.shares.open, { status: 503, errorCode: 'BUSY' })
  await comesAfter(() => fireEvent.focus(window), 'Not connected. This may be out of date.')
  expect(screen.getByText('Brückner is cheaper.')).toBeTruthy()
})

test('a copy that cannot be made says so, and can be tried again', async () => {
  const server = showing('Who is cheaper?').refuse(contract.shares.copy, { status: 503, errorCode: 'BUSY' })
  const { user, acts } = await opened(server)
  await user.click(await screen.findByRole('button', { name: 'Continue as a copy' }))
  expect(await screen.findByText('Could not make your copy. Nothing was changed. Try again.')).toBeTruthy()
  expect(acts.onLeave).not.toHaveBeenCalled()
  server.answer(contract.shares.copy, { projectId: 9 })
  await user.click(screen.getByRole('button', { name: 'Continue as a copy' }))
  await waitFor(() => expect(acts.onLeave).toHaveBeenCalledWith('/projects/9'))
})

test('what is left out is counted, and a chat without messages says so', async () => {
  await opened(showing().answer(contract.shares.open, shared({ omitted: 2 })))
  expect(
    await screen.findByText('2 messages are left out because they use confidential documents.'),
  ).toBeTruthy()
  expect(screen.getByText('There are no messages to show.')).toBeTruthy()
})
