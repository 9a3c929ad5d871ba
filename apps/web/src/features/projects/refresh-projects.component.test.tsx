// The projects are read again when the browser's tab comes back (PAGE-7), with the plugin that does it (PLUGIN-2).
import { contract } from '@polylogue/contract/browser'
import { useQuery } from '@tanstack/react-query'
import { screen, waitFor } from '@testing-library/dom'
import { afterEach, expect, test, vi } from 'vitest'
import { useInstalled } from '#features/plugins/index.ts'
import { useStoredSettings } from '#features/settings/index.ts'
import { openPage } from '#test/page.tsx'
import { serverOf } from '#test/server.ts'
import { useProjects } from './api.ts'

afterEach(() => vi.useRealTimers())

const MINUTE = 60_000

/** Opens a list of projects and returns to its tab a minute later; `reads` counts how often the list was read. */
async function comeBack(installed: boolean) {
  vi.useFakeTimers({ toFake: ['Date'] })
  let comings = 0
  function Projects() {
    useStoredSettings()
    const { data } = useProjects()
    const other = useQuery({
      queryKey: ['other'],
      queryFn: () => ++comings,
      refetchOnWindowFocus: 'always',
    })
    const plugin = useInstalled('refresh-projects') ? 'with' : 'without'
    return <p>{data && `${data.length} projects ${plugin} it, ${other.data}`}</p>
  }
  const settings = installed ? [] : [{ name: 'plugin.refresh-projects', value: 'false' }]
  const server = serverOf()
    .answer(contract.settings.list, { Settings: settings as never })
    .answer(contract.projects.list, { Projects: [] }, { nextCursor: null })
  await openPage(<Projects />, { server })
  const list = `0 projects ${installed ? 'with' : 'without'} it`
  await screen.findByText(`${list}, 1`)
  vi.setSystemTime(Date.now() + MINUTE)
  window.dispatchEvent(new Event('visibilitychange'))
  await screen.findByText(`${list}, 2`)
  return () => server.sentTo(contract.projects.list).length
}

test('the projects are read again when the tab comes back', async () => {
  const reads = await comeBack(true)
  await waitFor(() => expect(reads()).toBe(2))
})

test('without the plugin they are not', async () => {
  const reads = await comeBack(false)
  expect(reads()).toBe(1)
})
