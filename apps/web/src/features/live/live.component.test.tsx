import { contract } from '@polylogue/contract/browser'
import { screen, waitFor } from '@testing-library/dom'
import { expect, onTestFinished, test, vi } from 'vitest'
import { useInstalled } from '#features/plugins/index.ts'
import { useStoredSettings } from '#features/settings/index.ts'
import { openPage } from '#test/page.tsx'
import { serverOf } from '#test/server.ts'
import { Live } from './live.tsx'

const LOST = 'Cannot connect to real-time notifications service or connection is lost'
const loadHandlers = () => Promise.resolve([])

test('a stream that cannot be opened for 30 seconds is reported, and not before', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  onTestFinished(() => void vi.useRealTimers())
  const server = serverOf().refuse(contract.notifications.subscribe, { status: 503, errorCode: 'UNEXPECTED' })
  await openPage(<Live loadHandlers={loadHandlers} />, { server })
  // Loading its code waits for a moment without work.
  await waitFor(async () => {
    await vi.advanceTimersByTimeAsync(1)
    expect(server.requests.some(({ path }) => path.endsWith('/subscribe'))).toBe(true)
  })
  await vi.advanceTimersByTimeAsync(28_000)
  expect(screen.queryByText(LOST)).toBeNull()
  await vi.advanceTimersByTimeAsync(2_500)
  expect(await screen.findByText(LOST)).toBeTruthy()
})

test('without the plugin of notifications a visible page still has its stream (PLUGIN-2)', async () => {
  const setting = { name: 'plugin.real-time-notifications', value: 'false' }
  const server = serverOf()
    .answer(contract.settings.list, { Settings: [setting as never] })
    .refuse(contract.notifications.subscribe, { status: 503, errorCode: 'UNEXPECTED' })
  function Page() {
    useStoredSettings()
    return useInstalled('real-time-notifications') ? null : <Live loadHandlers={loadHandlers} />
  }
  await openPage(<Page />, { server })
  await waitFor(() => expect(server.requests.some(({ path }) => path.endsWith('/subscribe'))).toBe(true))
})
