import { expect, test } from 'vitest'
import { problemsOf, unusedPackages } from './unused-packages.mjs'

test('every unused package is replaced by one of ours', () => {
  expect(unusedPackages()).toEqual({ seen: 7, problems: [] })
})

test('finds a replacement with a wrong version, or without a dependent', () => {
  const packages = {
    'node_modules/linked': { link: true },
    'node_modules/other/node_modules/linked': { version: '8.0.0' },
  }
  expect(problemsOf('linked', packages)).toEqual([
    'node_modules/other/node_modules/linked is the real package: give the one in packages/unused the version that is asked for.',
  ])
  expect(problemsOf('gone', packages)).toEqual([
    'Nothing asks for gone any more: remove its folder from packages/unused.',
  ])
})
