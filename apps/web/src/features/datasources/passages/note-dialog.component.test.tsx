import { contract } from '@polylogue/contract/browser'
import { screen, waitFor, within } from '@testing-library/dom'
import { useEffect, useState } from 'react'
import { expect, test, vi } from 'vitest'
import { mediaOf } from '#test/datasources.ts'
import { openDialog, openPage } from '#test/page.tsx'
import { NoteDialog } from './note-dialog.tsx'

const PASSAGE = { datasourceId: 9, mediaId: 1, chunkId: 3 }

/** Opens the note of a passage; `theirs` is a change by somebody else. */
async function open() {
  const close = vi.fn<() => void>()
  let change: (note: string) => void = () => undefined
  function View() {
    const [note, setNote] = useState('')
    useEffect(() => {
      change = setNote
    }, [])
    return <NoteDialog passage={PASSAGE} name="Passage 1" note={note} onClose={close} />
  }
  const page = await openPage(<View />)
  const dialog = within(await openDialog('Note for Passage 1'))
  const field = dialog.getByRole<HTMLInputElement>('textbox', { name: 'Note or keywords' })
  return { ...page, close, dialog, field, theirs: (note: string) => change(note) }
}

test('a note that somebody else changed fills an untouched field, and is shown before it is overwritten', async () => {
  const { user, server, close, dialog, field, theirs } = await open()
  theirs('first of theirs')
  await waitFor(() => expect(field.value).toBe('first of theirs'))
  expect(dialog.queryByRole('alert')).toBeNull()
  await user.clear(field)
  await user.type(field, 'mine')
  theirs('second of theirs')
  const alert = await dialog.findByRole('alert')
  expect(alert.textContent).toContain('second of theirs')
  expect(field.value).toBe('mine')
  server.answer(contract.media.setChunk, { chunks: [], media: mediaOf(1, 'copy.txt') } as never)
  await user.click(dialog.getByRole('button', { name: 'Save my version' }))
  await waitFor(() => expect(close).toHaveBeenCalledOnce())
  expect(server.sentTo(contract.media.setChunk)).toEqual([{ note: 'mine' }])
})

test('a failed save keeps the note', async () => {
  const { user, server, close, dialog, field } = await open()
  server.refuse(contract.media.setChunk, { status: 500, errorCode: 'UNEXPECTED' })
  await user.type(field, 'zeppelin landing')
  await user.click(dialog.getByRole('button', { name: 'Save' }))
  expect(await screen.findByText(/^Could not save the note/)).toBeTruthy()
  expect(field.value).toBe('zeppelin landing')
  expect(close).not.toHaveBeenCalled()
})
