import { contract } from '@polylogue/contract/browser'
import { screen } from '@testing-library/dom'
import { expect, test } from 'vitest'
import { openPage } from '#test/page.tsx'
import { Server } from '#test/server.ts'
import { SsoButton } from './sso-button.tsx'

test('a provider that cannot be reached is named below the button, which can be used again', async () => {
  const server = new Server()
    .answer(contract.auth.ssoState, { enabled: true, name: 'The university' })
    .refuse(contract.auth.ssoBegin, { status: 502, errorCode: 'SSO_UNAVAILABLE' })
  const { user } = await openPage(<SsoButton from="/" />, { server, visitor: true })
  const button = await screen.findByRole('button', { name: 'Sign in with The university' })
  await user.click(button)
  expect((await screen.findByRole('alert')).textContent).toContain('The identity provider cannot be reached')
  expect(button).toHaveProperty('disabled', false)
})
