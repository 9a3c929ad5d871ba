import { expect, test } from 'vitest'
import { excuses } from './excuses.mjs'

const problemsOf = (file, text) => excuses({ files: [file], read: () => text }).problems

test('finds comments that disable a tool', () => {
  expect(problemsOf('apps/web/src/a.ts', 'const a = 1 // @ts-ignore')).toHaveLength(1)
  expect(problemsOf('apps/web/src/a.ts', 'const a = 1')).toEqual([])
})

test.each([
  "test.describe.configure({ mode: 'serial' })",
  "test('a', { retry: 1 }, () => {",
  'test.describe.configure({ retries: 1 })',
])('%s needs its reason in a comment above it', (line) => {
  expect(problemsOf('e2e/a.test.ts', `\n\n${line}`)).toEqual([
    'e2e/a.test.ts:3: a test that depends on others or is repeated needs its reason in a comment above it',
  ])
  expect(problemsOf('e2e/a.test.ts', `// Measures times.\n${line}`)).toEqual([])
  // Far above it is about something else.
  expect(problemsOf('e2e/a.test.ts', `// Measures times.\n\n\n\n${line}`)).toHaveLength(1)
  expect(problemsOf('e2e/a.ts', line)).toEqual([])
})
