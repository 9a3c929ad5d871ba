import { contract } from '@polylogue/contract/browser'
import { screen, waitFor } from '@testing-library/dom'
import { useState } from 'react'
import { expect, test } from 'vitest'
import { openPage } from '#test/page.tsx'
import { serverOf } from '#test/server.ts'
import { USER_ID } from '#test/user.ts'
import { useFolded } from './use-folded.ts'

const KEY = 'polylogue.library'

/** Shows the state of its first render, in a browser with this copy. */
function First({ copy }: { copy: string }) {
  useState(() => localStorage.setItem(KEY, copy))
  const { folded } = useFolded()
  const [first] = useState(folded)
  return <p>{first ? 'folded' : 'open'}</p>
}

test.each([
  ['the same person', USER_ID, 'folded'],
  ['another person', USER_ID + 1, 'open'],
])('the copy of %s decides as it should until the settings are loaded', async (_, id, state) => {
  await openPage(<First copy={String(id)} />)
  await screen.findByText(state)
  await waitFor(() => expect(localStorage.getItem(KEY)).toBe(null))
})

test('the browser remembers the loaded setting', async () => {
  const server = serverOf().answer(contract.settings.list, {
    Settings: [{ id: 54, name: 'libraryFolded', value: 'true' }] as never,
  })
  await openPage(<First copy="" />, { server })
  await waitFor(() => expect(localStorage.getItem(KEY)).toBe(String(USER_ID)))
})
