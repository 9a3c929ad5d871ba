// A message that fails in the moment in which its tab is left or opened, before later effects have run.
import type { Tab } from '@polylogue/contract'
import { contract } from '@polylogue/contract/browser'
import { screen, waitFor } from '@testing-library/dom'
import { useLayoutEffect, useRef, useState } from 'react'
import { expect, test } from 'vitest'
import { ApiProblem } from '#lib/api.ts'
import { readDraft } from '#lib/drafts.ts'
import { tabDraftKey } from '#features/drafts/index.ts'
import { useUserId } from '#features/session/index.ts'
import { openPage } from '#test/page.tsx'
import { serverOf } from '#test/server.ts'
import { USER_ID } from '#test/user.ts'
import { useFiles } from '../files/index.ts'
import { useOutgoing, type Outgoing } from './use-outgoing.ts'
import { useWords, type ComposerText } from './use-words.ts'

const FIRST = 11
const SECOND = 12
const BACK = /The message is in its field again/

const refused = () => new ApiProblem(400, 'METHOD_NOT_ALLOWED', 'Refused.')

type Fail = () => Promise<void>

function Field({ id, onTaken }: { id: number; onTaken: (fail: Fail) => void }) {
  const tab = { id, name: `Tab ${id}`, defaultModelId: 1 } as Tab
  const words = useWords(tabDraftKey(useUserId(), id))
  const files = useFiles(tab)
  const outgoing = useOutgoing(tab, words, files, () => Promise.resolve())
  const send = () => {
    const sent: Outgoing | undefined = outgoing.take()
    if (sent) onTaken(() => outgoing.failed(sent, refused()))
  }
  return (
    <>
      <Area id={id} words={words} />
      <button type="button" onClick={send}>
        Send
      </button>
    </>
  )
}

function Area({ id, words }: { id: number; words: ComposerText }) {
  const { attach, typed, empty } = words
  return (
    <>
      <textarea ref={attach} aria-label={`Message ${id}`} onChange={typed} />
      {empty && <p>Empty</p>}
    </>
  )
}

/** Two tabs; the message of the first fails as soon as `failsAt` is shown again or for the first time. */
function Tabs({ failsAt }: { failsAt: number }) {
  const [shown, show] = useState(FIRST)
  const fail = useRef<Fail>(undefined)
  useLayoutEffect(() => {
    if (shown !== failsAt || !fail.current) return
    void fail.current()
    fail.current = undefined
  }, [shown, failsAt])
  return (
    <>
      <Field key={shown} id={shown} onTaken={(taken) => (fail.current = taken)} />
      <button type="button" onClick={() => show(shown === FIRST ? SECOND : FIRST)}>
        Other tab
      </button>
    </>
  )
}

const draft = () => readDraft(tabDraftKey(USER_ID, FIRST))
const field = (id: number) => screen.findByLabelText<HTMLTextAreaElement>(`Message ${id}`)

async function sendIn(failsAt: number) {
  const server = serverOf().answer(contract.models.list, { Models: [] })
  const { user } = await openPage(<Tabs failsAt={failsAt} />, { server })
  await user.type(await field(FIRST), 'why')
  await user.click(screen.getByRole('button', { name: 'Send' }))
  expect((await field(FIRST)).value).toBe('')
  const change = () => user.click(screen.getByRole('button', { name: 'Other tab' }))
  return { user, change }
}

test('a message that fails while its tab is being left is stored, and a notice says so', async () => {
  const { change } = await sendIn(SECOND)
  await change()
  expect(await screen.findByText(BACK)).toBeTruthy()
  expect(draft()).toBe('why')
})

test('what was typed just before the tab was left does not overwrite the message that comes back', async () => {
  const { user, change } = await sendIn(SECOND)
  await user.type(await field(FIRST), 'more')
  await change()
  await screen.findByText(BACK)
  expect(draft().split(/\s+/)).toEqual(['why', 'more'])
})

test('a message that fails while its tab is being opened is in the field that is shown', async () => {
  const { change } = await sendIn(FIRST)
  await change()
  await field(SECOND)
  expect(screen.getByText('Empty')).toBeTruthy()
  await change()
  const shown = await field(FIRST)
  await waitFor(() => expect(shown.value).toBe('why'))
  await waitFor(() => expect(screen.queryByText('Empty')).toBeNull())
  expect(screen.queryByText(BACK)).toBeNull()
})
