import { contract } from '@polylogue/contract/browser'
import { screen, waitFor } from '@testing-library/dom'
import { expect, test } from 'vitest'
import { LICENSE_EXPIRED, useDialogs } from '#lib/dialogs.ts'
import { openDialog, openPage } from '#test/page.tsx'
import { serverOf } from '#test/server.ts'
import { LicenseDialog } from './license-dialog.tsx'
import { LicenseLine } from './product-line.tsx'
import { useLicenseWatch } from './use-license-watch.ts'

/** What the shell shows of the licence. */
function Shown() {
  useLicenseWatch()
  const { open, close } = useDialogs()
  return (
    <>
      <LicenseLine />
      <LicenseDialog opened={open === LICENSE_EXPIRED} onClose={close} />
    </>
  )
}

const licence = {
  licenseType: 'trial',
  licenseEnd: '2024-01-31',
  companyName: 'Stadtwerke',
  expired: true,
} as const

test('an expired licence is reported once in a page session, and its line leads to About', async () => {
  const server = serverOf().answer(contract.users.license, { License: licence })
  const { user, address } = await openPage(<Shown />, { server })
  const dialog = await openDialog('The licence has expired')
  expect(dialog.textContent).toContain('31 Jan 2024')
  await user.click(screen.getAllByRole('button', { name: 'Close' }).at(-1)!)
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(address()).toBe('/')
  const line = screen.getByRole('link', { name: /Licence expired/ })
  expect(line.getAttribute('href')).toBe('/about')
  expect(sessionStorage.getItem('polylogue.licenseTold')).toBe('1')
})

test('a licence that is valid opens nothing', async () => {
  await openPage(<Shown />)
  expect(await screen.findByRole('link', { name: /Unlimited/i })).toBeTruthy()
  expect(screen.queryByRole('dialog')).toBeNull()
})
