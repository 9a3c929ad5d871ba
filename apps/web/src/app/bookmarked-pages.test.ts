import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { matchPath } from 'react-router'
import { expect, test } from 'vitest'
import { BOOKMARKED_PAGES } from './bookmarked-pages.ts'

/** The addresses with a part that names something, of which nothing can be gone: words of the product. */
const WORDS = ['help/:topic', 'errors/:status']

test('every page about one thing says how to ask for the thing (SETTING-5)', () => {
  const source = ['router.tsx', 'feature-pages.ts'].map((file) =>
    readFileSync(join(import.meta.dirname, file), 'utf8'),
  )
  const paths = [...source.join('\n').matchAll(/path: '([^']*:[^']*)'/g)].map(([, path = '']) => path)
  expect(paths.length).toBeGreaterThan(10)
  const asks = (path: string) =>
    BOOKMARKED_PAGES.some((page) => matchPath(`/${page.path}`, `/${path.replace(/:(\w+)\??/g, '1')}`))
  expect(paths.filter((path) => !WORDS.includes(path) && !asks(path))).toEqual([])
})
