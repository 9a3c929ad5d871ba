import { screen, waitFor } from '@testing-library/dom'
import { useEffect, useState } from 'react'
import { expect, test, vi } from 'vitest'
import { openPage } from '#test/page.tsx'
import { useLazyComponents } from './use-lazy-components.ts'
import { lazyPart } from './lazy-part.ts'

const arriving = Promise.withResolvers<object>()
const PARTS = lazyPart(() => arriving.promise)

/** A menu: it notes where the focus is when it opens, to return it there, and then takes the focus. */
function Opener({ note }: { note: (id: string | undefined) => void }) {
  const { make } = useLazyComponents(PARTS)
  const [opened, setOpened] = useState(false)
  useEffect(() => {
    if (opened) note(document.activeElement?.id)
  }, [opened, note])
  return (
    <>
      <button type="button" id="button" onClick={() => make(() => setOpened(true))}>
        Open
      </button>
      {opened && <input ref={(item) => queueMicrotask(() => item?.focus())} id="item" aria-label="Item" />}
    </>
  )
}

test('what opens after its code arrived notes the focus before it takes it', async () => {
  const note = vi.fn<(id: string | undefined) => void>()
  const { user } = await openPage(<Opener note={note} />)
  await user.click(await screen.findByRole('button', { name: 'Open' }))
  expect(screen.queryByRole('textbox', { name: 'Item' })).toBeNull()
  arriving.resolve({})
  expect(await screen.findByRole('textbox', { name: 'Item' })).toBeTruthy()
  await waitFor(() => expect(note.mock.calls).toEqual([['button']]))
})
