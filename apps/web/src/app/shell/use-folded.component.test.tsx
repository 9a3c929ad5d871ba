import type { CallData } from '@polylogue/contract'
import { contract } from '@polylogue/contract/browser'
import { screen, waitFor } from '@testing-library/dom'
import { useState } from 'react'
import { expect, test } from 'vitest'
import { openPage } from '#test/page.tsx'
import { serverOf } from '#test/server.ts'
import { USER_ID } from '#test/user.ts'
import { useStoredSettings } from '#features/settings/index.ts'
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

function Foldable() {
  const { folded, fold } = useFolded()
  const { data } = useStoredSettings()
  return (
    <button type="button" onClick={fold}>
      {folded ? 'folded' : 'open'}, {data ? 'loaded' : 'loading'}
    </button>
  )
}

test('what is folded before the settings are loaded is folded at once, and stays so', async () => {
  const settings = Promise.withResolvers<CallData<typeof contract.settings.list>>()
  const server = serverOf()
    .answer(contract.settings.list, () => settings.promise)
    .answer(contract.settings.setByName, {
      setting: { id: 54, name: 'libraryFolded', value: 'true' } as never,
    })
  const { user } = await openPage(<Foldable />, { server })
  await user.click(await screen.findByText('open, loading'))
  await screen.findByText('folded, loading')
  const stored = [{ settingName: 'libraryFolded', settingValue: 'true' }]
  await waitFor(() => expect(server.sentTo(contract.settings.setByName)).toEqual(stored))
  // The reply of before.
  settings.resolve({ Settings: [{ id: 54, name: 'libraryFolded', value: 'false' }] as never })
  await screen.findByText('folded, loaded')
})
