import { contract } from '@polylogue/contract/browser'
import { screen, within } from '@testing-library/dom'
import { expect, test } from 'vitest'
import { modelOf } from '#test/models.ts'
import { openPage } from '#test/page.tsx'
import { serverOf } from '#test/server.ts'
import { aboutPage } from './about.tsx'

const { View } = aboutPage
const serving = () => serverOf().answer(contract.models.list, { Models: [modelOf(1, 'Guide')] })

test('About shows the contact and the terms of service that the installation names', async () => {
  const config = {
    contact: { name: 'Help desk', url: 'https://help.example.org' },
    termsOfService: 'https://help.example.org/terms',
  }
  await openPage(<View />, { server: serving(), config })
  const contact = await screen.findByRole('link', { name: 'Help desk' })
  expect(contact.getAttribute('href')).toBe('https://help.example.org')
  const terms = screen.getByRole('link', { name: 'https://help.example.org/terms' })
  expect(terms.getAttribute('href')).toBe('https://help.example.org/terms')
})

test('About shows the licence, the models and the way to the release notes', async () => {
  await openPage(<View />, { server: serving() })
  const licence = within(await screen.findByRole('region', { name: 'Licence' }))
  expect(await licence.findByText('Unlimited')).toBeTruthy()
  expect(await within(screen.getByRole('region', { name: 'Models' })).findByText('Guide')).toBeTruthy()
  expect(screen.getByRole('link', { name: 'Release notes' }).getAttribute('href')).toBe('/release-notes')
})
