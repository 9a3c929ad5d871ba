import { contract } from '@polylogue/contract/browser'
import { screen, waitFor } from '@testing-library/dom'
import { expect, test, vi } from 'vitest'
import { openPage } from '#test/page.tsx'
import { serverOf } from '#test/server.ts'
import { TestPage } from './test-page.tsx'

const FILE = { hasText: true, pagesWithoutText: [], hasScans: false }

/** A server whose health and event streams are not wrapped in the envelope. */
function serving({ events = ': alive\n\n', health = { status: 'ok', version: '1.0.0' } } = {}) {
  const server = serverOf().answer(contract.answers.readFile, { file: FILE })
  const { fetch } = server
  Object.assign(server, {
    fetch: async (...asked: Parameters<typeof fetch>) => {
      const [input] = asked
      const address = input instanceof Request ? input.url : String(input)
      if (address.includes('/health'))
        return new Response(JSON.stringify(health), { headers: { date: new Date(Date.now()).toUTCString() } })
      if (address.includes('/subscribe')) return new Response(events)
      return fetch(...asked)
    },
  })
  return server
}

const row = (name: string) => screen.getByText(name, { selector: 'dt' }).parentElement?.textContent

test('a visitor sees what needs no sign-in (PAGE-17)', async () => {
  const server = serving()
  await openPage(<TestPage signedIn={false} />, { server, visitor: true })
  await waitFor(() => expect(row('Server reachable')).toBe('Server reachableOKyes'))
  await waitFor(() => expect(row('Upload')).toBe('UploadNot testedNot signed in'))
  expect(row('Live events')).toBe('Live eventsNot testedNot signed in')
  expect(row('Permissions')).toBe('PermissionsNot testedNot signed in')
  expect(server.requests).toEqual([])
})

test('somebody signed in tests uploads and events, and copies a report without their name', async () => {
  const { user } = await openPage(<TestPage signedIn />, { server: serving() })
  await waitFor(() => expect(row('Upload')).toMatch(/OK2\sMB/))
  await waitFor(() => expect(row('Live events')).toMatch(/OK\d+\.\d s$/))
  await waitFor(() => expect(row('Permissions')).toContain('can_view_system'))
  const written = vi.spyOn(navigator.clipboard, 'writeText')
  await user.click(screen.getByRole('button', { name: 'Copy report' }))
  expect(await screen.findByText('Report copied.')).toBeTruthy()
  const report = written.mock.calls[0]?.[0] ?? ''
  expect(report).toMatch(/\[\+\] Server reachable: yes/)
  expect(report).not.toMatch(/anna|example\.org|Bearer/i)
})

test('what fails says what to do, and is tested again', async () => {
  const server = serving({ events: '', health: { status: 'degraded', version: '0.9.0' } })
  server.refuse(contract.answers.readFile, { status: 413, errorCode: 'BODY_TOO_LARGE' })
  const { user } = await openPage(<TestPage signedIn />, { server })
  await waitFor(() =>
    expect(row('Upload')).toMatch(/Failed2\sMB: Reply with status 413An administrator should raise/),
  )
  await waitFor(() => expect(row('Live events')).toMatch(/Failedno.*buffering/))
  await waitFor(() => expect(row('Server reachable')).toMatch(/Limited.*disk is too full/))
  expect(await screen.findByText('Some tests failed. Each row says what to do.')).toBeTruthy()
  server.answer(contract.answers.readFile, { file: FILE })
  await user.click(screen.getByRole('button', { name: 'Test again' }))
  await waitFor(() => expect(row('Upload')).toMatch(/OK2\sMB/))
})
