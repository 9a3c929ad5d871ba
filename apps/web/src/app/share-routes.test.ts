import { expect, test } from 'vitest'
import { projectOf } from './share-routes.ts'

const encoded = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url')

test.each([
  ['7', { id: 7, hasKey: false }],
  [encoded({ project: 7 }), { id: 7, hasKey: false }],
  [encoded({ project: 7, key: 'ä'.repeat(40) }), { id: 7, hasKey: true }],
  ['0', undefined],
  ['9'.repeat(30), undefined],
  [encoded({ project: '7' }), undefined],
  [encoded({ project: -7 }), undefined],
  [encoded({ tabId: 7 }), undefined],
  [encoded(null), undefined],
  [encoded([7]), undefined],
  ['%7B', undefined],
  ['x'.repeat(300), undefined],
])('reads the project of the address %s (SHARE-12)', (text, project) => {
  expect(projectOf(text)).toEqual(project)
})
