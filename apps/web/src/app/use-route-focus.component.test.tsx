import { screen, waitFor } from '@testing-library/dom'
import { useEffect, useRef, useState } from 'react'
import { Link, useLocation } from 'react-router'
import { expect, onTestFinished, test, vi } from 'vitest'
import { COMPOSER } from '#lib/composer-focus.ts'
import { openPage } from '#test/page.tsx'

/** A page whose heading has the focus before the change of page moves it, as after a dialog that closed with the change. */
function Opened() {
  const { pathname } = useLocation()
  const heading = useRef<HTMLHeadingElement>(null)
  const isOpen = pathname === '/projects/9'
  useEffect(() => {
    if (isOpen) heading.current?.focus()
  }, [isOpen])
  if (!isOpen) return <Link to="/projects/9">Open</Link>
  return (
    <>
      <h1 ref={heading} tabIndex={-1}>
        Quay
      </h1>
      <textarea id={COMPOSER} aria-label="Ask" />
    </>
  )
}

test('a heading that a closing dialog gave the focus leaves it to the message field', async () => {
  const { user } = await openPage(<Opened />)
  await user.click(await screen.findByRole('link', { name: 'Open' }))
  await waitFor(() => expect(document.activeElement?.id).toBe(COMPOSER))
})

/** A page whose heading comes late: not before its button in the navigation was pressed. */
function Loading() {
  const { pathname } = useLocation()
  const [loaded, setLoaded] = useState(false)
  if (pathname !== '/projects/9') return <Link to="/projects/9">Open</Link>
  return (
    <>
      <nav aria-label="Tabs">
        <button type="button" onClick={() => setLoaded(true)}>
          Actions
        </button>
      </nav>
      {loaded && <h1 tabIndex={-1}>Quay</h1>}
    </>
  )
}

test('a button that is pressed while the page loads keeps the focus', async () => {
  const { user } = await openPage(<Loading />)
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'], shouldAdvanceTime: true })
  onTestFinished(() => {
    vi.useRealTimers()
  })
  await user.click(await screen.findByRole('link', { name: 'Open' }))
  await user.click(await screen.findByRole('button', { name: 'Actions' }))
  expect(await screen.findByRole('heading', { name: 'Quay' })).toBeDefined()
  vi.advanceTimersByTime(1_000)
  expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Actions' }))
})
