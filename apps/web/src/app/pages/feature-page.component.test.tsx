import { screen } from '@testing-library/dom'
import { expect, test } from 'vitest'
import { openPage } from '#test/page.tsx'
import { framed } from './feature-page.tsx'

const pageCalled = (heading: string) =>
  framed({
    useHeading: () => heading,
    useCrumb: () => ({ to: '/datasources', text: 'Data sources' }),
    View: () => <p>Content</p>,
  })

test('a page with the name of its list, whose item is missing, has no link of the same name above', async () => {
  const Missing = pageCalled('Data sources')
  await openPage(<Missing />)
  expect(await screen.findByRole('heading', { name: 'Data sources' })).toBeTruthy()
  expect(screen.queryByRole('link', { name: 'Data sources' })).toBeNull()
})

test('a page of an item has the link to its list', async () => {
  const Trips = pageCalled('Business trips')
  await openPage(<Trips />)
  expect(await screen.findByRole('link', { name: 'Data sources' })).toBeTruthy()
})
