import { defaultScheduler, notifyManager, useQueryClient } from '@tanstack/react-query'
import { contract } from '@polylogue/contract/browser'
import { screen, waitFor } from '@testing-library/dom'
import { useNavigate } from 'react-router'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { settingsKeys } from '#features/settings/keys.ts'
import { useDialogs } from '#lib/dialogs.ts'
import { openPage } from '#test/page.tsx'
import { serverOf } from '#test/server.ts'
import { USER_ID } from '#test/user.ts'
import { markStarted } from '../start.ts'
import { FirstLoad } from './first-load.tsx'

// What arrives is shown at once, as when it arrives on a busy machine before the router's change is drawn.
beforeAll(() => notifyManager.setScheduler((show) => show()))
afterAll(() => notifyManager.setScheduler(defaultScheduler))
beforeEach(() => markStarted(false))

/** Buttons for what happens in one moment: somebody acts, and the stored start page arrives. */
function Moments() {
  const cache = useQueryClient()
  const navigate = useNavigate()
  const { show } = useDialogs()
  const arrive = () => {
    const settings = { defaultStartupType: 'customUri', defaultStartupUri: '/prompts' }
    cache.setQueryData(settingsKeys.of(USER_ID), settings)
  }
  const choose = () => {
    void navigate('/datasources')
    arrive()
  }
  const chooseThis = () => {
    void navigate('/')
    arrive()
  }
  const openDialog = () => {
    arrive()
    // The redirect has begun, and this page is still shown.
    queueMicrotask(() => show('search'))
  }
  return (
    <>
      <button type="button" onClick={choose}>
        Choose
      </button>
      <button type="button" onClick={chooseThis}>
        Choose dashboard
      </button>
      <button type="button" onClick={() => void navigate('/')}>
        Choose dashboard early
      </button>
      <button type="button" onClick={arrive}>
        Arrive
      </button>
      <button type="button" onClick={openDialog}>
        Open
      </button>
    </>
  )
}

const open = () => {
  const server = serverOf().answer(contract.settings.list, () => new Promise<never>(() => undefined))
  const page = (
    <>
      <FirstLoad>dashboard</FirstLoad>
      <Moments />
    </>
  )
  return openPage(page, { server, path: '/' })
}

test('the page that somebody chose while the start page was loading is the one that opens', async () => {
  const { user, address } = await open()
  await user.click(await screen.findByText('Choose'))
  await waitFor(() => expect(screen.queryByText('Choose')).toBeNull())
  expect(address()).toBe('/datasources')
})

test.each([['Choose dashboard'], ['Choose dashboard early', 'Arrive']])(
  'the dashboard that somebody chose while the start page was loading stays: %s',
  async (...clicks) => {
    const { user, address } = await open()
    for (const name of clicks) await user.click(await screen.findByRole('button', { name }))
    expect(await screen.findByText('dashboard')).toBeTruthy()
    expect(address()).toBe('/')
  },
)

test('a dialog that somebody opened during the redirect opens on the start page', async () => {
  const { user, address } = await open()
  await user.click(await screen.findByText('Open'))
  await waitFor(() => expect(screen.queryByText('Open')).toBeNull())
  expect(address()).toBe('/prompts?dialog=search')
})
