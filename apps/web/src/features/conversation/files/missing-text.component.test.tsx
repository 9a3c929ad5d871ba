// A scan among the files of a draft: it is read at once, which can be stopped, and a question can wait for its text.
import type { Tab } from '@polylogue/contract'
import { contract } from '@polylogue/contract/browser'
import { screen, waitFor } from '@testing-library/dom'
import { useQueryClient } from '@tanstack/react-query'
import { expect, test, vi } from 'vitest'
import { openPage } from '#test/page.tsx'
import { serverOf } from '#test/server.ts'
import { ChosenFiles } from './chosen-files.tsx'
import { mustWait, recognizedIn } from './file-texts.ts'
import { MissingText } from './missing-text.tsx'
import { useFiles } from './use-files.ts'

const TAB = { id: 11, defaultModelId: 1 } as Tab
const ARCHIVE = new File(['%PDF-1.4'], 'archive.pdf', { type: 'application/pdf' })

/** A message with files: sends at once, or waits for their text, as the composer does. */
function Draft({ onSent }: { onSent: (text: string | undefined) => void }) {
  const cache = useQueryClient()
  const files = useFiles(TAB)
  const [first] = files.chosen
  const sent = () => onSent(first && recognizedIn(cache, first)?.text)
  return (
    <>
      <button type="button" onClick={() => files.add([ARCHIVE])}>
        Attach
      </button>
      <button type="button" onClick={() => (mustWait(cache, files) ? files.wait(true) : sent())}>
        Send
      </button>
      <ChosenFiles files={files} />
      <MissingText files={files} onSend={sent} />
    </>
  )
}

/** Attaches a scan; `say` is what the reading server says next. */
async function attach() {
  const server = serverOf()
    .answer(contract.models.list, { Models: [] })
    .answer(contract.answers.readFile, { file: { hasText: false, pagesWithoutText: [1], hasScans: true } })
  const { fetch } = server
  const readings: { say: (event: string, data: object) => void; signal: AbortSignal | null | undefined }[] =
    []
  const withStream: typeof fetch = (input, init) => {
    if (!JSON.stringify(input).includes('prompts/files/text')) return fetch(input, init)
    const body = new ReadableStream<Uint8Array>({
      start(control) {
        const say = (event: string, data: object) =>
          control.enqueue(
            new TextEncoder().encode(`id: 1\nevent: ${event}\ndata: ${JSON.stringify(data)}\n\n`),
          )
        init?.signal?.addEventListener('abort', () => control.error(init.signal?.reason))
        readings.push({ say, signal: init?.signal })
      },
    })
    return Promise.resolve(new Response(body, { headers: { 'content-type': 'text/event-stream' } }))
  }
  Object.assign(server, { fetch: withStream })
  const onSent = vi.fn<(text: string | undefined) => void>()
  const { user } = await openPage(<Draft onSent={onSent} />, { server })
  const press = async (name: string) => user.click(await screen.findByRole('button', { name }))
  const isWaiting = () => screen.queryByText('The message is sent when the text has been read.') !== null
  /** Resolves with the reading of this number once it has said how far it is. */
  const reading = async (number: number) => {
    await waitFor(() => expect(readings).toHaveLength(number))
    const last = readings[number - 1]
    last?.say('progress', { done: 1, of: 100 })
    await screen.findByText('Reading page 2 of 100 …')
    return last
  }
  await press('Attach')
  return { onSent, press, isWaiting, reading, first: await reading(1) }
}

const GETS_NOTHING = 'No text found, probably a scan. The model gets nothing of it.'

test('a question waits for the text of a scan, and is sent with it', async () => {
  const { onSent, press, isWaiting, first } = await attach()
  await press('Send')
  await waitFor(() => expect(isWaiting()).toBe(true))
  expect(onSent).not.toHaveBeenCalled()
  const recognized = { text: 'The garage opens in March.', confidence: 91, pages: [1] }
  first?.say('text', { recognized, pagesWithoutText: [] })
  await waitFor(() => expect(onSent).toHaveBeenCalledOnce())
  expect(onSent).toHaveBeenCalledWith('The garage opens in March.')
  expect(await screen.findByText('Text read, 91 % sure')).toBeTruthy()
  expect(isWaiting()).toBe(false)
})

test('reading is stopped and started again', async () => {
  const { press, reading, first } = await attach()
  await press('Stop reading')
  expect(await screen.findByText(GETS_NOTHING)).toBeTruthy()
  expect(first?.signal?.aborted).toBe(true)
  await press('Read its text')
  await reading(2)
  expect(screen.queryByText(GETS_NOTHING)).toBeNull()
})

test('a question that waits is taken back, also by the end of the reading', async () => {
  const { onSent, press, isWaiting } = await attach()
  await press('Send')
  await press('Do not send yet')
  await waitFor(() => expect(isWaiting()).toBe(false))
  await press('Send')
  await waitFor(() => expect(isWaiting()).toBe(true))
  await press('Stop reading')
  expect(await screen.findByText(GETS_NOTHING)).toBeTruthy()
  expect(isWaiting()).toBe(false)
  expect(onSent).not.toHaveBeenCalled()
})

test('a question that waits is sent without the text', async () => {
  const { onSent, press, first } = await attach()
  await press('Send')
  await press('Send without the text')
  await waitFor(() => expect(onSent).toHaveBeenCalledOnce())
  expect(onSent).toHaveBeenCalledWith(undefined)
  expect(first?.signal?.aborted).toBe(true)
})
