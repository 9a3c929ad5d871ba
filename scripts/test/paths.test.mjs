import { expect, test } from 'vitest'
import { inRoot } from '../root.mjs'
import { pathsIn } from './paths.mjs'

const exists = (file) => ['e2e/tabs.test.ts', 'apps/server'].some((one) => file === inRoot(one))

test('splits paths and the options of the tool', () => {
  const args = ['./e2e/tabs.test.ts', inRoot('apps/server'), '-t', 'a name']
  expect(pathsIn(args, exists)).toEqual({
    paths: ['e2e/tabs.test.ts', 'apps/server'],
    options: ['-t', 'a name'],
  })
})

test('what does not exist is no path, so that a mistyped step is refused', () => {
  expect(pathsIn(['unitt'], exists).paths).toEqual([])
  expect(pathsIn(['e2e/tabs.test.ts', 'e2e/tabs'], exists).paths).toEqual([])
})
