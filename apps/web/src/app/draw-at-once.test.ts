import { expect, test } from 'vitest'
import { drawAtOnce } from './draw-at-once.ts'

type Router = Parameters<typeof drawAtOnce>[0]
type Heard = Parameters<Router['subscribe']>[0]

test('another project is drawn in one go; its tabs and other pages as a transition', () => {
  const heard = new Set<Heard>()
  const at = (pathname: string) => ({ location: { pathname } })
  const router: Router = {
    state: at('/projects'),
    subscribe(listener) {
      heard.add(listener)
      return () => heard.delete(listener)
    },
  }
  drawAtOnce(router, (pathname) => pathname.startsWith('/projects/'))
  const drawn: [string, boolean][] = []
  const stop = router.subscribe(({ location }, { flushSync }) => drawn.push([location.pathname, flushSync]))
  const go = (pathname: string, flushSync = false) =>
    heard.forEach((listener) =>
      listener(at(pathname) as Parameters<Heard>[0], { flushSync } as Parameters<Heard>[1]),
    )

  go('/projects')
  go('/projects/1')
  go('/projects/1')
  go('/projects/1', true)
  go('/projects/2')
  go('/help')
  expect(drawn).toEqual([
    ['/projects', false],
    ['/projects/1', true],
    ['/projects/1', false],
    ['/projects/1', true],
    ['/projects/2', true],
    ['/help', false],
  ])

  stop()
  expect(heard.size).toBe(0)
})
