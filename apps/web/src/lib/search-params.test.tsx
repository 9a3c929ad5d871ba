import { renderToStaticMarkup } from 'react-dom/server'
import { createMemoryRouter, RouterProvider } from 'react-router'
import { expect, test, vi } from 'vitest'
import { useAddress, type Address } from './address.ts'
import { useDialogs, type Dialogs } from './dialogs.ts'

/** Renders a page once and returns what its handlers have: later changes of the address are not rendered yet. */
function opened(path: string) {
  const rendered = vi.fn<(dialogs: Dialogs, address: Address) => void>()
  function Page() {
    rendered(useDialogs(), useAddress())
    return null
  }
  const routes = [
    { path: '/prompts', element: <Page /> },
    { path: '/other', element: <Page /> },
  ]
  const router = createMemoryRouter(routes, { initialEntries: [path] })
  renderToStaticMarkup(<RouterProvider router={router} />)
  const [dialogs, address] = rendered.mock.lastCall!
  return { dialogs, address, router, search: () => router.state.location.search }
}

test('of two changes before the page is rendered again, both hold', async () => {
  const { dialogs, address, search } = opened('/prompts?page=2')
  dialogs.show('new-prompt')
  address.put({ q: 'minutes', page: '' })
  await expect.poll(search).toBe('?dialog=new-prompt&q=minutes')
})

test('a change begins with what the router has, not with the last render', async () => {
  const { dialogs, address, search, router } = opened('/prompts?dialog=tokens')
  dialogs.show('new-token')
  await expect.poll(search).toBe('?dialog=new-token')
  address.put({ q: 'a' })
  await expect.poll(search).toBe('?dialog=new-token&q=a')
  dialogs.close()
  await expect.poll(search).toBe('?q=a')
  expect(router.state.location.pathname).toBe('/prompts')
})

test('a dialog is one step of the history, also when another change follows at once', async () => {
  const { dialogs, address, search, router } = opened('/prompts')
  dialogs.show('new-prompt')
  address.put({ q: 'a' })
  await expect.poll(search).toBe('?dialog=new-prompt&q=a')
  await router.navigate(-1)
  await expect.poll(search).toBe('')
})

test('a page that was left changes no address any more', async () => {
  const { dialogs, address, search, router } = opened('/prompts?page=2')
  await router.navigate('/other?x=1')
  dialogs.show('late')
  address.put({ q: 'late' })
  await new Promise((resolve) => setImmediate(resolve))
  expect(router.state.location.pathname).toBe('/other')
  expect(search()).toBe('?x=1')
})

test('a page that is being left does not hold up the next one', async () => {
  const arrived = Promise.withResolvers<null>()
  const routes = [
    { path: '/prompts', element: <Leaving /> },
    { path: '/slow', element: null, loader: () => arrived.promise },
  ]
  const router = createMemoryRouter(routes, { initialEntries: ['/prompts'] })
  const kept = vi.fn<(address: Address) => void>()
  function Leaving() {
    kept(useAddress())
    return null
  }
  renderToStaticMarkup(<RouterProvider router={router} />)
  const navigated = router.navigate('/slow')
  kept.mock.lastCall![0].put({ q: 'late' })
  arrived.resolve(null)
  await navigated
  expect(router.state.location.pathname).toBe('/slow')
})
