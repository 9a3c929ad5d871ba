import { contract } from '@polylogue/contract'
import { screen } from '@testing-library/dom'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { expect, test } from 'vitest'
import { openPage } from '#test/page.tsx'
import { serverOf } from '#test/server.ts'
import { liveStateOf } from '#features/live/state.ts'
import { SettingsDialog } from '#features/notifications/page/settings-dialog.tsx'

test.each([
  ['initializing', 'Starting'],
  ['connecting', 'Connecting…'],
  ['open', 'Connected: new notifications appear at once'],
  ['closed', 'Not connected'],
] as const)('the settings say that the stream is %s (NOTIFY-12)', async (state, words) => {
  function InState() {
    const cache = useQueryClient()
    useEffect(() => liveStateOf(cache).set(state), [cache])
    return <SettingsDialog opened onClose={() => undefined} />
  }
  await openPage(<InState />, { server: serverOf().answer(contract.settings.list, { Settings: [] }) })
  expect(await screen.findByText(words)).toBeTruthy()
})
