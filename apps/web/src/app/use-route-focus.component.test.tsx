import { screen, waitFor } from '@testing-library/dom'
import { useEffect, useRef } from 'react'
import { Link, useLocation } from 'react-router'
import { expect, test } from 'vitest'
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
