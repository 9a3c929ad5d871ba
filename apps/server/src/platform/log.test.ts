import { expect, test } from 'vitest'
import { openLog } from './log.ts'

function logged(write: (log: ReturnType<typeof openLog>) => void): string {
  let lines = ''
  write(openLog('info', { write: (line) => void (lines += line) }))
  return lines
}

test('a failed query is logged without its parameters', () => {
  const cause = Object.assign(new Error('null value in column "name"'), {
    code: '23502',
    detail: 'Failing row: a secret prompt',
  })
  const error = Object.assign(new Error('Failed query: INSERT … params: a secret prompt', { cause }), {
    params: ['a secret prompt'],
  })
  const line = logged((log) => log.error({ err: error }, 'not stored'))
  expect(line).not.toContain('secret prompt')
  expect(JSON.parse(line)).toMatchObject({ msg: 'not stored', err: { cause: { code: '23502' } } })
})

test('removes the values of secret fields, also one level down, and logs a single line', () => {
  const line = logged((log) => log.info({ password: 'p1', body: { token: 't1', name: 'a\nb' } }, 'x'))
  expect(line).not.toMatch(/p1|t1/)
  expect(line.trimEnd().split('\n')).toHaveLength(1)
})
